'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import type { Run } from '@/api/types';
import { Button } from '@/components/button';
import { ErrorNotice } from '@/components/error-notice';
import { controlClass, Field } from '@/components/field';
import { Notice } from '@/components/notice';
import { formatCount } from '@/lib/format';
import { useLabelRun } from '../runs/run-changes';

const MAX_CHARACTERS = 10_000;
const SHORT_OF = 500;

/** What is typed stays when the run changes or saving fails. */
export function NotesEditor({ run, onDone }: { run: Run; onDone: () => void }) {
  const id = useId();
  const [before] = useState(run.notes);
  const [notes, setNotes] = useState(run.notes);
  const label = useLabelRun(run.id);
  const left = MAX_CHARACTERS - notes.length;
  const save = (): void => label.mutate({ notes }, { onSuccess: onDone });
  const byKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && left >= 0) save();
    if (event.key === 'Escape' && notes === before) onDone();
  };
  return (
    <form
      className="grid w-full max-w-[44rem] gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        id={id}
        label="Notes"
        error={left < 0 ? `${formatCount(-left)} characters too many.` : undefined}
        hint={left >= 0 && left < SHORT_OF ? `${formatCount(left)} characters left` : undefined}
      >
        <textarea
          id={id}
          rows={Math.min(16, Math.max(4, notes.split('\n').length + 1))}
          // biome-ignore lint/a11y/noAutofocus: the person asked for this very field
          autoFocus
          className={`${controlClass(left < 0)} h-auto py-1.5`}
          value={notes}
          onChange={({ target }) => setNotes(target.value)}
          onKeyDown={byKey}
        />
      </Field>
      {run.notes !== before && run.notes !== notes && !label.isPending && (
        <Notice kind="warn" title="Somebody changed the notes meanwhile">
          <p className="whitespace-pre-wrap">They say now: {run.notes || '(nothing)'}</p>
          <p>Saving replaces that with what stands in the field.</p>
        </Notice>
      )}
      {label.isError && (
        <ErrorNotice title="The notes were not saved; what you typed is still here" error={label.error} />
      )}
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={left < 0 || label.isPending}>
          {label.isPending ? 'Saving …' : 'Save notes'}
        </Button>
        <Button onClick={onDone}>Discard</Button>
      </div>
    </form>
  );
}
