'use client';

import type { Account } from '@contract/account';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { RemoveSecondFactorDialog } from './remove-second-factor-dialog';
import { SecondFactorDialog } from './second-factor-dialog';

export function SecondFactorPanel({ account: { hasPassword, hasSecondFactor, email } }: { account: Account }) {
  // It is on before its dialog has shown all.
  const [open, setOpen] = useState<'set-up' | 'turn-off' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Panel title="Two-factor authentication" aside={hasSecondFactor ? 'on' : 'off'}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-sm text-muted">
          {hasSecondFactor
            ? 'Your password asks for a code of your authenticator app, too. Sign-in links and API tokens ask for none.'
            : 'A code of an authenticator app beside your password, when you sign in. Sign-in links and API tokens ask for none.'}
          {!hasPassword && !hasSecondFactor && ' Set a password first.'}
        </p>
        <Button
          disabled={!hasPassword && !hasSecondFactor}
          onClick={() => setOpen(hasSecondFactor ? 'turn-off' : 'set-up')}
        >
          {hasSecondFactor ? 'Turn off …' : 'Set up …'}
        </Button>
      </div>
      {open === 'set-up' && <SecondFactorDialog email={email} onClose={close} />}
      {open === 'turn-off' && <RemoveSecondFactorDialog onClose={close} />}
    </Panel>
  );
}
