import type { Comparison, MetricOutcome } from '@contract/comparison';
import { MAX_VARIANTS } from '@contract/limits';
import { canRunAgain } from '@rules/spec/run-again';
import { type PreparedExperiment, prepareExperiment } from '@/features/experiments/form/prepared-experiment';

/**
 * The compared configurations as an experiment in rounds, decided by `main`; of one configuration alone it is a noise floor.
 * Null where it cannot be asked: a run was imported, its tool is not known, or there are more variants than fit.
 */
export function repeatDraft(
  comparison: Comparison,
  main: MetricOutcome | null,
  rounds: number,
): PreparedExperiment | null {
  const { runs, sides, steps, baselineRunId } = comparison;
  const baselineIndex = runs.findIndex(({ id }) => id === baselineRunId);
  const spec = runs[baselineIndex]?.spec;
  if (!spec || !canRunAgain(spec) || sides.length > MAX_VARIANTS + 1) return null;
  const others = [];
  for (const { name, runIds } of sides.slice(1)) {
    const other = runs.find(({ id }) => id === runIds[0])?.spec;
    if (!other || !canRunAgain(other)) return null;
    others.push({ name, spec: other });
  }
  return prepareExperiment({ name: sides[0]?.name ?? '', spec }, others, {
    metric: main?.metric ?? 'requestsPerSecond',
    stepIndex: main ? (steps[main.stepPosition]?.cells[baselineIndex]?.stepIndex ?? null) : null,
    rounds,
  });
}
