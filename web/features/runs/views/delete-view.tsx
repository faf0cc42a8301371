'use client';

import type { RunView } from '@contract/run-view';
import { Confirm } from '@/ui/dialog';
import { useDeleteView } from './use-views';

interface DeleteViewProps {
  view: RunView;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before another person’s view goes, which only that person could save again. */
export function DeleteView({ view, onClose, onDeleted }: DeleteViewProps) {
  const erase = useDeleteView();
  const deleted = (): void => {
    onClose();
    onDeleted();
  };
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ‘${view.name}’ of ${view.ownerName}?`}
      action="Delete for everybody"
      acting="Deleting …"
      back="Keep it"
      act={erase}
      onConfirm={() => erase.mutate(view, { onSuccess: deleted })}
    >
      <p>You cannot bring it back. The runs stay.</p>
    </Confirm>
  );
}
