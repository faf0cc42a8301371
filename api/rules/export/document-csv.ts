import type { Comparison } from '../../contract/comparison.ts';
import type { Experiment } from '../../contract/experiment.ts';
import type { LatencyOverTime } from '../../contract/latency-over-time.ts';
import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import { letterOf } from '../comparison/side-names.ts';
import { percentilesMs, requestsIn } from '../load/histogram.ts';
import { histogramOfInterval } from '../load/latency-over-time.ts';
import { type Column, csvText } from './csv.ts';
import { STEP_COLUMNS, type StepRow } from './step-columns.ts';

/** A row for each step: of a comparison with its run's letter and side, of an experiment with round and configuration. */
export function documentCsv(document: ShareDocument): string {
  switch (document.type) {
    case 'run':
      return runCsv(document);
    case 'comparison':
      return comparisonCsv(document.comparison);
    case 'experiment':
      return experimentCsv(document.experiment);
  }
}

interface TimedRow extends StepRow {
  /** How latency went within the step; null where that is not known. */
  intervals: { seconds: number; each: { requests: number; p50: number | null; p99: number | null }[] } | null;
}

/** A place for each interval, from the first on; 'none' where no request succeeded. */
const perInterval = (
  name: string,
  of: (one: NonNullable<TimedRow['intervals']>['each'][number]) => number | null,
): Column<TimedRow> => ({
  name,
  of: ({ intervals }) => intervals?.each.map((one) => of(one) ?? 'none').join(' ') ?? null,
});

const OVER_TIME: Column<TimedRow>[] = [
  { name: 'interval_seconds', of: ({ intervals }) => intervals?.seconds ?? null },
  perInterval('requests_by_interval', ({ requests }) => requests),
  perInterval('latency_ms_p50_by_interval', ({ p50 }) => p50),
  perInterval('latency_ms_p99_by_interval', ({ p99 }) => p99),
];

function runCsv({ run, latencyOverTime }: Extract<ShareDocument, { type: 'run' }>): string {
  const timed = new Map(latencyOverTime?.steps.map(({ stepIndex, overTime }) => [stepIndex, overTime]));
  const rows = rowsOf(run).map((row): TimedRow => {
    const overTime = timed.get(row.step.index);
    return { ...row, intervals: overTime ? intervalsOf(overTime) : null };
  });
  return csvText([...STEP_COLUMNS, ...OVER_TIME], rows);
}

const intervalsOf = (overTime: LatencyOverTime): TimedRow['intervals'] => ({
  seconds: overTime.intervalSeconds,
  each: overTime.intervals.map((interval) => {
    const histogram = histogramOfInterval(overTime, interval);
    const { p50, p99 } = percentilesMs(histogram);
    return { requests: requestsIn(histogram), p50, p99 };
  }),
});

const rowsOf = (run: Run): StepRow[] => run.steps.map((step) => ({ run, step }));

interface ComparedRow extends StepRow {
  letter: string;
  side: Comparison['sides'][number] | null;
}

const COMPARED: Column<ComparedRow>[] = [
  { name: 'letter', of: ({ letter }) => letter },
  { name: 'side', of: ({ side }) => side?.name ?? null },
  { name: 'side_runs', of: ({ side }) => side?.letters ?? null },
  { name: 'baseline', of: ({ side }) => side?.baseline ?? null },
];

function comparisonCsv({ runs, sides }: Comparison): string {
  const rows = runs.flatMap((run, index): ComparedRow[] => {
    const side = sides.find(({ runIds }) => runIds.includes(run.id)) ?? null;
    return rowsOf(run).map((row) => ({ ...row, letter: letterOf(index), side }));
  });
  return csvText([...COMPARED, ...STEP_COLUMNS], rows);
}

interface RoundRow extends StepRow {
  slot: Experiment['slots'][number];
  configuration: Experiment['configurations'][number] | undefined;
}

const ROUNDS: Column<RoundRow>[] = [
  { name: 'round', of: ({ slot }) => slot.round + 1 },
  { name: 'place_in_round', of: ({ slot }) => slot.position + 1 },
  { name: 'configuration', of: ({ configuration }) => configuration?.name ?? null },
  { name: 'baseline', of: ({ slot }) => slot.configuration === 0 },
];

/** In the order in which the runs went; those of a round that was not finished are no part of the result. */
function experimentCsv({ slots, configurations, result }: Experiment): string {
  const rows = slots.flatMap((slot): RoundRow[] => {
    const run = result?.runs.find(({ id }) => id === slot.runId);
    const configuration = configurations.find(({ index }) => index === slot.configuration);
    return run ? rowsOf(run).map((row) => ({ ...row, slot, configuration })) : [];
  });
  return csvText([...ROUNDS, ...STEP_COLUMNS], rows);
}
