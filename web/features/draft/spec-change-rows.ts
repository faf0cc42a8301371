import type { RunSpec } from '@contract/spec';
import type { TargetSpec } from '@contract/target';
import { plural } from '@/lib/format';
import { FRAMEWORKS, loadText, mixText, profilesText, stepText, targetName } from '@/lib/load-text';
import { shortest } from '@/lib/setting-words';

export interface Change {
  /** What a person calls it: 'workers', 'CPU set of the tool'. */
  label: string;
  from: string;
  /** Null: what was typed cannot be read. */
  to: string | null;
  /** The new value as a part of a name: 'prefork', '2 workers'. */
  short: string;
  /** It is a setting of a host. */
  tuning?: boolean;
}

/** Something of a spec that a person would call one setting. */
export interface Row {
  label: string;
  /** Fields of the draft, each in full or what its fields begin with. */
  fields: string[];
  value: (spec: RunSpec) => string;
  short: (spec: RunSpec) => string;
  tuning?: boolean;
}

const cpus = (choice: string | null): string => (choice === null ? 'every CPU' : shortest(choice));

type Reference = Extract<TargetSpec, { kind: 'reference' }>;

/** Of the reference server; of other targets there is nothing to tell. */
const ofReference =
  (tell: (target: Reference) => string) =>
  ({ target }: RunSpec): string =>
    target.kind === 'reference' ? tell(target) : '';

const referenceRow = (
  label: string,
  field: string,
  value: (target: Reference) => string,
  short: (target: Reference) => string,
): Row => ({ label, fields: [`target.${field}`], value: ofReference(value), short: ofReference(short) });

/** The target itself, or where it is the reference server what it is called. */
const targetKind = ({ target }: RunSpec): string =>
  target.kind === 'reference' ? 'reference server' : targetName(target);

export const TARGET_ROWS: Row[] = [
  {
    label: 'address of the server',
    fields: ['address'],
    value: (spec) => spec.server.address ?? 'automatic',
    short: (spec) => `at ${spec.server.address ?? 'the automatic address'}`,
  },
  {
    label: 'target',
    fields: ['target.kind', 'target.name', 'target.listeningPort'],
    value: targetKind,
    short: targetKind,
  },
  referenceRow(
    'framework',
    'framework',
    ({ framework }) => FRAMEWORKS[framework],
    ({ framework }) => FRAMEWORKS[framework],
  ),
  referenceRow(
    'prefork',
    'prefork',
    ({ prefork }) => (prefork ? 'on' : 'off'),
    ({ prefork }) => (prefork ? 'prefork' : 'no prefork'),
  ),
  referenceRow(
    'workers',
    'workers',
    ({ workers }) => (workers === null ? 'one per CPU' : String(workers)),
    ({ workers }) => (workers === null ? 'a worker per CPU' : plural(workers, 'worker')),
  ),
  referenceRow(
    'pick',
    'pick',
    ({ pick }) => pick,
    ({ pick }) => `${pick} pick`,
  ),
  referenceRow(
    'port',
    'port',
    ({ port }) => (port === null ? 'automatic' : String(port)),
    ({ port }) => (port === null ? 'automatic port' : `port ${port}`),
  ),
  {
    label: 'routes',
    fields: ['requests'],
    value: ({ requests }) => mixText(requests),
    short: ({ requests }) => mixText(requests),
  },
  {
    label: 'CPU set of the target',
    fields: ['targetCpus'],
    value: ({ tuning }) => cpus(tuning.targetCpus),
    short: ({ tuning }) => `target on ${cpus(tuning.targetCpus)}`,
    tuning: true,
  },
];

export const LOAD_ROWS: Row[] = [
  { label: 'tool', fields: ['tool'], value: ({ load }) => load.tool, short: ({ load }) => load.tool },
  {
    label: 'tool workers',
    fields: ['toolWorkers'],
    value: ({ load }) => (load.toolWorkers === null ? 'its CPUs − 2' : String(load.toolWorkers)),
    short: ({ load }) =>
      load.toolWorkers === null ? 'tool workers by default' : plural(load.toolWorkers, 'tool worker'),
  },
  {
    label: 'CPU set of the tool',
    fields: ['toolCpus'],
    value: ({ load }) => cpus(load.toolCpus),
    short: ({ load }) => `tool on ${cpus(load.toolCpus)}`,
  },
  {
    label: 'decompression',
    fields: ['decompress'],
    value: ({ load }) => (load.decompress ? 'on' : 'off'),
    short: ({ load }) => (load.decompress ? 'decompressed' : 'not decompressed'),
  },
  {
    label: 'warm-up',
    fields: ['warmupSeconds'],
    value: ({ load }) => `${load.warmupSeconds} s`,
    short: ({ load }) => (load.warmupSeconds === 0 ? 'no warm-up' : `${load.warmupSeconds} s warm-up`),
  },
  {
    label: 'pause',
    fields: ['pauseSeconds'],
    value: ({ load }) => `${load.pauseSeconds} s`,
    short: ({ load }) => (load.pauseSeconds === 0 ? 'no pauses' : `${load.pauseSeconds} s pauses`),
  },
  {
    label: 'samples per second',
    fields: ['samplesPerSecond'],
    value: (spec) => String(spec.samplesPerSecond),
    short: (spec) => `${plural(spec.samplesPerSecond, 'sample')} a second`,
  },
  {
    label: 'steps',
    fields: ['steps', 'search', 'loop'],
    value: ({ load }) => stepsText(load),
    short: ({ load }) => loadText(load),
  },
];

/** Every step in full: two ramps that differ read differently. */
function stepsText({ steps, search }: RunSpec['load']): string {
  const told = steps.map((step) => {
    const profiled = step.profiles.length > 0 ? ` with profiles: ${profilesText(step.profiles)}` : '';
    return `${stepText(step)} × ${step.durationSeconds} s${profiled}`;
  });
  if (search === null) return told.join('; ');
  const factor = `growing ${search.growth}-fold, to ${Number((search.precision * 100).toPrecision(3))} %`;
  return `${loadText({ steps, search })}, ${told.join('; ')} first, ${factor}`;
}
