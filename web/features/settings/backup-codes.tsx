'use client';

import { useState } from 'react';
import { post } from '@/api/client';
import { Dialog } from '@/ui/dialog';
import { PasswordStep } from './password-step';
import { ShownOnce } from './shown-once';

interface BackupCodesProps {
  codes: string[];
  /** What has just happened. */
  news: string;
  onClose: () => void;
}

export const BackupCodesDialog = ({ codes, news, onClose }: BackupCodesProps) => (
  <Dialog
    open
    onOpenChange={onClose}
    deliberate
    title="Your backup codes"
    description={`${news} Each of these codes signs you in once, where you do not have the app.`}
  >
    <ShownOnce
      secret={codes.join('\n')}
      copyLabel="Copy the codes"
      fileName="millionrps-backup-codes.txt"
      note="Keep them where you keep passwords, not on the phone with the app."
      onDone={onClose}
    />
  </Dialog>
);

/** The password, then the codes. */
export function NewBackupCodesDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes)
    return <BackupCodesDialog codes={codes} news="The codes that you had before work no more." onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Make new backup codes"
      description="The codes that you have now stop working. Confirm your password to go on."
    >
      <PasswordStep
        email={email}
        failed="No new codes"
        ask={(password) => post('/api/v1/account/second-factor/backup-codes', { password })}
        onAnswer={({ backupCodes }) => setCodes(backupCodes)}
        onCancel={onClose}
      />
    </Dialog>
  );
}
