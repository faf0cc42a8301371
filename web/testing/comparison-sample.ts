import type { Comparison, MetricOutcome } from '@contract/comparison';
import type { StepSpec } from '@contract/load';
import type { Point } from '@contract/point';
import type { Run } from '@contract/run';
import type { HostSeries } from '@contract/samples';
import type { RunStep } from '@contract/step';
import { closed } from './steps';

type Asked = { point?: Partial<Point> | null } & (
  | { connections: number; pipelining?: number; durationSeconds?: number }
  | { spec: StepSpec }
);

const LATENCY: Point['latencyMs'] = {
  mean: 1,
  stddev: 1,
  p50: 1,
  p90: 2,
  p95: null,
  p97_5: 3,
  p99: 4,
  p99_9: 5,
  p99_99: 6,
  max: 7,
  loop: 'closed',
  resolutionUs: 1000,
};

export const latencyOf = (over: Partial<Point['latencyMs']>): Point['latencyMs'] => ({ ...LATENCY, ...over });

const S = 1_000_000;

/** For tests: a run that began its first step at `atS` seconds and measured what the test gives. */
export function sampleRun(name: string, asked: Asked[], atS = 100): Run {
  const steps = asked.map((step, index): RunStep => stepFrom(step, index, atS));
  return {
    id: `id-${name}`,
    name,
    state: 'finished',
    failure: null,
    steps,
    stepsMeasured: steps.filter(({ point }) => point !== null).length,
    hosts: [{ hostId: 'host', name: 'lab-1', roles: ['server', 'client'] }],
    endedAtUs: (atS + asked.length * 10) * S,
    transitions: steps.flatMap(({ index }) => [
      { state: 'warming', stepIndex: index, atUs: (atS + index * 10 - 2) * S, note: null },
      { state: 'measuring', stepIndex: index, atUs: (atS + index * 10) * S, note: null },
    ]),
  } as unknown as Run;
}

function specOf(asked: Asked): StepSpec {
  if ('spec' in asked) return asked.spec;
  const { connections, pipelining = 1, durationSeconds = 5 } = asked;
  return closed(connections, { pipelining, durationSeconds });
}

function stepFrom(asked: Asked, index: number, atS: number) {
  const { point = {} } = asked;
  const startedAtUs = (atS + index * 10) * S;
  const measured = {
    startedAtUs,
    endedAtUs: startedAtUs + 5 * S,
    requests: 50_000,
    requestsPerSecond: 10_000,
    errors: { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 },
    latencyMs: LATENCY,
    latencyRangeMs: null,
    distribution: null,
    serverCpuUsPerRequest: 20,
    clientCpuUsPerRequest: 30,
    ...point,
  };
  return {
    index,
    status: point === null ? 'failed' : 'measured',
    spec: specOf(asked),
    clients: [],
    profiles: [],
    point: point === null ? null : measured,
  } as unknown as RunStep;
}

/** For tests: the comparison's rows are given by which step of each run they hold. */
export function sampleComparison(
  runs: Run[],
  rows: { cells: (number | null)[]; deltas?: (Comparison['steps'][number]['cells'][number]['deltas'] | null)[] }[],
  over: Partial<Comparison> = {},
): Comparison {
  return {
    baselineRunId: runs[0]?.id ?? '',
    runs,
    sides: [],
    settings: [],
    outcomes: [],
    headline: '',
    because: '',
    warnings: [],
    steps: rows.map(({ cells, deltas }) => {
      const holder = cells.findIndex((index) => index !== null);
      const spec = runs[holder]?.steps[cells[holder] ?? -1]?.spec as RunStep['spec'];
      return { spec, cells: cells.map((stepIndex, i) => ({ stepIndex, deltas: deltas?.[i] ?? null })) };
    }),
    ...over,
  };
}

/** For tests: a host with a reading each second from `fromS`. */
export const sampleHost = (fromS: number, columns: Record<string, (number | null)[]>): HostSeries => ({
  hostId: 'host',
  timesUs: (Object.values(columns)[0] ?? []).map((_, i) => (fromS + i) * S),
  columns: Object.entries(columns).map(([name, values]) => ({ name, unit: '%', values })),
});

/** For tests: six rounds that show the baseline and the other side alike. */
export const sampleOutcome = (over: Partial<MetricOutcome>): MetricOutcome => ({
  metric: 'requestsPerSecond',
  stepPosition: 0,
  sideIndex: 1,
  primary: false,
  outcome: 'equivalent',
  word: 'equivalent',
  couldShow: 'yes',
  couldShowSentence: '',
  baseline: { mean: 100, values: [100, 100], validity: 'valid', wall: 'server-cpu', confidence: 'measured' },
  other: { mean: 100, values: [100, 100], validity: 'valid', wall: 'server-cpu', confidence: 'measured' },
  effect: {
    ratio: 1,
    low: 0.99,
    high: 1.01,
    hodgesLehmann: 1,
    confidencePercent: 95,
    pairs: 6,
    baselineCount: 6,
    otherCount: 6,
    interleaved: true,
    pValue: 0.5,
    pValueAdjusted: null,
    marginPercent: 2,
    noiseFloorPercent: 0.9,
    smallestShownPercent: 3,
    roundsNeeded: null,
  },
  sentence: 'the same',
  because: '',
  ...over,
});
