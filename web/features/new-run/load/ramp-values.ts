import { LOAD_LIMITS, MAX_STEPS } from '@contract/limits';
import type { StepSpec } from '@contract/load';
import { formatCount } from '@rules/words/numbers';
import type { StepDraft } from '@/features/draft/step-draft';

/** What a ramp goes over. */
export type RampAxis = 'connections' | 'pipelining' | 'requestsPerSecond' | 'toolWorkers';

export const RAMP_AXES: Record<RampAxis, { label: string; loop: StepSpec['loop'] | null }> = {
  connections: { label: 'connections', loop: 'closed' },
  pipelining: { label: 'pipelining', loop: 'closed' },
  requestsPerSecond: { label: 'req/s', loop: 'open' },
  toolWorkers: { label: 'tool workers', loop: null },
};

export type Values = { values: number[] } | { fault: string };

/** '10, 50, 1,000', '10 50 100' and '10,50,100': a comma is part of a number only where something else parts them. */
export function listedValues(text: string, axis: RampAxis): Values {
  const parted = /[\s;/]/.test(text.trim());
  const words = text.match(parted ? /\d{1,3}(?:,\d{3})+(?!\d)|[^\s,;/]+/g : /[^,]+/g) ?? [];
  if (text.trim() === '' || words.length === 0) return { fault: 'Write values such as 10, 50, 100.' };
  return checked(
    words.map((word) => Number(word.replaceAll(',', ''))),
    axis,
  );
}

export interface Range {
  from: string;
  to: string;
  count: string;
  /** Each the same factor, or the same distance, from the one before. */
  spacing: 'geometric' | 'even';
}

export function rangedValues({ from, to, count, spacing }: Range, axis: RampAxis): Values {
  const [low, high, many] = [from, to, count].map((text) =>
    Number(text.trim() === '' ? Number.NaN : text.replaceAll(',', '')),
  );
  if (!isWhole(low) || !isWhole(high) || low < 1 || high < 1) return { fault: 'From and to are whole numbers.' };
  if (!isWhole(many) || many < 2 || many > MAX_STEPS)
    return { fault: `Steps are a whole number from 2 to ${MAX_STEPS}.` };
  const at = (part: number): number => (spacing === 'even' ? low + (high - low) * part : low * (high / low) ** part);
  const values = Array.from({ length: many }, (_, index) => Math.round(at(index / (many - 1))));
  return checked([...new Set(values)], axis);
}

const isWhole = (value: number | undefined): value is number => Number.isInteger(value);

function checked(values: number[], axis: RampAxis): Values {
  const { label } = RAMP_AXES[axis];
  const [least, most] = LOAD_LIMITS[axis];
  if (!values.every((value) => isWhole(value) && value >= least && value <= most))
    return { fault: `Each of ${label} is a whole number from ${least} to ${formatCount(most)}.` };
  return values.length > MAX_STEPS ? { fault: `At most ${MAX_STEPS} steps.` } : { values };
}

/** A step for each value, otherwise like the model. */
export const rampOf = (values: number[], axis: RampAxis, model: StepDraft): StepDraft[] =>
  values.map((value) => ({
    ...model,
    profiles: [],
    profiledOnly: false,
    loop: RAMP_AXES[axis].loop ?? model.loop,
    [axis]: String(value),
  }));
