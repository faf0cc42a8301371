'use client';

import type { Host } from '@contract/host';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { patch } from '@/api/client';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { addLabels } from '@/ui/inputs/tag-draft';
import { useHostChanged } from '../hosts-query';
import { LabelInput } from './label-input';

/** Once open it is left alone by what is read meanwhile. */
export function HostLabelsDialog({ host, onClose }: { host: Host; onClose: () => void }) {
  const changed = useHostChanged();
  const [labels, setLabels] = useState(host.labels);
  const [draft, setDraft] = useState('');
  const save = useMutation({
    mutationFn: (body: { labels: string[] }) => patch('/api/v1/hosts/:hostId', body, { path: { hostId: host.id } }),
    onSuccess: async (next) => {
      await changed(next);
      onClose();
    },
  });
  const all = addLabels(labels, draft).tags;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (all) save.mutate({ labels: all });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Labels of ${host.name}`}
      description="Hosts with the same label are a pool: a new run can ask for any of them."
    >
      <form className="grid gap-3" onSubmit={submit}>
        {save.isError && <ErrorNotice title="The labels were not saved" error={save.error} />}
        <LabelInput label="Add a label" labels={labels} onChange={setLabels} draft={draft} onDraft={setDraft} />
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={save.isPending || all === null}>
            {save.isPending ? 'Saving …' : 'Save labels'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
