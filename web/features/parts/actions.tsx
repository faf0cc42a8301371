'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass, IconButton, SteadyButton } from '@/ui/button';
import { CodeLine } from '@/ui/code-line';
import { CopyButton } from '@/ui/copy-button';
import { HoverLink } from '@/ui/hover-link';
import { Line, Room, Specimen } from './specimen';

const LOOKS = ['plain', 'primary', 'danger', 'ghost'] as const;

export function Actions() {
  const [busy, setBusy] = useState(false);
  return (
    <Room id="actions" title="Actions">
      <Specimen of="button">
        <Line>
          {LOOKS.map((look) => (
            <Button key={look} look={look}>
              <Plus aria-hidden className="size-3.5" />
              {look}
            </Button>
          ))}
        </Line>
        <Line>
          {LOOKS.map((look) => (
            <Button key={look} look={look} disabled>
              {look}, disabled
            </Button>
          ))}
        </Line>
        <Line>
          <IconButton label="Add">
            <Plus aria-hidden className="size-4" />
          </IconButton>
          <IconButton label="Add, disabled" disabled>
            <Plus aria-hidden className="size-4" />
          </IconButton>
          <SteadyButton look="primary" busy={busy} onClick={() => setBusy(!busy)}>
            {busy ? 'Saving …' : 'Steady'}
          </SteadyButton>
        </Line>
      </Specimen>
      <Specimen of="copy-button">
        <Line>
          <CopyButton text="copied" label="Copy the text" />
          <CopyButton text="copied" label="Copy, compact" compact />
        </Line>
      </Specimen>
      <Specimen of="code-line">
        <CodeLine text="curl -s http://127.0.0.1:3000/api/v1/runs" copyLabel="Copy the command" />
      </Specimen>
      <Specimen of="hover-link">
        <Line>
          <HoverLink href="/dev/ui" className="text-accent underline-offset-2 hover:underline">
            A link among words
          </HoverLink>
          <HoverLink href="/dev/ui" className={buttonClass()}>
            A link as a button
          </HoverLink>
        </Line>
      </Specimen>
    </Room>
  );
}
