'use client';

import { ABSENT, formatCount } from '@rules/words/numbers';
import { ArrowDown, ArrowUp, CopyPlus, Trash2 } from 'lucide-react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { loopOfRow } from '@/features/draft/run-draft';
import { newStep, type StepAbilities } from '@/features/draft/step-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { IconButton } from '@/ui/button';
import { SelectBox } from '@/ui/inputs/control';
import { columnWidths, inFlightOf, StepFields, stepColumns } from './step-fields';

interface StepRowProps {
  index: number;
  count: number;
  able: StepAbilities;
  /** No further step is taken. */
  full: boolean;
  onShift: (to: number) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

export const removeStepId = (index: number): string => `remove-step-${index}`;
export const duplicateStepId = (index: number): string => `duplicate-step-${index}`;

export function StepRow({ index, count, able, full, onShift, onDuplicate, onRemove }: StepRowProps) {
  const { draft } = useDraft();
  const step = draft.steps[index] ?? newStep();
  const loop = loopOfRow(draft, step);
  const each = draft.loop === 'each';
  const inFlight = inFlightOf(step, loop, able);
  const widths = `${each ? 'minmax(0, 1.2fr) ' : ''}${columnWidths(stepColumns(loop, able))}${loop === 'closed' ? ' 4.5rem' : ''}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onShift(index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const labelled = index === 0 || each;
  return (
    <li onKeyDown={onKeyDown} className="grid gap-1.5 px-3 py-2">
      <div
        style={{ '--columns': `1.5rem ${widths} 7.25rem` } as CSSProperties}
        className="grid grid-cols-2 items-start gap-x-3 gap-y-1.5 md:[grid-template-columns:var(--columns)]"
      >
        <span className={`col-span-2 text-sm leading-8 text-muted md:col-span-1 ${labelled ? 'md:pt-4.5' : ''}`}>
          <span className="md:sr-only">Step </span>
          {index + 1}
        </span>
        {each && <RowLoop index={index} />}
        <StepFields at={`steps.${index}`} called={`Step ${index + 1}`} loop={loop} able={able} labelled={labelled} />
        {loop === 'closed' && (
          <p className="text-xs text-muted md:text-right md:text-sm">
            {labelled && <span className="hidden pb-0.5 text-xs md:block">in flight</span>}
            <span className="md:leading-8">
              <span className="md:sr-only">in flight </span>
              {inFlight === null ? ABSENT : formatCount(inFlight)}
            </span>
          </p>
        )}
        <div className={`flex justify-end gap-0.5 ${labelled ? 'md:pt-4.5' : ''}`}>
          <IconButton label={`Move step ${index + 1} up`} disabled={index === 0} onClick={() => onShift(index - 1)}>
            <ArrowUp aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={`Move step ${index + 1} down`}
            disabled={index === count - 1}
            onClick={() => onShift(index + 1)}
          >
            <ArrowDown aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            id={duplicateStepId(index)}
            label={`Duplicate step ${index + 1}`}
            disabled={full}
            onClick={onDuplicate}
          >
            <CopyPlus aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            id={removeStepId(index)}
            label={`Remove step ${index + 1}`}
            disabled={count === 1}
            onClick={onRemove}
          >
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

function RowLoop({ index }: { index: number }) {
  const { form } = useDraft();
  const id = `step-loop-${index}`;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block pb-0.5 text-xs text-muted">
        <span className="sr-only">Step {index + 1}: </span>loop
      </label>
      <SelectBox id={id} {...form.register(`steps.${index}.loop`)}>
        <option value="closed">closed</option>
        <option value="open">open</option>
      </SelectBox>
    </div>
  );
}
