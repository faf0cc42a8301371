'use client';

import { MAX_RUN_NAME_CHARACTERS } from '@contract/limits';
import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { MadeLink } from './made-link';
import { useCreateShare } from './shares-query';

export interface ShareSubject {
  /** One run, or the runs of a comparison; none of an experiment. */
  runIds: string[];
  experimentId?: string;
  baselineRunId?: string;
  /** Default title of the link. */
  name: string;
}

const EXPIRIES = [
  { days: '', label: 'when it is revoked' },
  { days: '1', label: 'after a day' },
  { days: '7', label: 'after 7 days' },
  { days: '30', label: 'after 30 days' },
  { days: '365', label: 'after a year' },
];

export function ShareForm({ subject }: { subject: ShareSubject }) {
  const [title, setTitle] = useState('');
  const [days, setDays] = useState('');
  const create = useCreateShare();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { runIds, baselineRunId, experimentId } = subject;
    create.mutate({
      runIds,
      experimentId,
      baselineRunId,
      title: title.trim() || null,
      expiresInDays: days === '' ? null : Number(days),
    });
  };
  if (create.data) return <MadeLink url={create.data.url} again={create.reset} />;
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        id="share-title"
        label="Title"
        placeholder={subject.name}
        hint="What the page and its preview are called. Empty: the name shown."
        maxLength={MAX_RUN_NAME_CHARACTERS}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field id="share-expiry" label="The link ends">
        <SelectBox id="share-expiry" value={days} onChange={(event) => setDays(event.target.value)}>
          {EXPIRIES.map((expiry) => (
            <option key={expiry.days} value={expiry.days}>
              {expiry.label}
            </option>
          ))}
        </SelectBox>
      </Field>
      <p className="text-xs text-muted">
        In it: figures, {subject.experimentId ? '' : 'time series, '}settings, names and facts of the hosts, commands
        with their paths, notes, and your name. Not in it: arguments of the hosts’ own programs, addresses of NICs, raw
        files.
      </p>
      {create.isError && (
        <ErrorNotice
          title="No link was made"
          unconfirmed="Not confirmed: a link may have been made. Look under Shares"
          error={create.error}
        />
      )}
      <Button type="submit" look="primary" disabled={create.isPending} className="justify-self-start">
        {create.isPending ? 'Freezing …' : 'Make a link'}
      </Button>
    </form>
  );
}
