import type { ComparedStep, Comparison, MetricOutcome } from '@contract/comparison';
import { MAX_VARIANTS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { canRunAgain } from '@rules/spec/run-again';
import { type PreparedExperiment, prepareExperiment } from '@/features/experiments/form/prepared-experiment';

/** Null where it goes without saying that nothing can be asked. */
type Repeat = PreparedExperiment | { why: string } | null;

/**
 * The compared configurations as an experiment in rounds, decided by `main`; of one configuration alone it is a noise floor.
 * Null where it cannot be asked: a run was imported, its tool is not known, or there are more variants than fit.
 */
export function repeatDraft(comparison: Comparison, main: MetricOutcome | null, rounds: number): Repeat {
  const { runs, sides, steps, baselineRunId } = comparison;
  if (sides.length > MAX_VARIANTS + 1) return null;
  const ids = [baselineRunId, ...sides.slice(1).map(({ runIds }) => runIds[0])];
  const places = ids.map((id) => runs.findIndex((run) => run.id === id));
  const specs = places.map((place) => runs[place]?.spec).filter((spec) => spec !== undefined && canRunAgain(spec));
  const [spec] = specs;
  if (!spec || specs.length < ids.length) return null;
  const shared = haveAsManySteps(specs)
    ? null
    : steps.filter((row) => places.every((place) => stepOf(row, place) !== null));
  if (shared?.length === 0) return { why: 'An experiment compares step by step, and no step is in all of these runs.' };
  const [baseline, ...others] = specs.map((one, side) => ({
    name: sides[side]?.name ?? '',
    spec: shared ? withSteps(one, shared, places[side] ?? -1) : one,
  }));
  if (!baseline) return null;
  const { id, name } = runs[places[0] ?? -1] ?? { id: baselineRunId, name: baseline.name };
  const source = { kind: 'run' as const, id, name, ...(shared && { sharedSteps: true }) };
  const row = main && steps[main.stepPosition];
  const stepIndex = row && (shared ? placeAmong(shared, row) : stepOf(row, places[0] ?? -1));
  const prepared = prepareExperiment({ ...baseline, source }, others, {
    metric: main?.metric ?? 'requestsPerSecond',
    stepIndex: stepIndex ?? null,
    rounds,
  });
  if (prepared || !shared) return prepared;
  return { why: 'An experiment compares the steps that all of these runs have, and in those nothing differs.' };
}

/** Steps of a search are not asked for one by one. */
const haveAsManySteps = (specs: RunSpec[]): boolean =>
  specs.some(({ load }) => load.search !== null) || new Set(specs.map(({ load }) => load.steps.length)).size === 1;

const stepOf = ({ cells }: ComparedStep, place: number): number | null => cells[place]?.stepIndex ?? null;

const placeAmong = (shared: ComparedStep[], row: ComparedStep): number | null =>
  shared.includes(row) ? shared.indexOf(row) : null;

function withSteps(spec: RunSpec, rows: ComparedStep[], place: number): RunSpec {
  const steps = rows.flatMap((row) => spec.load.steps[stepOf(row, place) ?? -1] ?? []);
  return { ...spec, load: { ...spec.load, steps } };
}
