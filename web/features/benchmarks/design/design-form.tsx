'use client';

import type { CreateBenchmark } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { MAX_NAME_CHARACTERS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { METRIC_NEEDS, METRIC_WORDS, METRICS, metricTitle } from '@rules/outcomes/figures';
import { protocolOf, stepText } from '@rules/spec/load-words';
import { besideBuilds, revisionOf } from '@rules/spec/revision-words';
import { plannedPointUs } from '@rules/watch/experiment-of-point';
import { formatDurationUs } from '@rules/words/durations';
import { plural } from '@rules/words/numbers';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useRefusals } from '@/features/draft/refusals';
import { decidingSteps } from '@/features/experiments/form/read-experiment';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { CommitField } from './commit-field';
import { type DesignDraft, designField, readDesign } from './design-draft';

interface DesignFormProps {
  spec: RunSpec;
  start: DesignDraft;
  /** The name is asked for elsewhere. */
  named?: boolean;
  /** Said above the fields. */
  children?: ReactNode;
  action: string;
  act: { isPending: boolean; error: unknown };
  refusedAs: string;
  onSubmit: (body: CreateBenchmark, refused: (error: unknown) => void) => void;
  onClose: () => void;
}

/** What is measured of each revision. What was typed stays until it is taken or given up. */
export function DesignForm({
  spec,
  start,
  named,
  children,
  action,
  act,
  refusedAs,
  onSubmit,
  onClose,
}: DesignFormProps) {
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const { body, faults } = readDesign(draft, spec);
  const { refusedAt, refuse } = useRefusals(draft, designField);
  const set = (over: Partial<DesignDraft>): void => setDraft({ ...draft, ...over });
  const errorAt = (field: keyof DesignDraft): string | undefined =>
    refusedAt(field) ?? (tried ? faults[field] : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Not from the page around it: the dialog is a portal of it.
    event.stopPropagation();
    setTried(true);
    if (Object.keys(faults).length === 0 && !act.isPending) onSubmit(body, refuse);
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-3" noValidate onSubmit={submit}>
      {children}
      {!named && (
        <TextField
          id="benchmark-name"
          label="Name"
          maxLength={MAX_NAME_CHARACTERS}
          value={draft.name}
          error={errorAt('name')}
          onChange={({ target }) => set({ name: target.value })}
        />
      )}
      {revisionOf(spec) === null ? (
        <p className="text-xs text-muted">
          This target is not built from commits, so there is no reference: each build is measured against itself. The
          history has its figures and their noise, and cannot tell a slower build from a slower host.
        </p>
      ) : (
        <CommitField
          id="benchmark-reference"
          label="Reference"
          hint="The commit that every candidate runs in turn with, such as the last release."
          spec={spec}
          value={draft.reference}
          error={errorAt('reference')}
          onChange={(reference) => set({ reference })}
        />
      )}
      <Outcome spec={spec} draft={draft} set={set} errorAt={errorAt} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          id="benchmark-rounds"
          label="Rounds of a point"
          inputMode="numeric"
          hint={`At least 3 for a value.${faults.rounds === undefined ? ` ${timeText(body)}` : ''}`}
          value={draft.rounds}
          error={errorAt('rounds')}
          onChange={({ target }) => set({ rounds: target.value })}
        />
        <TextField
          id="benchmark-margin"
          label="Margin"
          term="margin"
          unit="%"
          inputMode="decimal"
          hint="A smaller difference does not matter to you."
          value={draft.marginPercent}
          error={errorAt('marginPercent')}
          onChange={({ target }) => set({ marginPercent: target.value })}
        />
      </div>
      {act.error ? <ErrorNotice title={refusedAs} error={act.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={act.isPending}>
          {act.isPending ? 'Saving …' : action}
        </Button>
      </div>
    </form>
  );
}

/** 'A point takes 12 runs, about 8 min.' */
function timeText({ design: { rounds, spec } }: CreateBenchmark): string {
  const time = formatDurationUs(plannedPointUs({ rounds, spec }));
  return `${plural(2 * rounds, 'run')}, about ${time}${besideBuilds([spec])}.`;
}

interface OutcomeProps {
  spec: RunSpec;
  draft: DesignDraft;
  set: (over: Partial<DesignDraft>) => void;
  errorAt: (field: keyof DesignDraft) => string | undefined;
}

function Outcome({ spec, draft, set, errorAt }: OutcomeProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        id="benchmark-metric"
        label="Watched by"
        hint={`${metricTitle(draft.metric)} ${METRIC_NEEDS[draft.metric]}.`}
        error={errorAt('metric')}
      >
        <SelectBox
          id="benchmark-metric"
          error={errorAt('metric')}
          value={draft.metric}
          onChange={({ target }) => set({ metric: target.value as ComparedMetric })}
        >
          {METRICS.map((metric) => (
            <option key={metric} value={metric}>
              {METRIC_WORDS[metric].label}
            </option>
          ))}
        </SelectBox>
      </Field>
      <Field id="benchmark-step" label="At step" hint="The others have a history too." error={errorAt('stepIndex')}>
        <SelectBox
          id="benchmark-step"
          error={errorAt('stepIndex')}
          value={String(draft.stepIndex)}
          onChange={({ target }) => set({ stepIndex: Number(target.value) })}
        >
          {decidingSteps(spec).map(({ index, step }) => (
            <option key={index} value={String(index)}>
              {`${index + 1}: ${stepText(step, protocolOf({ spec }))}`}
            </option>
          ))}
        </SelectBox>
      </Field>
    </div>
  );
}
