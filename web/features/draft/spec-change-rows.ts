import type { RunSpec } from '@contract/spec';
import type { TargetSpec } from '@contract/target';
import { PROTOCOL_NAMES, tlsText } from '@rules/requests/transport-words';
import { speaksTls } from '@rules/spec/external-target';
import { loadText } from '@rules/spec/load-words';
import { SPEC_SETTINGS, type SpecPath } from '@rules/spec/spec-settings';
import { FRAMEWORKS, mixText, parametersText } from '@rules/spec/target-words';
import { SETTING_LABELS, shortest } from '@rules/tuning/setting-words';
import { plural } from '@rules/words/numbers';

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

/** A setting in the words of comparisons. */
const row = (path: SpecPath, fields: string[], short: Row['short']): Row => ({
  label: SPEC_SETTINGS[path].label,
  fields,
  value: (spec) => SPEC_SETTINGS[path].read(spec)?.text ?? '',
  short,
});

/** Of the reference server; of other targets there is nothing to tell. */
const referenceRow = (name: 'framework' | 'prefork' | 'workers' | 'pick', short: (target: Reference) => string): Row =>
  row(`spec.target.${name}`, [`target.${name}`], ({ target }) => (target.kind === 'reference' ? short(target) : ''));

export const TARGET_ROWS: Row[] = [
  {
    label: 'address of the server',
    fields: ['address'],
    value: ({ server }) => (server ? (server.address ?? 'automatic') : ''),
    short: ({ server }) => (server ? `at ${server.address ?? 'the automatic address'}` : ''),
  },
  row(
    'spec.target',
    ['target.kind', 'target.name', 'target.listeningPort', 'target.origin'],
    (spec) => SPEC_SETTINGS['spec.target'].read(spec)?.text ?? '',
  ),
  referenceRow('framework', ({ framework }) => FRAMEWORKS[framework]),
  referenceRow('prefork', ({ prefork }) => (prefork ? 'prefork' : 'no prefork')),
  referenceRow('workers', ({ workers }) => (workers === null ? 'a worker per CPU' : plural(workers, 'worker'))),
  referenceRow('pick', ({ pick }) => `${pick} pick`),
  {
    label: 'port',
    fields: ['target.port'],
    value: ({ target }) => (target.kind === 'reference' ? String(target.port ?? 'automatic') : ''),
    short: ({ target }) =>
      target.kind === 'reference' && target.port !== null ? `port ${target.port}` : 'automatic port',
  },
  {
    label: SPEC_SETTINGS['spec.target.parameters'].label,
    fields: ['target.parameters'],
    value: ({ target }) => (target.kind === 'named' ? parametersText(target.parameters) || 'by default' : ''),
    short: ({ target }) =>
      target.kind === 'named' ? parametersText(target.parameters) || 'parameters by default' : '',
  },
  row('spec.target.revision', ['target.revision'], (spec) => {
    const text = SPEC_SETTINGS['spec.target.revision'].read(spec)?.text;
    return text ? `revision ${text}` : 'not built';
  }),
  row('spec.target.tls', ['target.tls'], ({ target }) => (speaksTls(target) ? 'TLS' : 'no TLS')),
  row('spec.requests', ['requests'], ({ requests }) => mixText(requests)),
  row('spec.requests.headers', ['requests'], () => 'headers'),
  row('spec.requests.body', ['requests'], () => 'bodies'),
  row('spec.requests.expect', ['requests'], () => 'answers expected'),
  row('spec.variables', ['variables'], () => 'variables'),
  row('spec.seed', ['seed'], ({ seed }) => `seed ${seed}`),
  {
    label: SETTING_LABELS.targetCpus,
    fields: ['targetCpus'],
    value: ({ tuning }) => cpus(tuning.targetCpus),
    short: ({ tuning }) => `target on ${cpus(tuning.targetCpus)}`,
    tuning: true,
  },
];

export const LOAD_ROWS: Row[] = [
  row('spec.load.tool', ['tool'], ({ load }) => load.tool),
  row('spec.load.toolWorkers', ['toolWorkers'], ({ load }) =>
    load.toolWorkers === null ? 'tool workers by default' : plural(load.toolWorkers, 'tool worker'),
  ),
  row('spec.load.toolCpus', ['toolCpus'], ({ load }) => `tool on ${cpus(load.toolCpus)}`),
  row('spec.load.decompress', ['decompress'], ({ load }) => (load.decompress ? 'decompressed' : 'not decompressed')),
  row('spec.load.protocol', ['transport.protocol'], ({ load }) => PROTOCOL_NAMES[load.protocol]),
  row('spec.load.tls', ['transport.serverName', 'transport.verify', 'transport.resume'], ({ load }) =>
    load.tls ? tlsText(load.tls) : 'no TLS',
  ),
  row('spec.load.cookies', ['transport.cookies'], ({ load }) => (load.cookies ? 'cookies' : 'no cookies')),
  row('spec.load.requestsPerConnection', ['transport.requestsPerConnection'], ({ load }) =>
    load.requestsPerConnection === null
      ? 'connections stay'
      : `${plural(load.requestsPerConnection, 'request')} per connection`,
  ),
  row('spec.load.warmupSeconds', ['warmupSeconds'], ({ load }) =>
    load.warmupSeconds === 0 ? 'no warm-up' : `${load.warmupSeconds} s warm-up`,
  ),
  row('spec.load.pauseSeconds', ['pauseSeconds'], ({ load }) =>
    load.pauseSeconds === 0 ? 'no pauses' : `${load.pauseSeconds} s pauses`,
  ),
  {
    label: 'samples per second',
    fields: ['samplesPerSecond'],
    value: (spec) => String(spec.samplesPerSecond),
    short: (spec) => `${plural(spec.samplesPerSecond, 'sample')} a second`,
  },
  {
    ...row('spec.load.steps', ['steps', 'search', 'loop'], ({ load }) => loadText(load)),
    value: (spec) => {
      const steps = SPEC_SETTINGS['spec.load.steps'].read(spec)?.text ?? '';
      return spec.load.search
        ? `${steps}; ceiling search: ${SPEC_SETTINGS['spec.load.search'].read(spec)?.text}`
        : steps;
    },
  },
];
