'use client';

import { MAX_ANNOTATION_CHARACTERS } from '@contract/limits';
import type { Run } from '@contract/run';
import { type FormEvent, useId, useState } from 'react';
import { formatOffsetFine, secondsOfOffset } from '@/lib/time';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { type AnnotationDraft, useStripClock } from './linked-strips';
import { useWriteAnnotation } from './use-annotations';

interface AnnotationDialogProps {
  run: Run;
  draft: AnnotationDraft;
  onDone: () => void;
}

export function AnnotationDialog({ run, draft, onDone }: AnnotationDialogProps) {
  const host = run.hosts.length > 1 ? run.hosts.find(({ hostId }) => hostId === draft.hostId)?.name : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={draft.id ? 'Edit annotation' : 'Annotate the run'}
      description={`Drawn on every strip, and read by everybody who sees the run.${host ? ` Times are by the clock of ${host}.` : ''}`}
    >
      <Form run={run} draft={draft} onDone={onDone} />
    </Dialog>
  );
}

function Form({ run, draft, onDone }: AnnotationDialogProps) {
  const id = useId();
  const { zeroUs } = useStripClock(draft.hostId);
  const write = useWriteAnnotation(run.id, draft.id ?? null);
  const offset = (us: number | null): string => (us === null ? '' : formatOffsetFine((us - zeroUs) / 1e6));
  const [text, setText] = useState(draft.text);
  const [from, setFrom] = useState(offset(draft.fromUs));
  const [to, setTo] = useState(offset(draft.toUs));
  const [asked, setAsked] = useState(false);
  const [fromSeconds, toSeconds] = [secondsOfOffset(from), to.trim() === '' ? null : secondsOfOffset(to)];
  const faults = {
    text: text.trim() === '' ? 'Write what happened.' : undefined,
    from: fromSeconds === undefined ? TIME_FORM : undefined,
    to:
      toSeconds === undefined
        ? TIME_FORM
        : toSeconds !== null && fromSeconds !== undefined && toSeconds <= fromSeconds
          ? 'The end is later than the start.'
          : undefined,
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (Object.values(faults).some(Boolean) || fromSeconds === undefined || toSeconds === undefined) return;
    // What was not typed anew stays exact.
    const us = (typed: string, seconds: number, before: number | null): number =>
      before !== null && typed === offset(before) ? before : Math.round(zeroUs + seconds * 1e6);
    write.mutate(
      {
        hostId: draft.hostId,
        fromUs: us(from, fromSeconds, draft.fromUs),
        toUs: toSeconds === null ? null : us(to, toSeconds, draft.toUs),
        text: text.trim(),
      },
      { onSuccess: onDone },
    );
  };
  return (
    <form className="grid gap-3" onSubmit={save} noValidate>
      <TextField
        id={`${id}-text`}
        label="Text"
        error={asked ? faults.text : undefined}
        autoFocus
        value={text}
        maxLength={MAX_ANNOTATION_CHARACTERS}
        placeholder="Such as: cron started here"
        onChange={({ target }) => setText(target.value)}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          id={`${id}-from`}
          label="From"
          hint="minutes:seconds"
          error={asked ? faults.from : undefined}
          value={from}
          maxLength={12}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          id={`${id}-to`}
          label="To"
          hint="empty for a moment"
          error={asked ? faults.to : undefined}
          value={to}
          maxLength={12}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      {write.isError && (
        <ErrorNotice title="The annotation was not saved; what you typed is still here" error={write.error} />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Discard</Button>
        <Button type="submit" look="primary" disabled={write.isPending}>
          {write.isPending ? 'Saving …' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

const TIME_FORM = 'Minutes and seconds, such as 0:12.5.';
