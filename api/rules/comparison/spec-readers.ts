import type { Run } from '../../contract/run.ts';
import { keysOf } from '../../contract/words.ts';
import { REQUEST_SETTINGS, TRANSPORT_SETTINGS } from '../requests/request-settings.ts';
import { tlsOfRun } from '../requests/transport-words.ts';
import { SEARCH_PATH, SPEC_SETTINGS, type SpecPath, STEPS_PATH } from '../spec/spec-settings.ts';
import { type Reader, reading, type SpecSetting } from './setting-reader.ts';

/** Values of secrets, by their names. */
export const SECRETS_PATH = 'secrets.';
export const TOOL_WORKERS_RUN_PATH = 'point.toolWorkers';

const ofSpec = (...paths: SpecPath[]): Reader[] =>
  paths.map((path) => {
    const { read, ...setting }: SpecSetting = SPEC_SETTINGS[path];
    return { ...setting, path, read: ({ spec }) => read(spec) };
  });

export const TARGET_READERS: Reader[] = [
  ...ofSpec(
    'spec.requests',
    ...keysOf(REQUEST_SETTINGS),
    'spec.target',
    'spec.target.framework',
    'spec.target.prefork',
    'spec.target.workers',
    'spec.target.pick',
    'spec.target.parameters',
    'spec.target.revision',
  ),
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

export const LOAD_READERS: Reader[] = [
  ...ofSpec('spec.load.tool', 'spec.load.toolWorkers'),
  {
    group: 'load',
    path: TOOL_WORKERS_RUN_PATH,
    label: 'tool workers run',
    read: (run) => reading(toolWorkersRun(run)),
  },
  ...ofSpec(
    'spec.load.toolCpus',
    'spec.load.decompress',
    ...keysOf(TRANSPORT_SETTINGS),
    'spec.load.warmupSeconds',
    'spec.load.pauseSeconds',
    STEPS_PATH,
    SEARCH_PATH,
  ),
  {
    group: 'load',
    path: 'point.tls',
    label: 'TLS negotiated',
    read: (run) => reading(tlsOfRun(run)),
    onlyDifferent: true,
  },
];

/** Threads that the tool reported, over all steps; it may run fewer where there are few connections. */
function toolWorkersRun(run: Run): string | null {
  const counts = run.steps.flatMap(({ point }) => (point && point.toolWorkers !== null ? [point.toolWorkers] : []));
  return [...new Set(counts)].sort((a, b) => a - b).join(', ') || null;
}
