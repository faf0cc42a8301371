'use client';

import type { ComparedMetric } from '@contract/comparison';
import { METRIC_WORDS, METRICS } from '@rules/outcomes/figures';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';

interface Figure {
  metric: ComparedMetric;
  stepIndex: number;
}

interface FigureFieldsProps {
  /** Of the form: begins the ids of its fields. */
  id: string;
  label: string;
  /** Of the benchmark's load; a single one is not asked for. */
  steps: number;
  figure: Figure;
  set: (over: Partial<Figure>) => void;
  error?: string;
}

/** A metric of a step, in a form. */
export function FigureFields({ id, label, steps, figure: { metric, stepIndex }, set, error }: FigureFieldsProps) {
  const indexes = [...Array(steps).keys()];
  return (
    <div className={`grid items-start gap-3 ${steps > 1 ? 'grid-cols-[minmax(0,1fr)_auto]' : ''}`}>
      <Field id={`${id}-metric`} label={label} error={error}>
        <SelectBox
          id={`${id}-metric`}
          error={error}
          value={metric}
          onChange={({ target }) => set({ metric: target.value as ComparedMetric })}
        >
          {METRICS.map((one) => (
            <option key={one} value={one}>
              {METRIC_WORDS[one].label}
            </option>
          ))}
        </SelectBox>
      </Field>
      {steps > 1 && (
        <Field id={`${id}-step`} label="At step">
          <SelectBox
            id={`${id}-step`}
            value={String(stepIndex)}
            onChange={({ target }) => set({ stepIndex: Number(target.value) })}
          >
            {indexes.map((index) => (
              <option key={index} value={String(index)}>
                {index + 1}
              </option>
            ))}
          </SelectBox>
        </Field>
      )}
    </div>
  );
}
