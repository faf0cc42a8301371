import type { ComparedStep } from '../../contract/comparison.ts';
import type { AskedStep } from '../../contract/load.ts';
import type { Run } from '../../contract/run.ts';

const LETTERS = 26;

/** Runs are called A, B, C ... in the order in which they were asked for; of more than there are letters AA, AB ... */
export const letterOf = (index: number): string =>
  (index < LETTERS ? '' : letterOf(Math.floor(index / LETTERS) - 1)) + String.fromCharCode(65 + (index % LETTERS));

/** 'a', 'a and b', 'a, b and c'. */
export function listed(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** 'A and C: autocannon 9.0.0; B: wrk 4.2.0', or null when all have the same. */
export function unlike(
  runs: Run[],
  called: (index: number) => string,
  of: (run: Run, index: number) => string | null,
): string | null {
  const holders = new Map<string, number[]>();
  for (const [index, run] of runs.entries()) {
    const value = of(run, index);
    if (value !== null) holders.set(value, [...(holders.get(value) ?? []), index]);
  }
  if (holders.size < 2) return null;
  return [...holders].map(([value, indexes]) => `${listed(indexes.map(called))}: ${value}`).join('; ');
}

/** '50 connections × 4 deep': how people know a step. */
export function stepText(step: AskedStep): string {
  const workers = step.toolWorkers === null ? '' : `, ${counted(step.toolWorkers, 'tool worker')}`;
  return `${loadText(step)}${workers}`;
}

/** The same without the tool's workers, which are no part of what the server sees. */
export function loadText(step: AskedStep): string {
  if (step.loop === 'closed') {
    const deep = (step.pipelining ?? 1) > 1 ? ` × ${step.pipelining} deep` : '';
    return step.connections === null
      ? `connections not said${deep}`
      : `${counted(step.connections, 'connection')}${deep}`;
  }
  const random = step.arrivals === 'poisson' ? ' Poisson' : '';
  const over = step.connections === null ? '' : ` over ${counted(step.connections, 'connection')}`;
  const rate =
    step.requestsPerSecond === null ? 'rate not said' : `${step.requestsPerSecond.toLocaleString('en')} req/s`;
  return `${rate}${random}${over}`;
}

export const counted = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;

/** What these runs were asked in one compared step: '100 connections', or '100 connections against 200 connections'. */
export function rowText(runs: Run[], { spec, cells }: Pick<ComparedStep, 'spec' | 'cells'>, indexes: number[]): string {
  const asked = indexes.flatMap((index) => runs[index]?.steps[cells[index]?.stepIndex ?? -1]?.spec ?? []);
  const texts = [...new Set(asked.map(stepText))];
  return texts.length === 0 ? stepText(spec) : texts.join(' against ');
}

/** No more than three, and how many more there are. */
export function firstOf(texts: string[]): string {
  return texts.length <= 3 ? listed(texts) : `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more`;
}
