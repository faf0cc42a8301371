'use client';

import type { Host } from '@contract/host';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { patch } from '@/api/client';
import { nameRules } from '@/lib/field-rules';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';

interface RenameHostDialogProps {
  host: Host;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RenameHostDialog({ host, open, onOpenChange }: RenameHostDialogProps) {
  const queries = useQueryClient();
  const form = useForm({ values: { name: host.name }, resetOptions: { keepDirtyValues: true } });
  const turn = (next: boolean): void => {
    rename.reset();
    form.reset({ name: host.name });
    onOpenChange(next);
  };
  const rename = useMutation({
    mutationFn: (body: { name: string }) => patch('/api/v1/hosts/:hostId', body, { path: { hostId: host.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['hosts'] });
      onOpenChange(false);
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={turn}
      title={`Rename ${host.name}`}
      description="Runs that were made keep the name it had. The machine's own host name does not change."
    >
      <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((body) => rename.mutate(body))}>
        {rename.isError && <ErrorNotice title="It was not renamed" error={rename.error} />}
        <TextField
          id={`name-${host.id}`}
          label="Name"
          error={form.formState.errors.name?.message}
          {...form.register('name', nameRules())}
        />
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={() => turn(false)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={rename.isPending}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
