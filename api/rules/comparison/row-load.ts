import type { ComparedStep } from '../../contract/comparison.ts';
import type { AskedStep, Protocol } from '../../contract/load.ts';
import { protocolOf, stepText } from '../spec/load-words.ts';

/** A whole run, or what is shown of one among hundreds. */
export type Asking = { steps: { spec: AskedStep }[] } & ({ spec: { load: object } } | { protocol?: Protocol });

export const protocolIn = (run: Asking | undefined): Protocol | undefined =>
  run === undefined ? undefined : 'spec' in run ? protocolOf(run) : run.protocol;

/** What these runs were asked in a compared step, each text once: '100 connections × 10 streams'. */
export function askedInRow(
  runs: readonly Asking[],
  { cells }: Pick<ComparedStep, 'cells'>,
  indexes: number[],
): string[] {
  const texts = indexes.flatMap((index) => {
    const spec = runs[index]?.steps[cells[index]?.stepIndex ?? -1]?.spec;
    return spec ? [stepText(spec, protocolIn(runs[index]))] : [];
  });
  return [...new Set(texts)];
}

/** What a compared step is called by: what was asked of the run that it is the step of. */
export function rowName(runs: readonly Asking[], row: Pick<ComparedStep, 'spec' | 'cells'>): string {
  const same = JSON.stringify(row.spec);
  const own = row.cells.findIndex(
    ({ stepIndex }, index) => JSON.stringify(runs[index]?.steps[stepIndex ?? -1]?.spec) === same,
  );
  return stepText(row.spec, protocolIn(runs[own]));
}
