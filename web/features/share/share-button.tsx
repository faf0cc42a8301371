'use client';

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { onDemand } from '@/ui/on-demand';
import { Allowed } from '../shell/allowed';
import type { ShareSubject } from './share-form';

const ShareDialog = onDemand(async () => (await import('./share-dialog')).ShareDialog);

export function ShareButton(subject: ShareSubject) {
  const [open, setOpen] = useState(false);
  return (
    <Allowed needs="operator">
      <Button onMouseEnter={ShareDialog.preload} onFocus={ShareDialog.preload} onClick={() => setOpen(true)}>
        <Share2 aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">Share …</span>
      </Button>
      {open && <ShareDialog subject={subject} onClose={() => setOpen(false)} />}
    </Allowed>
  );
}
