'use client';

import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from './browser/clipboard';
import { Button, IconButton } from './button';

interface CopyButtonProps {
  text: string | (() => string);
  label: string;
  /** The label is read out only. */
  compact?: boolean;
}

export function CopyButton({ text, label, compact }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 1800);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    setState((await copyText(typeof text === 'string' ? text : text())) ? 'copied' : 'refused');
  };
  const Icon = state === 'copied' ? Check : state === 'refused' ? X : Copy;
  const said = state === 'copied' ? 'Copied' : state === 'refused' ? 'Could not copy' : label;
  return (
    <>
      {compact ? (
        <IconButton label={said} onClick={copy}>
          <Icon aria-hidden className="size-3.5" />
        </IconButton>
      ) : (
        <Button onClick={copy}>
          <Icon aria-hidden className="size-3.5" />
          {said}
        </Button>
      )}
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : said}
      </span>
    </>
  );
}
