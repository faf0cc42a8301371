'use client';

import { formatCount } from '@rules/words/numbers';
import { type KeyboardEvent, useState } from 'react';
import { newStep, type StepAbilities, type StepDraft } from '@/features/draft/step-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { Button } from '@/ui/button';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { listedValues, RAMP_AXES, type RampAxis, type Range, rampOf, rangedValues } from './ramp-values';

interface RampFillerProps {
  able: StepAbilities;
  onFill: (steps: StepDraft[]) => void;
}

const AXES = Object.keys(RAMP_AXES) as RampAxis[];

/** Steps from values: written out, or from one to another. The rest of each is the first step's. */
export function RampFiller({ able, onFill }: RampFillerProps) {
  const { draft } = useDraft();
  const [range, setRange] = useState<Range>({ from: '10', to: '1000', count: '5', spacing: 'geometric' });
  const [listed, setListed] = useState('');
  const [wanted, setWanted] = useState<RampAxis | null>(null);
  const axes = AXES.filter((axis) => {
    const { loop } = RAMP_AXES[axis];
    if (axis === 'pipelining' && !able.pipelining) return false;
    if (axis === 'toolWorkers' && !able.workers) return false;
    return loop === null || draft.loop === 'each' || draft.loop === loop;
  });
  const axis = wanted !== null && axes.includes(wanted) ? wanted : (axes[0] ?? 'connections');
  const read = listed.trim() === '' ? rangedValues(range, axis) : listedValues(listed, axis);
  const fill = (): void => {
    if ('values' in read) onFill(rampOf(read.values, axis, draft.steps[0] ?? newStep()));
  };
  // Enter would send the whole form.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    fill();
  };
  const part = (name: 'from' | 'to' | 'count', label: string) => (
    <TextField
      id={`ramp-${name}`}
      label={label}
      inputMode="numeric"
      value={range[name]}
      onChange={(event) => setRange({ ...range, [name]: event.target.value })}
      disabled={listed.trim() !== ''}
    />
  );
  return (
    <details className="w-full min-w-0 rounded-control open:border open:border-line open:p-3">
      <summary className="w-fit cursor-pointer rounded-control px-3 py-1 text-sm font-medium text-muted hover:bg-raised hover:text-ink">
        Fill the ramp
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps Enter from sending the form */}
      <div className="mt-2 grid grid-cols-2 gap-3 lg:grid-cols-5" onKeyDown={onKeyDown}>
        <Field id="ramp-axis" label="Over">
          <SelectBox id="ramp-axis" value={axis} onChange={(event) => setWanted(event.target.value as RampAxis)}>
            {axes.map((one) => (
              <option key={one} value={one}>
                {RAMP_AXES[one].label}
              </option>
            ))}
          </SelectBox>
        </Field>
        {part('from', 'From')}
        {part('to', 'To')}
        {part('count', 'Steps')}
        <Field id="ramp-spacing" label="Spacing">
          <SelectBox
            id="ramp-spacing"
            value={range.spacing}
            disabled={listed.trim() !== ''}
            onChange={(event) => setRange({ ...range, spacing: event.target.value as Range['spacing'] })}
          >
            <option value="geometric">same factor</option>
            <option value="even">same distance</option>
          </SelectBox>
        </Field>
        <TextField
          id="ramp-values"
          label="Or these values"
          fieldClass="col-span-2 lg:col-span-5"
          placeholder="10, 50, 100"
          hint={
            'values' in read ? `${read.values.length} steps: ${read.values.map(formatCount).join(', ')}` : undefined
          }
          error={'fault' in read ? read.fault : undefined}
          value={listed}
          onChange={(event) => setListed(event.target.value)}
        />
        <Button className="justify-self-start" disabled={!('values' in read)} onClick={fill}>
          Replace the steps
        </Button>
      </div>
    </details>
  );
}
