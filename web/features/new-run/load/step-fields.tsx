'use client';

import type { StepSpec } from '@contract/load';
import { useId } from 'react';
import type { StepAbilities, StepDraft } from '@/features/draft/step-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { classNames } from '@/ui/class-names';
import { controlClass, SelectBox } from '@/ui/inputs/control';

/** Where a step is in the draft. */
export type StepPath = `steps.${number}` | 'search.first';

type TypedName =
  | 'connections'
  | 'pipelining'
  | 'requestsPerSecond'
  | 'openConnections'
  | 'durationSeconds'
  | 'toolWorkers';

interface Column {
  name: TypedName | 'arrivals';
  label: string;
  unit?: string;
  placeholder?: string;
  /** Its part of the row's width, as a grid track. */
  width: string;
}

/** What is typed of a step: what its loop and the tool have. */
export function stepColumns(loop: StepSpec['loop'], able: StepAbilities): Column[] {
  const ofLoop: (Column | false)[] =
    loop === 'closed'
      ? [
          { name: 'connections', label: 'connections', width: '1fr' },
          able.pipelining && { name: 'pipelining', label: 'pipelining', width: '1fr' },
        ]
      : [
          { name: 'requestsPerSecond', label: 'rate, req/s', width: '1.2fr' },
          able.poisson && { name: 'arrivals', label: 'arrivals', width: '1.3fr' },
          able.openConnections && {
            name: 'openConnections',
            label: 'connections',
            placeholder: 'as needed',
            width: '1.2fr',
          },
        ];
  return [
    ...ofLoop.filter((column) => column !== false),
    { name: 'durationSeconds', label: 'duration', unit: 's', width: '1fr' },
    ...(able.workers
      ? [{ name: 'toolWorkers' as const, label: 'tool workers', placeholder: 'as below', width: '1fr' }]
      : []),
  ];
}

/** The grid tracks of a row with these columns. */
export const columnWidths = (columns: Column[]): string => columns.map(({ width }) => `minmax(0, ${width})`).join(' ');

interface StepFieldsProps {
  at: StepPath;
  /** What the step is called for those who do not see its place. */
  called: string;
  loop: StepSpec['loop'];
  able: StepAbilities;
  /** Labels are read from the row above where there is room for a row. */
  labelled: boolean;
}

export function StepFields({ at, called, loop, able, labelled }: StepFieldsProps) {
  return stepColumns(loop, able).map((column) => (
    <StepField key={column.name} at={at} called={called} column={column} labelled={labelled} />
  ));
}

interface StepFieldProps {
  at: StepPath;
  called: string;
  column: Column;
  labelled: boolean;
}

function StepField({ at, called, column: { name, label, unit, placeholder }, labelled }: StepFieldProps) {
  const { form, errorAt } = useDraft();
  const id = useId();
  const field = `${at}.${name}` as const;
  const error = errorAt(field);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={classNames('block pb-0.5 text-xs text-muted', !labelled && 'md:sr-only')}>
        <span className="sr-only">{called}: </span>
        {label}
        {unit === 's' && <span className="sr-only"> in seconds</span>}
      </label>
      {name === 'arrivals' ? (
        <Arrivals id={id} at={at} />
      ) : (
        <div className="relative">
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            placeholder={placeholder}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={classNames(controlClass(Boolean(error)), Boolean(unit) && 'pr-7')}
            {...form.register(`${at}.${name}`)}
          />
          {unit && (
            <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-xs text-muted">
              {unit}
            </span>
          )}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function Arrivals({ id, at }: { id: string; at: StepPath }) {
  const { form } = useDraft();
  return (
    <SelectBox id={id} title="Poisson: at random times around the rate" {...form.register(`${at}.arrivals`)}>
      <option value="constant">constant</option>
      <option value="poisson">Poisson</option>
    </SelectBox>
  );
}

/** The most requests that a closed loop has in flight; nothing where a rate decides. */
export function inFlightOf(step: StepDraft, loop: StepSpec['loop'], { pipelining }: StepAbilities): number | null {
  if (loop === 'open') return null;
  const [connections = 0, depth = 0] = [step.connections, pipelining ? step.pipelining : '1'].map((typed) =>
    Number(typed.replaceAll(',', '')),
  );
  const product = connections * depth;
  return Number.isInteger(product) && product > 0 ? product : null;
}
