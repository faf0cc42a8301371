'use client';

import type { Account } from '@contract/account';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { NewBackupCodesDialog } from './backup-codes';
import { RemoveSecondFactorDialog } from './remove-second-factor-dialog';
import { SecondFactorDialog } from './second-factor-dialog';

export function SecondFactorPanel({ account }: { account: Account }) {
  const { hasPassword, hasSecondFactor, email } = account;
  // It is on before its dialog has shown all.
  const [open, setOpen] = useState<'set-up' | 'codes' | 'turn-off' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Panel title="Two-factor authentication" aside={hasSecondFactor ? 'on' : 'off'}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-sm text-muted">
          {hasSecondFactor
            ? 'Your password asks for a code of your authenticator app, too. Sign-in links and API tokens ask for none.'
            : 'A code of an authenticator app beside your password, when you sign in. Sign-in links and API tokens ask for none.'}
          {!hasPassword && ' Set a password first.'}
        </p>
        <div className="flex flex-wrap gap-2">
          {hasSecondFactor ? (
            <>
              <Button disabled={!hasPassword} onClick={() => setOpen('codes')}>
                New backup codes …
              </Button>
              <Button onClick={() => setOpen('turn-off')}>Turn off …</Button>
            </>
          ) : (
            <Button disabled={!hasPassword} onClick={() => setOpen('set-up')}>
              Set up …
            </Button>
          )}
        </div>
      </div>
      {open === 'set-up' && <SecondFactorDialog email={email} onClose={close} />}
      {open === 'codes' && <NewBackupCodesDialog email={email} onClose={close} />}
      {open === 'turn-off' && <RemoveSecondFactorDialog account={account} onClose={close} />}
    </Panel>
  );
}
