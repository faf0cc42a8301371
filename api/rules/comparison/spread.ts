import type { ComparedMetric, ShownResult } from '../../contract/comparison.ts';
import { figureOf, METRICS } from '../outcomes/figures.ts';

export interface Spread {
  metric: ComparedMetric;
  /** How far the highest figure is above the lowest, as a share. */
  share: number;
  lowest: RunFigure;
  highest: RunFigure;
  runs: number;
}

interface RunFigure {
  runIndex: number;
  value: number;
}

type Compared = Pick<ShownResult, 'runs' | 'steps'>;

/** The compared step with the highest throughput of any run; null where nothing was measured. */
export function fastestStep({ runs, steps }: Compared): number | null {
  const rates = steps.map((_, row) =>
    Math.max(0, ...figuresAt({ runs, steps }, row, 'requestsPerSecond').map(({ value }) => value)),
  );
  const highest = Math.max(0, ...rates);
  return highest > 0 ? rates.indexOf(highest) : null;
}

/**
 * The spread of the runs of one configuration in a step, figure by figure. Figures with fewer than two runs are left
 * out.
 */
export function spreadsAt(compared: Compared, row: number): Spread[] {
  return METRICS.flatMap((metric): Spread[] => {
    const figures = figuresAt(compared, row, metric).sort((a, b) => a.value - b.value);
    const [lowest, highest] = [figures[0], figures.at(-1)];
    if (!lowest || !highest || figures.length < 2) return [];
    return [{ metric, share: highest.value / lowest.value - 1, lowest, highest, runs: figures.length }];
  });
}

/** Without invalid figures and figures that have no ratio. */
function figuresAt({ runs, steps }: Compared, row: number, metric: ComparedMetric): RunFigure[] {
  return runs.flatMap((run, runIndex) => {
    const step = run.steps[steps[row]?.cells[runIndex]?.stepIndex ?? -1];
    if (!step?.point || step.verdict?.validity === 'invalid') return [];
    const value = figureOf(step.point, metric);
    return value === null ? [] : [{ runIndex, value }];
  });
}
