import type { DescribedTarget } from '../../contract/imported.ts';
import type { AskedStep, CeilingSearch } from '../../contract/load.ts';
import type { Run } from '../../contract/run.ts';
import type { ReferenceTarget } from '../../contract/target.ts';
import { type Reader, type Reading, reading } from '../comparison/setting-reader.ts';
import { percentileText } from '../load/latency-resolution.ts';
import { mixText, targetText } from './target-words.ts';

const PICKS: Record<ReferenceTarget['pick'], string> = {
  local: 'by each worker itself',
  locked: 'behind one lock',
};

const EVERY_CPU = 'every CPU';

/** Of the reference server alone: others say neither. */
const asked = (path: string, label: string, of: (target: ReferenceTarget) => string | number): Reader => ({
  group: 'target',
  path: `spec.target.${path}`,
  label,
  read: ({ spec: { target } }) => reading(target.kind === 'reference' ? of(target) : null),
});

/** Also of what the source of an imported run says. */
const askedOrDescribed = (
  path: 'framework' | 'prefork' | 'workers',
  label: string,
  of: (target: ReferenceTarget | DescribedTarget) => string | number | null,
): Reader => ({
  group: 'target',
  path: `spec.target.${path}`,
  label,
  read: ({ spec: { target } }) =>
    reading(target.kind === 'reference' || target.kind === 'described' ? of(target) : null),
});

export const TARGET_READERS: Reader[] = [
  {
    group: 'target',
    path: 'spec.requests',
    label: 'requests',
    read: ({ spec }) => (spec.requests.length === 0 ? null : reading(mixText(spec.requests))),
  },
  {
    group: 'target',
    path: 'spec.target',
    label: 'target',
    read: (run) => reading(targetText(run.spec.target)),
  },
  askedOrDescribed('framework', 'framework', ({ framework }) => framework),
  askedOrDescribed('prefork', 'prefork', ({ prefork }) => (prefork === null ? null : prefork ? 'on' : 'off')),
  askedOrDescribed('workers', 'workers asked', ({ kind, workers }) =>
    kind === 'reference' ? (workers ?? 'one per CPU it may use') : workers,
  ),
  asked('pick', 'products picked', ({ pick }) => PICKS[pick]),
  {
    group: 'target',
    path: 'target.workers',
    label: 'workers started',
    read: (run) => reading(run.target?.workers),
  },
  {
    group: 'target',
    path: 'target.goMaxProcsPerWorker',
    label: 'GOMAXPROCS of each, as started',
    read: (run) => reading(run.target?.goMaxProcsPerWorker),
  },
];

export const STEPS_PATH = 'spec.load.steps';
export const SEARCH_PATH = 'spec.load.search';
export const TOOL_WORKERS_RUN_PATH = 'point.toolWorkers';

export const LOAD_READERS: Reader[] = [
  { group: 'load', path: 'spec.load.tool', label: 'tool', read: (run) => reading(run.spec.load.tool) },
  {
    group: 'load',
    path: 'spec.load.toolWorkers',
    label: 'tool workers asked',
    read: ({ spec }) => reading(spec.load.toolWorkers ?? unlessImported(spec, 'CPUs it may use − 2, at least 1')),
  },
  {
    group: 'load',
    path: TOOL_WORKERS_RUN_PATH,
    label: 'tool workers run',
    read: (run) => reading(toolWorkersRun(run)),
  },
  {
    group: 'load',
    path: 'spec.load.toolCpus',
    label: 'CPUs of the tool',
    read: ({ spec }) => reading(spec.load.toolCpus ?? unlessImported(spec, EVERY_CPU)),
  },
  {
    group: 'load',
    path: 'spec.load.decompress',
    label: 'decompression',
    read: ({ spec: { load } }) =>
      load.decompress === null ? null : reading(load.decompress ? 'asks for gzip and decompresses' : 'off'),
  },
  {
    group: 'load',
    path: 'spec.load.warmupSeconds',
    label: 'warm-up',
    read: ({ spec }) => secondsOf(spec.load.warmupSeconds, 'before a step'),
  },
  {
    group: 'load',
    path: 'spec.load.pauseSeconds',
    label: 'pause',
    read: ({ spec }) => secondsOf(spec.load.pauseSeconds, 'between steps'),
  },
  { group: 'load', path: STEPS_PATH, label: 'steps', read: (run) => reading(stepsText(run.spec.load.steps)) },
  {
    group: 'load',
    path: SEARCH_PATH,
    label: 'ceiling search',
    read: ({ spec }) => reading(searchText(spec.load.search)),
    onlyDifferent: true,
  },
];

/** What nothing stands for where somebody asks; of an imported run it is what its source does not say. */
const unlessImported = ({ specVersion }: Run['spec'], text: string): string | null => (specVersion === 0 ? null : text);

const secondsOf = (seconds: number | null, when: string): Reading | null =>
  seconds === null ? null : reading(seconds === 0 ? 'none' : `${seconds} s ${when}`);

/** Threads that the tool reported, over all steps; it may run fewer where there are few connections. */
function toolWorkersRun(run: Run): string | null {
  const counts = run.steps.flatMap(({ point }) => (point && point.toolWorkers !== null ? [point.toolWorkers] : []));
  return [...new Set(counts)].sort((a, b) => a - b).join(', ') || null;
}

function searchText(search: CeilingSearch | null): string {
  if (!search) return 'none';
  const { vary, most, growth, precision, ceiling } = search;
  const until =
    ceiling.kind === 'throughput'
      ? 'throughput rises no more'
      : `${percentileText(ceiling.percentile)} is above ${ceiling.mostMs} ms`;
  const varied = vary === 'connections' ? 'connections' : 'req/s';
  return `${varied} × ${growth} each, up to ${most.toLocaleString('en')}, until ${until}; then to within ${Number((precision * 100).toPrecision(3))} %`;
}

/** Everything that was asked, each part once where all steps share it. */
function stepsText(steps: AskedStep[]): string {
  const seconds = listed(steps.map(({ durationSeconds }) => durationSeconds ?? 'an unsaid number of'));
  const rates = steps.filter((step) => step.loop === 'open');
  const closed = steps.filter((step) => step.loop === 'closed');
  const workers = steps.map(({ toolWorkers }) => toolWorkers ?? 'as asked for all');
  const profiled = steps.filter(({ profiles }) => profiles.length > 0).length;
  return [
    `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
    `${listed(steps.map(({ loop }) => loop))} loop`,
    ...(rates.length > 0
      ? [
          `${listed(rates.map(({ requestsPerSecond }) => requestsPerSecond?.toLocaleString('en') ?? 'an unsaid number of'))} req/s`,
        ]
      : []),
    ...(rates.length > 0 ? [`${listed(rates.map(({ arrivals }) => ARRIVALS[arrivals ?? 'constant']))} arrivals`] : []),
    `connections ${listed(steps.map(({ loop, connections }) => connections ?? (loop === 'open' ? 'as many as needed' : 'not said')))}`,
    ...(closed.length > 0 ? [`pipelining ${listed(closed.map(({ pipelining }) => pipelining ?? 'not said'))}`] : []),
    ...(steps.some(({ toolWorkers }) => toolWorkers !== null) ? [`tool workers ${listed(workers)}`] : []),
    `${seconds} s${steps.length > 1 && !seconds.includes(',') ? ' each' : ''}`,
    ...(profiled > 0 ? [`${profiled} of them profiled`] : []),
  ].join('; ');
}

const ARRIVALS = { constant: 'constant', poisson: 'Poisson' };

const listed = (values: (string | number)[]): string =>
  new Set(values).size === 1 ? String(values[0]) : values.join(', ');
