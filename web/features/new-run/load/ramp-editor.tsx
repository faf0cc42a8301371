'use client';

import { MAX_STEPS } from '@contract/limits';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { refusalOf, stepAbilities } from '@/features/draft/common-abilities';
import { profileKindsOf } from '@/features/draft/run-facts';
import { newStep, type StepDraft } from '@/features/draft/step-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { Button } from '@/ui/button';
import { RampFiller } from './ramp-filler';
import { duplicateStepId, removeStepId, StepRow } from './step-row';

export function RampEditor() {
  const { form, draft, abilities, server, errorAt } = useDraft();
  const { fields, insert, remove, move, append, replace } = useFieldArray({ control: form.control, name: 'steps' });
  const [said, setSaid] = useState('');
  const full = fields.length >= MAX_STEPS;
  const able = stepAbilities(abilities, profileKindsOf(draft.target, server?.facts ?? null));
  const current = (index: number): StepDraft => structuredClone(draft.steps[index] ?? newStep());
  const shift = (index: number, to: number): void => {
    if (to < 0 || to >= fields.length) return;
    move(index, to);
    setSaid(`Step ${index + 1} is now step ${to + 1}.`);
  };
  const drop = (index: number): void => {
    remove(index);
    const next = Math.min(index, fields.length - 2);
    // The row that takes its place, or is last now; a step alone cannot be removed.
    const id = fields.length > 2 ? removeStepId(next) : duplicateStepId(next);
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const fill = (steps: StepDraft[]): void => {
    replace(steps);
    setSaid(`The ramp has ${steps.length} steps.`);
  };
  const error = errorAt('steps');
  return (
    <div data-field={error ? 'steps' : undefined} tabIndex={error ? -1 : undefined}>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <p className="text-xs font-medium text-muted">Steps, in order</p>
        <p className="hidden text-xs text-muted sm:block">Alt + ↑ or ↓ moves a step</p>
      </div>
      <ol className="divide-y divide-line rounded-control border border-line">
        {fields.map((field, index) => (
          <StepRow
            key={field.id}
            index={index}
            count={fields.length}
            able={able}
            full={full}
            onShift={(to) => shift(index, to)}
            onDuplicate={() => insert(index + 1, current(index))}
            onRemove={() => drop(index)}
          />
        ))}
      </ol>
      {error && <p className="mt-1 text-xs text-bad">{error}</p>}
      <NotAble />
      <div className="mt-2 grid justify-items-start gap-1">
        <Button look="ghost" disabled={full} onClick={() => append(current(fields.length - 1))}>
          <Plus aria-hidden className="size-3.5" />
          Add a step
        </Button>
        <RampFiller able={able} onFill={fill} />
      </div>
      {full && <p className="text-xs text-muted">A run has at most {MAX_STEPS} steps.</p>}
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}

/** Columns that the tool has nothing for, where they would have been. */
function NotAble() {
  const { draft, abilities } = useDraft();
  const able = stepAbilities(abilities, []);
  const loops = new Set(draft.loop === 'each' ? draft.steps.map(({ loop }) => loop) : [draft.loop]);
  const lacking = [
    loops.has('closed') && !able.pipelining && { what: 'No pipelining', mode: 'pipelining' },
    loops.has('open') && !able.poisson && { what: 'No Poisson arrivals', mode: 'poisson' },
    loops.has('open') && !able.openConnections && { what: 'No number of connections', mode: 'connections' },
  ].filter((lack) => lack !== false);
  return lacking.map(({ what, mode }) => (
    <p key={mode} className="mt-1.5 text-xs text-muted [overflow-wrap:anywhere]">
      {what}: {refusalOf(abilities, mode) ?? `${draft.tool} has none.`}
    </p>
  ));
}
