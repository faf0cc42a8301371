import type { MeasuredPoint } from '../contract/run.ts';
import { failedOf, noneSucceeded } from './failed-requests.ts';
import type { MeasuredStep } from './measured-run.ts';
import { listed } from './side-names.ts';

type Step = Pick<MeasuredStep, 'index' | 'spec' | 'point'>;
type Measured = Step & { point: MeasuredPoint };

/** An open loop that gave less of its rate than this says so; what is nearer is the last second, cut off. */
const RATE_MET_LEAST = 0.99;
/** A larger share of failed requests is said. */
const FAILED_MOST = 0.001;
/** Steps are named up to this many. */
const NAMED_MOST = 5;
/** Clients that had less of a step in common than this say how much. */
const IN_COMMON_LEAST = 0.9;

/** What the way in which load was driven keeps the figures from showing, each kind once for all steps. */
export function loadCaveats(steps: Step[]): string[] {
  const measured = steps.filter((step): step is Measured => step.point !== null);
  return [
    ...labelCaveats(measured),
    ...profiledCaveats(measured),
    ...rangeCaveats(measured),
    ...workerCaveats(measured),
    ...failureCaveats(measured),
    ...measured.flatMap(windowCaveats),
    ...measured.flatMap(rateCaveats),
  ];
}

/** Nothing is said of steps without a latency: it would warn of what is not shown. */
function labelCaveats(measured: Measured[]): string[] {
  const kinds = new Set(
    measured.flatMap(({ point: { latencyMs } }) => (latencyMs.max === null ? [] : [latencyMs.loop])),
  );
  return [
    ...(kinds.has('closed')
      ? [
          'Latencies are those of a closed loop: while the target stalls its tool asks nothing, so the waits of requests that would have come then are not in them; drive an open loop to see those.',
        ]
      : []),
    ...(kinds.has('synthetic')
      ? [
          'Latencies are synthetic: the tool adds afterwards, by calculation, those that it would have seen had it not stopped asking; drive an open loop to measure them.',
        ]
      : []),
  ];
}

function profiledCaveats(measured: Measured[]): string[] {
  const profiled = measured.filter(({ spec }) => spec.profiles.length > 0);
  if (profiled.length === 0) return [];
  return [
    `${stepsText(profiled)} profiled, which costs the target CPU time of its own: such figures stand apart and are no part of the best, of curves or of comparisons.`,
  ];
}

function rangeCaveats(measured: Measured[]): string[] {
  const ranged = measured.filter(({ point }) => point.latencyRangeMs !== null);
  if (ranged.length === 0) return [];
  return [
    `${stepsText(ranged)} driven by several clients whose tool emits no histogram: percentiles of all of them together are not known, and the lowest and the highest of the clients stand in their place.`,
  ];
}

/** Tools that open as many connections in every worker start fewer of them where the number does not divide. */
function workerCaveats(measured: Measured[]): string[] {
  const ran = measured.flatMap(({ index, spec, point: { toolWorkers: workers } }) =>
    spec.toolWorkers === null && spec.loop === 'closed' && workers !== null
      ? [{ index, connections: spec.connections, workers }]
      : [],
  );
  return ran.flatMap(({ index, connections, workers }) => {
    const before = ran.filter((other) => other.connections <= connections).map((other) => other.workers);
    const most = Math.max(...before);
    if (workers * 2 > most) return [];
    return [
      `Step ${index + 1}: its ${connections} connections could be shared out to no more than ${workers} of the load generator’s workers, where fewer connections had ${most}: what it gave may be the load generator’s limit.`,
    ];
  });
}

/** Failing is often cheaper, or much slower, than answering: figures of both together are those of neither. */
function failureCaveats(measured: Measured[]): string[] {
  const failing = measured.flatMap(({ index, point }) => {
    const { failed, of } = failedOf(point);
    return of > 0 && failed / of > FAILED_MOST ? [{ index, point, failed, of }] : [];
  });
  if (failing.length === 0) return [];
  const told = failing.map(({ index, point, failed, of }) => {
    const share = noneSucceeded(point) ? 'none succeeded' : `${Number(((failed / of) * 100).toPrecision(2))} %`;
    return `${counted(failed)} of ${counted(of)} in step ${index + 1} (${share})`;
  });
  const rest = told.length - NAMED_MOST;
  const named = rest > 0 ? `${told.slice(0, NAMED_MOST).join(', ')} and in ${rest} more of the steps` : listed(told);
  const apart = failing.some(({ point }) => noneSucceeded(point))
    ? ' A step in which no request succeeded is never the best.'
    : '';
  return [
    `Requests failed: ${named}; throughput and CPU time per request count failed answers too.${apart} Look up their kinds in the table of steps, check that the target answers the path with 2xx, or lower the load, and run again.`,
  ];
}

function windowCaveats({ index, point }: Measured): string[] {
  const { commonWindowUs, durationUs } = point;
  if (commonWindowUs === null || commonWindowUs >= IN_COMMON_LEAST * durationUs) return [];
  const [common, whole] = [commonWindowUs, durationUs].map((us) => (us / 1e6).toFixed(1));
  return [
    `Step ${index + 1}: its clients drove load at the same time for ${common} of ${whole} s; its throughput is of that time.`,
  ];
}

function rateCaveats({ index, spec, point }: Measured): string[] {
  if (spec.loop !== 'open' || point.requestsPerSecond >= RATE_MET_LEAST * spec.requestsPerSecond) return [];
  const [asked, achieved] = [spec.requestsPerSecond, point.requestsPerSecond].map(counted);
  const unsent = point.unsent ? `; ${counted(point.unsent)} requests were due and never sent` : '';
  return [`Step ${index + 1}: ${asked} req/s were asked for and ${achieved} achieved${unsent}.`];
}

const counted = (count: number): string => Math.round(count).toLocaleString('en');

const stepsText = (steps: Step[]): string =>
  steps.length === 1
    ? `Step ${(steps[0]?.index ?? 0) + 1} was`
    : `Steps ${listed(steps.map(({ index }) => String(index + 1)))} were`;
