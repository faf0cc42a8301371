'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import type { Experiment } from '@/api/types';
import { Button } from '@/components/button';
import { ErrorNotice } from '@/components/error-notice';
import { controlClass, describedBy, Field } from '@/components/field';
import { Notice } from '@/components/notice';
import { Segmented } from '@/components/segmented';
import { formatCount } from '@/lib/format';
import { useChangeExperiment } from './experiments-query';
import { Markdown } from './markdown';

const MOST_CHARACTERS = 20_000;
const SHORT_OF = 1000;

/** What is typed stays when saving fails, or somebody else writes meanwhile. */
export function FindingEditor({ experiment, onDone }: { experiment: Experiment; onDone: () => void }) {
  const id = useId();
  const [before] = useState(experiment.finding);
  const [finding, setFinding] = useState(experiment.finding);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const change = useChangeExperiment(experiment.id);
  const left = MOST_CHARACTERS - finding.length;
  const save = (): void => {
    if (left >= 0 && !change.isPending) change.mutate({ finding }, { onSuccess: onDone });
  };
  const byKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
    if (event.key === 'Escape' && finding === before) onDone();
  };
  const error = left < 0 ? `${formatCount(-left)} characters too many.` : undefined;
  const hint =
    left >= 0 && left < SHORT_OF ? `${formatCount(left)} characters left` : 'Markdown: **bold**, lists, links, `code`.';
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Segmented
        label="Write or preview"
        value={view}
        onChange={setView}
        options={[
          { value: 'write', label: 'Write' },
          { value: 'preview', label: 'Preview' },
        ]}
        className="justify-self-start"
      />
      {view === 'write' ? (
        <Field id={id} label="Finding" error={error} hint={hint}>
          <textarea
            id={id}
            rows={Math.min(24, Math.max(6, finding.split('\n').length + 2))}
            // biome-ignore lint/a11y/noAutofocus: the person asked for this very field
            autoFocus
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, error, hint)}
            className={`${controlClass(left < 0)} h-auto py-1.5 font-mono !text-xs`}
            value={finding}
            onChange={({ target }) => setFinding(target.value)}
            onKeyDown={byKey}
          />
        </Field>
      ) : (
        <div className="min-h-24 rounded-control border border-line px-3 py-2">
          {finding.trim() === '' ? <p className="text-sm text-muted">Nothing to show.</p> : <Markdown text={finding} />}
        </div>
      )}
      {experiment.finding !== before && experiment.finding !== finding && !change.isPending && (
        <Notice kind="warn" title="Somebody changed the finding meanwhile">
          <p className="whitespace-pre-wrap">It says now: {experiment.finding || '(nothing)'}</p>
          <p>Saving replaces that with what stands in the field.</p>
        </Notice>
      )}
      {change.isError && (
        <ErrorNotice title="The finding was not saved; what you typed is still here" error={change.error} />
      )}
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={left < 0 || change.isPending}>
          {change.isPending ? 'Saving …' : 'Save the finding'}
        </Button>
        <Button onClick={onDone}>Discard</Button>
      </div>
    </form>
  );
}
