'use client';

import { useState } from 'react';
import { openerNow } from './browser/opener';
import type { ConfirmProps, DialogProps } from './dialog-boxes';
import { onDemand } from './on-demand';

// Pages can open many and show none at first: what draws them comes with the first.
const DialogBox = onDemand(async () => (await import('./dialog-boxes')).DialogBox);
const ConfirmBox = onDemand(async () => (await import('./dialog-boxes')).ConfirmBox);

export const Dialog = ({ open, ...content }: DialogProps) => open && <OpenDialog {...content} />;

function OpenDialog(content: Omit<DialogProps, 'open'>) {
  const [opener] = useState(openerNow);
  return <DialogBox opener={opener} {...content} />;
}

/** Asks before something that cannot be taken back, or that others notice. Whoever opens it closes it when it is done. */
export const Confirm = ({ open, ...content }: ConfirmProps) => open && <OpenConfirm {...content} />;

function OpenConfirm(content: Omit<ConfirmProps, 'open'>) {
  const [opener] = useState(openerNow);
  return <ConfirmBox opener={opener} {...content} />;
}
