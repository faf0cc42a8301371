'use client';

import { useRouter } from 'next/navigation';
import { BaselineList } from '@/features/experiments/form/choose-baseline';
import { focusMain } from '@/ui/browser/opener';
import { Dialog } from '@/ui/dialog';

/** The run whose configuration is taken over. What was typed stays kept in the plain form. */
export function OriginalDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Start from a run"
      description="The form takes its configuration over. What you typed stays kept."
    >
      <BaselineList
        onChosen={(runId) => {
          onClose();
          focusMain();
          router.push(`/runs/new?from=${encodeURIComponent(runId)}`);
        }}
      />
    </Dialog>
  );
}
