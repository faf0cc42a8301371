import { FRAMEWORK_NAMES, SPREADS } from '@contract/choices';
import type { DifferenceGroup } from '@contract/comparison';
import { SYSCTLS, sysctlNames } from '@contract/sysctls';
import type { TargetParameterFact } from '@contract/target';
import { TOOL_NAMES } from '@contract/tools';
import { PROTOCOL_NAMES } from '@rules/requests/transport-words';
import { REFERENCE_ROUTES } from '@rules/spec/reference-routes';
import { PICKS, SPEC_SETTINGS, type SpecPath, TOOL_WORKERS_BY_CPUS, WORKERS_BY_CPUS } from '@rules/spec/spec-settings';
import { FRAMEWORKS } from '@rules/spec/target-words';
import { SETTING_LABELS } from '@rules/tuning/setting-words';
import { askedBackends } from '@/features/draft/backends/backend-draft';
import { type BackendField, fieldsOf } from '@/features/draft/backends/backend-fields';
import { loopOfRow, type RunDraft, serverIdOf } from '@/features/draft/run-draft';
import { apartIds } from '@/features/draft/run-facts';
import { allowedForm } from '@/features/draft/sysctl-words';
import { fieldAt, labelAt, nameAt, TUNING_PATHS, type TuningPath } from '@/features/draft/tuning-fields';

/** One setting that a variant may have otherwise than its baseline. */
export interface VariantSetting {
  /** Where it is in the draft of a run; of a kernel parameter the list and, behind a slash, its name. */
  field: string;
  /** Unique: the setting is chosen by it. */
  label: string;
  group: DifferenceGroup;
  about: string;
  /** Null: it is typed. */
  choices: { value: string; label: string }[] | null;
  /** The value that an empty one stands for; null where it stands for no other. */
  usual: string | null;
  /** What an empty value means. */
  empty: string;
  /** In an empty input: how a value is typed, else what none means. */
  placeholder: string;
}

type Choice = [value: string, label: string];
const ON_OFF: Choice[] = [
  ['', 'as it is'],
  ['on', 'on'],
  ['off', 'off'],
];
const YES_NO: Choice[] = [
  ['true', 'on'],
  ['false', 'off'],
];
const labelOf = (path: SpecPath): string => SPEC_SETTINGS[path].label;
const same = (values: readonly string[]): Choice[] => values.map((value) => [value, value]);

interface Words {
  about?: string;
  choices?: Choice[];
  empty?: string;
  usual?: string;
  /** How a value is typed; absent: `about` says it. */
  typed?: string;
}

function setting(group: DifferenceGroup, field: string, label: string, words: Words = {}): VariantSetting {
  const { about = '', choices, empty = 'as it is', usual = null, typed = about } = words;
  return {
    field,
    label,
    group,
    about,
    empty,
    placeholder: typed || empty,
    usual,
    choices: choices?.map(([value, name]) => ({ value, label: name })) ?? null,
  };
}

/** What a variant may have: none that means what the baseline has, and each once. One that stands there already stays, whatever it is. */
export function offeredChoices(
  { choices, usual }: VariantSetting,
  baseline: string,
  text: string | null = null,
): { value: string; label: string }[] {
  const meant = (value: string): string => (value === '' && usual !== null ? usual : value);
  return (choices ?? []).filter(({ value }) => value === text || (value !== usual && meant(value) !== meant(baseline)));
}

/** Hosts that may be chosen, by id. */
export type HostChoices = { id: string; label: string }[];

/** What can be changed of this baseline, in the order in which a variant is thought of. */
export function variantSettings(
  draft: RunDraft,
  hosts: HostChoices,
  parameters: TargetParameterFact[],
): VariantSetting[] {
  const apart = apartIds(serverIdOf(draft), draft.clientHostIds).length > 0;
  return [
    ...targetSettings(draft, parameters),
    ...loadSettings(draft),
    ...draft.steps.flatMap((_, row) => stepSettings(draft, row)),
    ...(draft.target.kind === 'external' ? [] : tuningSettings('server', '')),
    ...(apart ? tuningSettings('clients', ' of the load generator’s host') : []),
    ...hostSettings(draft, hosts),
  ];
}

function targetSettings({ target, requests }: RunDraft, parameters: TargetParameterFact[]): VariantSetting[] {
  const cpus = setting('tuning', 'targetCpus', SETTING_LABELS.targetCpus, {
    about: 'such as 0-3 or last 4',
    empty: 'every CPU',
  });
  const own = requests.own.length === 1 ? [setting('target', 'requests.own.0.path', 'route')] : [];
  if (target.kind === 'external') return [setting('target', 'target.origin', 'address', { empty: 'none' }), ...own];
  if (target.kind === 'listening')
    return [setting('target', 'target.listeningPort', 'port that is listened on', { empty: 'none' }), ...own];
  if (target.kind === 'named')
    return [
      setting('target', 'target.name', 'named target', { empty: 'none' }),
      ...parameters.map(({ name, values, default: usual }) =>
        setting('target', `target.parameters.${name}`, `parameter ${name}`, {
          choices: [['', `${usual} (default)`], ...same(values)],
          usual,
        }),
      ),
      ...(target.revision === ''
        ? []
        : [setting('target', 'target.revision', labelOf('spec.target.revision'), { about: 'whole SHA of a commit' })]),
      cpus,
      ...own,
    ];
  return [
    setting('target', 'target.framework', labelOf('spec.target.framework'), {
      choices: FRAMEWORK_NAMES.map((name) => [name, FRAMEWORKS[name]]),
    }),
    setting('target', 'target.prefork', labelOf('spec.target.prefork'), {
      about: 'one process per worker',
      choices: YES_NO,
    }),
    setting('target', 'target.workers', labelOf('spec.target.workers'), {
      about: 'processes or GOMAXPROCS',
      empty: WORKERS_BY_CPUS,
    }),
    setting('target', 'target.pick', labelOf('spec.target.pick'), { choices: Object.entries(PICKS) }),
    ...(requests.reference.length === 1
      ? [
          setting('target', 'requests.reference.0.path', 'route', {
            choices: REFERENCE_ROUTES.map(({ path }) => [path, path]),
          }),
        ]
      : []),
    ...backendSettings(requests.reference.map(({ path }) => path)),
    cpus,
  ];
}

/** Of the services that the baseline's routes ask for. */
function backendSettings(paths: string[]): VariantSetting[] {
  return askedBackends(paths).flatMap((backend) =>
    fieldsOf(backend).map(([field, about]) =>
      setting('target', `target.${backend}.${field}`, about.name, backendWords(about)),
    ),
  );
}

function backendWords(field: BackendField): Words {
  if (field.kind === 'switch') return { about: field.on, choices: YES_NO };
  return { about: field.hint, typed: `${field.limits.join(' to ')}${field.unit ? ` ${field.unit}` : ''}` };
}

function loadSettings({ tool }: RunDraft): VariantSetting[] {
  return [
    setting('load', 'tool', labelOf('spec.load.tool'), { about: `now ${tool}`, choices: same(TOOL_NAMES) }),
    setting('load', 'toolWorkers', labelOf('spec.load.toolWorkers'), {
      about: 'threads or processes',
      empty: TOOL_WORKERS_BY_CPUS,
    }),
    setting('load', 'toolCpus', labelOf('spec.load.toolCpus'), {
      about: 'such as not target or last 2',
      empty: 'every CPU',
    }),
    setting('target', 'target.tls', labelOf('spec.target.tls'), { about: 'https for clients', choices: YES_NO }),
    setting('load', 'transport.protocol', labelOf('spec.load.protocol'), { choices: Object.entries(PROTOCOL_NAMES) }),
    setting('load', 'transport.cookies', labelOf('spec.load.cookies'), {
      about: 'kept by connection',
      choices: YES_NO,
    }),
    setting('load', 'transport.requestsPerConnection', labelOf('spec.load.requestsPerConnection'), {
      about: 'then it is closed',
      empty: 'as many as come',
    }),
    setting('load', 'decompress', labelOf('spec.load.decompress'), { about: 'ask for gzip', choices: YES_NO }),
    setting('load', 'warmupSeconds', labelOf('spec.load.warmupSeconds'), {
      about: 'seconds before each step',
      empty: 'none',
    }),
    setting('load', 'pauseSeconds', labelOf('spec.load.pauseSeconds'), {
      about: 'seconds between steps',
      empty: 'none',
    }),
  ];
}

function stepSettings(draft: RunDraft, row: number): VariantSetting[] {
  const step = draft.steps[row];
  if (!step) return [];
  const of = (name: string, label: string, words: Words = {}): VariantSetting =>
    setting('load', `steps.${row}.${name}`, `${label} of step ${row + 1}`, words);
  const load =
    loopOfRow(draft, step) === 'closed'
      ? [of('connections', 'connections'), of('pipelining', 'pipelining', { about: 'requests in flight on each' })]
      : [
          of('requestsPerSecond', 'rate', { about: 'requests per second' }),
          of('arrivals', 'arrivals', { choices: same(['constant', 'poisson']) }),
          of('openConnections', 'connections', { empty: 'as many as needed' }),
        ];
  return [...load, of('durationSeconds', 'duration', { about: 'seconds' })];
}

function tuningSettings(side: 'server' | 'clients', whose: string): VariantSetting[] {
  const of = (field: string, label: string, words: Words): VariantSetting =>
    setting('tuning', `tuning.${side}.${field}`, `${label}${whose}`, words);
  return TUNING_PATHS.flatMap((path) => {
    if (path === 'sysctls')
      return sysctlNames.map((name) =>
        of(`sysctls/${name}`, name, { about: `${SYSCTLS[name].about}: ${allowedForm(name)}` }),
      );
    // Which NIC is meant is no setting.
    return path === 'nic' ? [] : [of(path, nameAt(path), wordsOf(path))];
  });
}

function wordsOf(path: TuningPath): Words {
  const field = fieldAt(path);
  const about = (field.hint ?? labelAt(path)).replace(/\.$/, '');
  if (field.kind === 'number') return { about, typed: field.unit ?? '' };
  if (field.kind === 'cpus') return { about, typed: `CPUs such as 0-3${field.none ? ', or none' : ' or nic-local'}` };
  if (field.kind === 'onOff') return { about, choices: ON_OFF };
  if (field.kind === 'spread') return { choices: same(SPREADS) };
  if (field.kind === 'choice') return { about, choices: [['', 'as it is'], ...same(field.choices)] };
  return field.kind === 'list' ? { about, empty: 'none' } : { about };
}

function hostSettings({ clientHostIds, backendHostId }: RunDraft, hosts: HostChoices): VariantSetting[] {
  if (hosts.length < 2) return [];
  const choices: Choice[] = hosts.map(({ id, label }) => [id, label]);
  return [
    setting('hardware', 'serverHostId', 'server host', { choices }),
    ...(clientHostIds.length === 1 ? [setting('hardware', 'clientHostIds.0', 'load generator host', { choices })] : []),
    ...(backendHostId === '' ? [] : [setting('hardware', 'backendHostId', 'host of the services', { choices })]),
  ];
}
