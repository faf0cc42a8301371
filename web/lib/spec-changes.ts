import type { RunSpec } from '../api/types';
import { plural } from './format';
import type { DraftErrors } from './run-draft';
import { rampText } from './run-name';
import { shortest } from './setting-words';
import { tuningChanges } from './tuning-changes';

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

interface Row {
  label: string;
  /** The field of the draft, or what its fields begin with. */
  field: string;
  value: (spec: RunSpec) => string;
  short: (spec: RunSpec) => string;
  tuning?: boolean;
}

type LabelOf = (hostId: string) => string;

const clientId = (spec: RunSpec): string => spec.clients[0]?.hostId ?? '';
const cpus = (choice: string | null): string => (choice === null ? 'every CPU' : shortest(choice));
const workers = (count: number | null): string => (count === null ? 'one per CPU' : String(count));
const toolWorkers = (count: number | null): string => (count === null ? 'its CPUs − 2' : String(count));

const TARGET_ROWS: Row[] = [
  {
    label: 'address of the server',
    field: 'address',
    value: (spec) => spec.server.address ?? 'automatic',
    short: (spec) => `at ${spec.server.address ?? 'the automatic address'}`,
  },
  {
    label: 'route',
    field: 'path',
    value: (spec) => spec.requests.map(({ path }) => path).join(', '),
    short: (spec) => spec.requests.map(({ path }) => path).join(', '),
  },
  {
    label: 'prefork',
    field: 'prefork',
    value: ({ target }) => (target.prefork ? 'on' : 'off'),
    short: ({ target }) => (target.prefork ? 'prefork' : 'no prefork'),
  },
  {
    label: 'workers',
    field: 'workers',
    value: ({ target }) => workers(target.workers),
    short: ({ target }) => (target.workers === null ? 'a worker per CPU' : plural(target.workers, 'worker')),
  },
  {
    label: 'port',
    field: 'port',
    value: ({ target }) => (target.port === null ? 'automatic' : String(target.port)),
    short: ({ target }) => (target.port === null ? 'automatic port' : `port ${target.port}`),
  },
  {
    label: 'CPU set of the target',
    field: 'targetCpus',
    value: ({ tuning }) => cpus(tuning.targetCpus),
    short: ({ tuning }) => `target on ${cpus(tuning.targetCpus)}`,
    tuning: true,
  },
];

const LOAD_ROWS: Row[] = [
  { label: 'tool', field: 'tool', value: ({ load }) => load.tool, short: ({ load }) => load.tool },
  {
    label: 'tool workers',
    field: 'toolWorkers',
    value: ({ load }) => toolWorkers(load.toolWorkers),
    short: ({ load }) =>
      load.toolWorkers === null ? 'tool workers by default' : plural(load.toolWorkers, 'tool worker'),
  },
  {
    label: 'CPU set of the tool',
    field: 'toolCpus',
    value: ({ load }) => cpus(load.toolCpus),
    short: ({ load }) => `tool on ${cpus(load.toolCpus)}`,
  },
  {
    label: 'warm-up',
    field: 'warmupSeconds',
    value: ({ load }) => `${load.warmupSeconds} s`,
    short: ({ load }) => (load.warmupSeconds === 0 ? 'no warm-up' : `${load.warmupSeconds} s warm-up`),
  },
  {
    label: 'pause',
    field: 'pauseSeconds',
    value: ({ load }) => `${load.pauseSeconds} s`,
    short: ({ load }) => (load.pauseSeconds === 0 ? 'no pauses' : `${load.pauseSeconds} s pauses`),
  },
  {
    label: 'samples per second',
    field: 'samplesPerSecond',
    value: (spec) => String(spec.samplesPerSecond),
    short: (spec) => `${plural(spec.samplesPerSecond, 'sample')} a second`,
  },
  { label: 'steps', field: 'steps', value: ({ load }) => stepsText(load), short: ({ load }) => rampText(load) },
];

/** Every step in full: two ramps that differ read differently. */
const stepsText = ({ steps }: RunSpec['load']): string =>
  steps
    .map(
      ({ connections, pipelining, durationSeconds }) =>
        `${connections.toLocaleString('en-US')}${pipelining > 1 ? ` × ${pipelining} deep` : ''} × ${durationSeconds} s`,
    )
    .join(', ');

/** What differs from the run that this one was made from, in the order of the form. */
export function changesOf(original: RunSpec, spec: RunSpec, errors: DraftErrors, labelOf: LabelOf): Change[] {
  const broken = (field: string): boolean =>
    Object.keys(errors).some((name) => name === field || name.startsWith(`${field}.`));
  const changed = (rows: Row[]): Change[] =>
    rows.flatMap(({ label, field, value, short, tuning }): Change[] => {
      const from = value(original);
      if (broken(field)) return [{ label, from, to: null, short: label }];
      const to = value(spec);
      return from === to ? [] : [{ label, from, to, short: short(spec), ...(tuning && { tuning }) }];
    });
  return [
    ...hostChanges(original, spec, labelOf),
    ...changed(TARGET_ROWS),
    ...tuningChanges(original, spec, errors),
    ...changed(LOAD_ROWS),
  ];
}

/** By id, for two hosts may have one name; one change when both sides moved together. */
function hostChanges(original: RunSpec, spec: RunSpec, labelOf: LabelOf): Change[] {
  const change = (label: string, what: string, from: string, to: string): Change[] =>
    from === to ? [] : [{ label, from: labelOf(from), to: labelOf(to), short: `${what} ${labelOf(to)}` }];
  const server = [original.server.hostId, spec.server.hostId] as const;
  const client = [clientId(original), clientId(spec)] as const;
  if (server[0] === client[0] && server[1] === client[1]) return change('host', 'on', ...server);
  return [...change('server host', 'server on', ...server), ...change('load generator host', 'load from', ...client)];
}

/** '2 changes: prefork, workers'. */
export function changesSentence(changes: Change[]): string {
  if (changes.length === 0) return 'Nothing changed yet: Run repeats it as it was.';
  return `${plural(changes.length, 'change')}: ${changes.map(({ label }) => label).join(', ')}`;
}
