import type { StepSpec } from '../contract/load.ts';
import type { Run } from '../contract/run.ts';
import { type Reader, reading } from './setting-reader.ts';

const EVERY_CPU = 'every CPU';

export const TARGET_READERS: Reader[] = [
  {
    group: 'target',
    path: 'spec.requests',
    label: 'requests',
    read: (run) => reading(requestsText(run.spec.requests)),
  },
  {
    group: 'target',
    path: 'spec.target.framework',
    label: 'framework',
    read: (run) => reading(run.spec.target.framework),
  },
  {
    group: 'target',
    path: 'spec.target.prefork',
    label: 'prefork',
    read: (run) => reading(run.spec.target.prefork ? 'on' : 'off'),
  },
  {
    group: 'target',
    path: 'spec.target.workers',
    label: 'workers asked',
    read: (run) => reading(run.spec.target.workers ?? 'one per CPU it may use'),
  },
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
export const TOOL_WORKERS_RUN_PATH = 'point.toolWorkers';

export const LOAD_READERS: Reader[] = [
  { group: 'load', path: 'spec.load.tool', label: 'tool', read: (run) => reading(run.spec.load.tool) },
  {
    group: 'load',
    path: 'spec.load.toolWorkers',
    label: 'tool workers asked',
    read: (run) => reading(run.spec.load.toolWorkers ?? 'CPUs it may use − 2, at least 1'),
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
    read: (run) => reading(run.spec.load.toolCpus ?? EVERY_CPU),
  },
  {
    group: 'load',
    path: 'spec.load.warmupSeconds',
    label: 'warm-up',
    read: ({ spec }) => reading(spec.load.warmupSeconds === 0 ? 'none' : `${spec.load.warmupSeconds} s before a step`),
  },
  {
    group: 'load',
    path: 'spec.load.pauseSeconds',
    label: 'pause',
    read: ({ spec }) => reading(spec.load.pauseSeconds === 0 ? 'none' : `${spec.load.pauseSeconds} s between steps`),
  },
  { group: 'load', path: STEPS_PATH, label: 'steps', read: (run) => reading(stepsText(run.spec.load.steps)) },
];

function requestsText(requests: Run['spec']['requests']): string {
  return requests
    .map(({ method, path, weight }) => `${method} ${path}${requests.length > 1 ? ` × ${weight}` : ''}`)
    .join(', ');
}

/** Threads that the tool reported, over all steps; it may run fewer where there are few connections. */
function toolWorkersRun(run: Run): string | null {
  const counts = run.steps.flatMap(({ point }) => (point && point.toolWorkers !== null ? [point.toolWorkers] : []));
  return [...new Set(counts)].sort((a, b) => a - b).join(', ') || null;
}

/** Everything that was asked, each part once where all steps share it. */
function stepsText(steps: StepSpec[]): string {
  const seconds = listed(steps.map(({ durationSeconds }) => durationSeconds));
  return [
    `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
    `${listed(steps.map(({ loop }) => loop))} loop`,
    `connections ${listed(steps.map(({ connections }) => connections))}`,
    `pipelining ${listed(steps.map(({ pipelining }) => pipelining))}`,
    `${seconds} s${steps.length > 1 && !seconds.includes(',') ? ' each' : ''}`,
  ].join('; ');
}

const listed = (values: (string | number)[]): string =>
  new Set(values).size === 1 ? String(values[0]) : values.join(', ');
