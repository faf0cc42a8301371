'use client';

import { ArrowDown, ArrowUp, CopyPlus, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Button, IconButton } from '@/components/button';
import { formatCount } from '@/lib/format';
import { newStep, type StepDraft } from '@/lib/presets';
import { useDraft } from './draft-form';
import { StepInput } from './step-input';

const MAX_STEPS = 50;

export function RampEditor() {
  const { form, draft } = useDraft();
  const { fields, insert, remove, move, append } = useFieldArray({ control: form.control, name: 'steps' });
  const [said, setSaid] = useState('');
  const full = fields.length >= MAX_STEPS;
  const current = (index: number): StepDraft => ({ ...(draft.steps[index] ?? newStep(10, 10)) });
  const shift = (index: number, to: number): void => {
    if (to < 0 || to >= fields.length) return;
    move(index, to);
    setSaid(`Step ${index + 1} is now step ${to + 1}.`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    shift(index, index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <p className="text-xs font-medium text-muted">Steps, in order</p>
        <p className="hidden text-xs text-muted sm:block">Alt + ↑ or ↓ moves a step</p>
      </div>
      <div className={`${COLUMNS} hidden px-3 pb-1 text-xs text-muted md:grid`} aria-hidden>
        <span>step</span>
        <span>connections</span>
        <span>pipelining</span>
        <span>duration</span>
        <span className="text-right">in flight</span>
        <span />
      </div>
      <ol className="divide-y divide-line rounded-control border border-line">
        {fields.map((field, index) => (
          <li
            key={field.id}
            onKeyDown={(event) => onKeyDown(event, index)}
            className={`${COLUMNS} grid items-start px-3 py-2`}
          >
            <span className="leading-8 text-muted">
              <span className="sr-only">Step </span>
              {index + 1}
            </span>
            <StepInput index={index} name="connections" label="connections" />
            <StepInput index={index} name="pipelining" label="pipelining" />
            <StepInput index={index} name="durationSeconds" label="duration" unit="s" />
            <span className="col-start-2 text-xs leading-8 text-muted md:col-start-auto md:text-right md:text-sm">
              <span className="md:hidden">in flight </span>
              {inFlight(draft.steps[index])}
            </span>
            <span className="col-span-2 flex justify-end gap-0.5 md:col-span-1">
              <IconButton
                label={`Move step ${index + 1} up`}
                disabled={index === 0}
                onClick={() => shift(index, index - 1)}
              >
                <ArrowUp aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`Move step ${index + 1} down`}
                disabled={index === fields.length - 1}
                onClick={() => shift(index, index + 1)}
              >
                <ArrowDown aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`Duplicate step ${index + 1}`}
                disabled={full}
                onClick={() => insert(index + 1, current(index))}
              >
                <CopyPlus aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`Remove step ${index + 1}`}
                disabled={fields.length === 1}
                onClick={() => remove(index)}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <Button look="ghost" className="mt-2" disabled={full} onClick={() => append(current(fields.length - 1))}>
        <Plus aria-hidden className="size-3.5" />
        Add a step
      </Button>
      {full && <span className="ml-2 text-xs text-muted">A run has at most {MAX_STEPS} steps.</span>}
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}

const COLUMNS =
  'grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)] gap-x-3 md:grid-cols-[2rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_5.5rem_8rem]';

const typedNumber = (typed = ''): number => Number(typed.replaceAll(',', ''));

function inFlight(step: StepDraft | undefined): string {
  const [connections = 0, pipelining = 0] = [step?.connections, step?.pipelining].map(typedNumber);
  const product = connections * pipelining;
  return Number.isInteger(product) && product > 0 ? formatCount(product) : '–';
}
