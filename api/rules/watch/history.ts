import type { BenchmarkHistory, HistoryEpoch, HistoryPoint, HistorySeries } from '../../contract/benchmark.ts';
import type { ComparedMetric } from '../../contract/comparison.ts';
import type { PrimaryOutcome } from '../../contract/experiment.ts';
import { METRICS } from '../outcomes/figures.ts';
import { studentTCritical } from '../statistics/student-t.ts';
import { groupsBy } from '../words/groups.ts';
import { listed } from '../words/text.ts';
import type { KeptFigure } from './point-of-experiment.ts';
import type { Conditions, PointFigures } from './series.ts';

/** A point as it is kept: one experiment, every metric of it. */
export interface KeptPoint {
  experimentId: string;
  revision: string;
  subject: string | null;
  committedAtUs: number | null;
  place: number;
  measuredAtUs: number;
  version: number;
  conditions: Conditions;
  /** Null: the candidate was measured against itself. */
  reference: string | null;
  rounds: number;
  figures: KeptFigure[];
}

/** As intervals are shown everywhere. */
const ALPHA = 0.05;

/** The history of a benchmark: its epochs, and each metric of each step over its revisions. */
export function historyOf(points: readonly KeptPoint[], primary: PrimaryOutcome): BenchmarkHistory {
  const epochs = epochsByTime(points);
  const indexOf = (point: KeptPoint): number => epochs.findIndex(({ key }) => key === keyOf(point));
  const keys = new Map<string, Pick<HistorySeries, 'metric' | 'stepIndex'>>();
  for (const { metric, stepIndex } of points.flatMap(({ figures }) => figures))
    keys.set(`${metric} ${stepIndex}`, { metric, stepIndex });
  const series = [...keys.values()].map(({ metric, stepIndex }) => ({
    metric,
    stepIndex,
    points: points
      .flatMap((point) => {
        const figure = point.figures.find((one) => one.metric === metric && one.stepIndex === stepIndex);
        return figure ? [shownPoint(point, figure, indexOf(point))] : [];
      })
      .toSorted((a, b) => a.place - b.place || a.measuredAtUs - b.measuredAtUs),
  }));
  const rank = ({ metric, stepIndex }: { metric: ComparedMetric; stepIndex: number }): number =>
    metric === primary.metric && stepIndex === primary.stepIndex
      ? -1
      : stepIndex * METRICS.length + METRICS.indexOf(metric);
  return { epochs: epochs.map(({ epoch }) => epoch), series: series.toSorted((a, b) => rank(a) - rank(b)) };
}

const keyOf = ({ conditions }: KeptPoint): string => JSON.stringify(Object.entries(conditions).sort());

function epochsByTime(points: readonly KeptPoint[]): { key: string; epoch: HistoryEpoch }[] {
  const byTime = points.toSorted((a, b) => a.measuredAtUs - b.measuredAtUs);
  const firsts = [...groupsBy(byTime, keyOf).values()].flatMap(([first]) => first ?? []);
  return firsts.map((first, index) => ({
    key: keyOf(first),
    epoch: {
      index,
      version: first.version,
      hostClass: first.conditions.hostClass,
      hosts: first.conditions.hostFingerprint,
      reference: first.reference,
      fromUs: first.measuredAtUs,
      because: index === 0 ? null : becauseOf(firsts[index - 1] as KeptPoint, first),
    },
  }));
}

const CHANGED: Record<keyof Conditions, string> = {
  benchmarkVersion: 'the benchmark was changed',
  hostClass: 'it was measured on other hosts',
  hostFingerprint: 'software of its hosts changed',
  reference: 'the reference was changed',
};

function becauseOf({ conditions: before }: KeptPoint, { conditions: now }: KeptPoint): string {
  const names = Object.keys(CHANGED) as (keyof Conditions)[];
  const changed = names.filter((name) => before[name] !== now[name]);
  // Software of other hosts is other software, and says nothing beside it.
  const told = changed.includes('hostClass') ? changed.filter((name) => name !== 'hostFingerprint') : changed;
  return `A new epoch: ${listed(told.map((name) => CHANGED[name]))}.`;
}

function shownPoint(point: KeptPoint, { figures, gap }: KeptFigure, epoch: number): HistoryPoint {
  const { experimentId, revision, subject, committedAtUs, place, measuredAtUs } = point;
  const ratio = figures && gap === null ? Math.exp(figures.logRatio) : null;
  return {
    ...{ experimentId, revision, subject, committedAtUs, place, measuredAtUs, epoch },
    rounds: figures?.rounds ?? 0,
    ratio,
    ...intervalOf(ratio === null ? null : figures),
    candidate: figures?.candidate ?? null,
    reference: figures?.reference ?? null,
    gap,
  };
}

function intervalOf(figures: PointFigures | null): Pick<HistoryPoint, 'low' | 'high'> {
  if (!figures?.error) return { low: null, high: null };
  const { logRatio, error } = figures;
  const reach = studentTCritical(ALPHA / 2, error.degrees) * error.logRatio;
  return { low: Math.exp(logRatio - reach), high: Math.exp(logRatio + reach) };
}
