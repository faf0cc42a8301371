import type { AskedStep, CeilingSearch } from '../../contract/load.ts';
import type { Run } from '../../contract/run.ts';
import type { ReferenceTarget } from '../../contract/target.ts';
import { exactly, type Reading, reading, type SpecSetting } from '../comparison/setting-reader.ts';
import { percentileText } from '../load/latency-resolution.ts';
import { traitsOf } from '../load/tool-traits.ts';
import { REQUEST_SETTINGS, TRANSPORT_SETTINGS } from '../requests/request-settings.ts';
import { shortest } from '../tuning/setting-words.ts';
import { formatCount, formatExact, plural } from '../words/numbers.ts';
import { profilesText } from './load-words.ts';
import { revisionOf, shortCommit } from './revision-words.ts';
import {
  byName,
  databaseText,
  downstreamText,
  FRAMEWORKS,
  knownFramework,
  mixText,
  parametersText,
  sharesOf,
  targetName,
} from './target-words.ts';

type Spec = Run['spec'];

export const PICKS: Record<ReferenceTarget['pick'], string> = {
  local: 'by each worker itself',
  locked: 'behind one lock',
};

/** What null means for a number of workers. */
export const WORKERS_BY_CPUS = 'one per CPU of its set';
export const TOOL_WORKERS_BY_CPUS = 'CPUs it may use − 2, at least 1';

const workersUnasked = (tool: string | null): string =>
  traitsOf(tool).choosesWorkers ? 'one per CPU it may use' : TOOL_WORKERS_BY_CPUS;

const onOff = (on: boolean): string => (on ? 'on' : 'off');

/** What null means in a run of agents. In an imported run it is what the source does not state. */
const unlessImported = ({ specVersion }: Spec, text: string): string | null => (specVersion === 0 ? null : text);

const seconds = (many: number | null, when: string): Reading | null =>
  many === null ? null : reading(many === 0 ? 'none' : `${many} s ${when}`);

/** What only a reference server may have; null of its settings means that it has none. */
const ofReference = ({ target }: Spec, read: (target: ReferenceTarget) => string | null): Reading | null =>
  target.kind === 'reference' ? reading(read(target) ?? 'none') : null;

export const STEPS_PATH = 'spec.load.steps';
export const SEARCH_PATH = 'spec.load.search';

/** Settings of a spec, by their paths. */
export const SPEC_SETTINGS = {
  'spec.requests': {
    group: 'target',
    label: 'requests',
    read: ({ requests }) => (requests.length === 0 ? null : exactly(sharesOf(requests), mixText(requests))),
  },
  ...REQUEST_SETTINGS,
  'spec.target': { group: 'target', label: 'target', read: ({ target }) => reading(whichTarget(target)) },
  'spec.target.framework': {
    group: 'target',
    label: 'framework',
    read: ({ target }) => {
      const name = target.kind === 'reference' || target.kind === 'described' ? target.framework : null;
      if (name === null) return null;
      const known = knownFramework(name);
      return known ? { key: known, text: FRAMEWORKS[known] } : reading(name);
    },
  },
  'spec.target.prefork': {
    group: 'target',
    label: 'prefork',
    read: ({ target }) => ('prefork' in target && target.prefork !== null ? reading(onOff(target.prefork)) : null),
  },
  'spec.target.workers': {
    group: 'target',
    label: 'workers',
    read: ({ target }) => {
      if (target.kind === 'reference') return reading(target.workers ?? WORKERS_BY_CPUS);
      return reading(target.kind === 'described' ? target.workers : null);
    },
  },
  'spec.target.pick': {
    group: 'target',
    label: 'products picked',
    read: ({ target }) => reading(target.kind === 'reference' ? PICKS[target.pick] : null),
  },
  'spec.target.parameters': {
    group: 'target',
    label: 'parameters',
    onlyDifferent: true,
    read: ({ target }) =>
      target.kind === 'named' && target.parameters.length > 0
        ? { key: JSON.stringify([...target.parameters].sort(byName)), text: parametersText(target.parameters) }
        : null,
  },
  'spec.target.revision': {
    group: 'target',
    label: 'revision',
    onlyDifferent: true,
    read: (spec) => {
      const commit = revisionOf(spec);
      return commit === null ? null : { key: commit, text: shortCommit(commit) };
    },
  },
  'spec.target.database': {
    group: 'target',
    label: 'database',
    onlyDifferent: true,
    read: (spec) => ofReference(spec, ({ database }) => database && databaseText(database)),
  },
  'spec.target.cache': {
    group: 'target',
    label: 'cache',
    onlyDifferent: true,
    read: (spec) => ofReference(spec, ({ cache }) => cache && plural(cache.poolSize, 'connection')),
  },
  'spec.target.downstream': {
    group: 'target',
    label: 'server behind it',
    onlyDifferent: true,
    read: (spec) => ofReference(spec, ({ downstream }) => downstream && downstreamText(downstream)),
  },
  'spec.load.tool': { group: 'load', label: 'tool', read: ({ load }) => reading(load.tool) },
  'spec.load.toolWorkers': {
    group: 'load',
    label: 'tool workers',
    read: (spec) => reading(spec.load.toolWorkers ?? unlessImported(spec, workersUnasked(spec.load.tool))),
  },
  'spec.load.toolCpus': {
    group: 'load',
    label: 'CPU set of the tool',
    read: (spec) =>
      reading(spec.load.toolCpus === null ? unlessImported(spec, 'every CPU') : shortest(spec.load.toolCpus)),
  },
  'spec.load.decompress': {
    group: 'load',
    label: 'decompression',
    read: ({ load: { decompress } }) =>
      decompress === null ? null : reading(decompress ? 'asks for gzip and decompresses' : 'off'),
  },
  'spec.load.warmupSeconds': {
    group: 'load',
    label: 'warm-up',
    read: ({ load }) => seconds(load.warmupSeconds, 'before a step'),
  },
  'spec.load.pauseSeconds': {
    group: 'load',
    label: 'pause',
    read: ({ load }) => seconds(load.pauseSeconds, 'between steps'),
  },
  ...TRANSPORT_SETTINGS,
  [STEPS_PATH]: { group: 'load', label: 'steps', read: ({ load }) => reading(stepsText(load.steps, isH2(load))) },
  [SEARCH_PATH]: {
    group: 'load',
    label: 'ceiling search',
    read: ({ load }) => reading(searchText(load.search)),
    onlyDifferent: true,
  },
} as const satisfies Record<string, SpecSetting>;

export type SpecPath = keyof typeof SPEC_SETTINGS;

/** What the target is, however it was started: that has rows of its own. */
function whichTarget(target: Spec['target']): string {
  if (target.kind === 'reference') return 'reference server';
  if (target.kind === 'external') return target.origin;
  return target.kind === 'described' ? (target.framework ?? 'not stated') : targetName({ ...target, tls: false });
}

function searchText(search: CeilingSearch | null): string {
  if (!search) return 'none';
  const { vary, most, growth, precision, ceiling } = search;
  const until =
    ceiling.kind === 'throughput'
      ? 'throughput rises no more'
      : `${percentileText(ceiling.percentile)} is above ${ceiling.mostMs} ms`;
  const varied = vary === 'connections' ? 'connections' : 'req/s';
  return `${varied} × ${growth} each, up to ${formatCount(most)}, until ${until}; then to within ${Number((precision * 100).toPrecision(3))} %`;
}

const isH2 = (load: Spec['load']): boolean => 'protocol' in load && load.protocol === 'h2';

/** Everything that was asked, each part once where all steps share it. */
function stepsText(steps: AskedStep[], h2: boolean): string {
  const open = steps.filter((step) => step.loop === 'open');
  const closed = steps.filter((step) => step.loop === 'closed');
  const parts = [
    plural(steps.length, 'step'),
    `${each(steps, ({ loop }) => loop)} loop`,
    open.length > 0 && `${each(open, ({ requestsPerSecond }) => requestsPerSecond)} req/s`,
    open.length > 0 && `${each(open, ({ arrivals }) => (arrivals === 'poisson' ? 'Poisson' : arrivals))} arrivals`,
    `connections ${each(steps, ({ loop, connections }) => connections ?? (loop === 'open' ? 'as many as needed' : null))}`,
    closed.length > 0 && `${h2 ? 'streams' : 'pipelining'} ${each(closed, ({ pipelining }) => pipelining)}`,
    steps.some(({ toolWorkers }) => toolWorkers !== null) &&
      `tool workers ${each(steps, ({ toolWorkers }) => toolWorkers ?? 'as asked for all')}`,
    durationsText(steps),
    ...steps.map(({ profiles }, i) => profiles.length > 0 && `step ${i + 1} profiled (${profilesText(profiles)})`),
  ];
  return parts.filter(Boolean).join('; ');
}

/** '5 s each', '5, 20 s'. */
function durationsText(steps: AskedStep[]): string {
  const durations = new Set(steps.map(({ durationSeconds }) => durationSeconds));
  if (durations.size === 1 && durations.has(null)) return 'duration not stated';
  const shared = steps.length > 1 && durations.size === 1;
  return `${each(steps, ({ durationSeconds }) => durationSeconds)} s${shared ? ' each' : ''}`;
}

/** '100' where all have the same, else '100, 200, not stated'. */
function each<S extends AskedStep>(steps: S[], of: (step: S) => string | number | null): string {
  const texts = steps.map((step) => {
    const value = of(step);
    return typeof value === 'number' ? formatExact(value) : (value ?? 'not stated');
  });
  return new Set(texts).size === 1 ? (texts[0] ?? '') : texts.join(', ');
}
