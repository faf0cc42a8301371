'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';
import { Buttons } from './second-factor-dialog';

export function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useForm({ defaultValues: { code: '' } });
  const remove = useMutation({
    mutationFn: (body: { code: string }) => post('/api/v1/account/second-factor/remove', body),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['account'] });
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Turn off two-factor authentication?"
      description="Your password alone signs you in then. The backup codes stop working."
    >
      <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((body) => remove.mutate(body))}>
        {remove.isError && <ErrorNotice title="Still on" error={remove.error} />}
        <TextField
          id="remove-second-factor-code"
          label="Code"
          hint="Six digits of your authenticator app, or a backup code."
          autoComplete="one-time-code"
          error={form.formState.errors.code?.message}
          {...form.register('code', { required: 'Type a code.' })}
        />
        <Buttons action="Turn off" acting={remove.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
