'use client';

import { useEffect, useState } from 'react';
import { answerProofs } from '@/api/proof';
import { Dialog } from '@/ui/dialog';
import { onDemand } from '@/ui/on-demand';

const ProofForm = onDemand(async () => (await import('./proof-form')).ProofForm);

interface Asked {
  detail: string;
  answer: (proved: boolean) => void;
}

/** Asks who it is, over whatever is on the page; then what was asked for goes on by itself. */
export function ProofDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => answerProofs((detail) => new Promise((answer) => setAsked({ detail, answer }))), []);
  const end = (proved: boolean): void => {
    asked?.answer(proved);
    setAsked(null);
  };
  return (
    <Dialog
      open={asked !== null}
      onOpenChange={() => end(false)}
      title="Confirm that it is you"
      description="Asked before what is irreversible or gives power, and where this browser lost part of its session. Nothing you typed is lost."
    >
      {asked && <ProofForm detail={asked.detail} onEnd={end} />}
    </Dialog>
  );
}
