import type { Run } from '../../contract/run.ts';
import { SEARCH_PATH, SPEC_SETTINGS, type SpecPath, type SpecSetting, STEPS_PATH } from '../spec/spec-settings.ts';
import { type Reader, reading } from './setting-reader.ts';

export const TOOL_WORKERS_RUN_PATH = 'point.toolWorkers';

const ofSpec = (...paths: SpecPath[]): Reader[] =>
  paths.map((path) => {
    const { read, ...setting }: SpecSetting = SPEC_SETTINGS[path];
    return { ...setting, path, read: ({ spec }) => read(spec) };
  });

export const TARGET_READERS: Reader[] = [
  ...ofSpec(
    'spec.requests',
    'spec.target',
    'spec.target.framework',
    'spec.target.prefork',
    'spec.target.workers',
    'spec.target.pick',
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
    'spec.load.warmupSeconds',
    'spec.load.pauseSeconds',
    STEPS_PATH,
    SEARCH_PATH,
  ),
];

/** Threads that the tool reported, over all steps; it may run fewer where there are few connections. */
function toolWorkersRun(run: Run): string | null {
  const counts = run.steps.flatMap(({ point }) => (point && point.toolWorkers !== null ? [point.toolWorkers] : []));
  return [...new Set(counts)].sort((a, b) => a - b).join(', ') || null;
}
