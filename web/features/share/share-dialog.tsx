'use client';

import { Dialog } from '@/ui/dialog';
import { ShareForm, type ShareSubject } from './share-form';
import { ShareLinks } from './share-links';
import { useShares } from './shares-query';

export function ShareDialog({ subject, onClose }: { subject: ShareSubject; onClose: () => void }) {
  const what = subject.experimentId ? 'experiment' : subject.runIds.length === 1 ? 'run' : 'comparison';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Share this ${what}`}
      description={`A link to a frozen copy: whoever has it sees the ${what} as it is now, without signing in.`}
    >
      <ShareForm subject={subject} />
      {!subject.experimentId && <EarlierLinks subject={subject} />}
    </Dialog>
  );
}

/** Links to exactly these runs that were made before. */
function EarlierLinks({ subject }: { subject: ShareSubject }) {
  const shares = useShares(subject.runIds[0]);
  const wanted = [...subject.runIds].sort().join();
  const earlier = shares.data?.shares.filter(
    (share) => share.status === 'open' && [...share.runIds].sort().join() === wanted,
  );
  if (shares.isError)
    return <p className="mt-5 text-xs text-muted">Earlier links could not be read: {shares.error.message}</p>;
  if (!earlier || earlier.length === 0) return null;
  return (
    <section aria-label="Open links" className="mt-5 border-t border-line pt-4">
      <h3 className="mb-2 text-sm font-semibold">Open links</h3>
      <ShareLinks label="Links made before" shares={earlier} narrow />
    </section>
  );
}
