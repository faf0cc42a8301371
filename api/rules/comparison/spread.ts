import type { ComparedMetric, ShownResult } from '../../contract/comparison.ts';
import { figureOf, METRICS } from '../outcomes/figures.ts';

export interface Spread {
  metric: ComparedMetric;
  /** How far the highest figure is above the lowest, as a share. */
  share: number;
  lowest: number;
  highest: number;
  runs: number;
}

type Compared = Pick<ShownResult, 'runs' | 'steps'>;

/** The compared step with the highest throughput of any run; null where nothing was measured. */
export function fastestStep({ runs, steps }: Compared): number | null {
  const rates = steps.map((_, row) => Math.max(0, ...figuresAt({ runs, steps }, row, 'requestsPerSecond')));
  const highest = Math.max(0, ...rates);
  return highest > 0 ? rates.indexOf(highest) : null;
}

/** How far runs of one configuration are apart in a step, figure by figure; without those that fewer than two runs have. */
export function spreadsAt(compared: Compared, row: number): Spread[] {
  return METRICS.flatMap((metric): Spread[] => {
    const values = figuresAt(compared, row, metric);
    if (values.length < 2) return [];
    const [lowest, highest] = [Math.min(...values), Math.max(...values)];
    return [{ metric, share: highest / lowest - 1, lowest, highest, runs: values.length }];
  });
}

/** Without invalid figures, and those that no ratio can be made of. */
function figuresAt({ runs, steps }: Compared, row: number, metric: ComparedMetric): number[] {
  return runs.flatMap((run, index) => {
    const step = run.steps[steps[row]?.cells[index]?.stepIndex ?? -1];
    if (!step?.point || step.verdict?.validity === 'invalid') return [];
    const value = figureOf(step.point, metric);
    return value === null ? [] : [value];
  });
}
