'use client';

import type { Alert, ChangeAlert } from '@contract/alert';
import { MAX_ALERT_REASON_CHARACTERS } from '@contract/limits';
import { type FormEvent, useState } from 'react';
import { nowMs } from '@/lib/clock';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { ACTIONS, type AlertAction } from './alert-looks';
import { useChangeAlert } from './alerts-query';

interface AlertDialogProps {
  alert: Alert;
  action: AlertAction;
  onClose: () => void;
}

const DAY_US = 86_400e6;
const MUTED_DAYS = ['1', '7', '30'];

/** What a person says of a change, and why. */
export function AlertDialog({ alert, action, onClose }: AlertDialogProps) {
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('7');
  const [tried, setTried] = useState(false);
  const change = useChangeAlert(alert.benchmarkId, alert.id);
  const { label, about, reason: placeholder } = ACTIONS[action];
  const told = reason.trim();
  const save = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (told !== '' && !change.isPending) change.mutate(changeOf(action, told, Number(days)), { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={label} description={about}>
      <form className="grid gap-3" noValidate onSubmit={save}>
        <p className="text-sm [overflow-wrap:anywhere]">{alert.sentence}</p>
        {action === 'mute' && (
          <Field id="muted-days" label="Until">
            <SelectBox id="muted-days" value={days} onChange={({ target }) => setDays(target.value)}>
              {MUTED_DAYS.map((count) => (
                <option key={count} value={count}>
                  {count === '1' ? 'in a day' : `in ${count} days`}
                </option>
              ))}
            </SelectBox>
          </Field>
        )}
        <TextField
          id="alert-reason"
          label="Reason"
          placeholder={placeholder}
          maxLength={MAX_ALERT_REASON_CHARACTERS}
          value={reason}
          error={tried && told === '' ? 'Give a reason: others read it here.' : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        {change.error && <ErrorNotice title="That was not kept" error={change.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={change.isPending}>
            {change.isPending ? 'Saving …' : label}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const changeOf = (action: AlertAction, reason: string, days: number): ChangeAlert =>
  action === 'mute' ? { action, reason, untilUs: nowMs() * 1000 + days * DAY_US } : { action, reason };
