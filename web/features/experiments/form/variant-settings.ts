import { CPU_GOVERNORS, FRAMEWORK_NAMES, HUGE_PAGES, SPREADS, TOOL_NAMES } from '@contract/choices';
import type { DifferenceGroup } from '@contract/comparison';
import { SYSCTLS, sysctlNames } from '@contract/sysctls';
import { REFERENCE_ROUTES } from '@rules/spec/reference-routes';
import { PICKS, SPEC_SETTINGS, type SpecPath, TOOL_WORKERS_BY_CPUS, WORKERS_BY_CPUS } from '@rules/spec/spec-settings';
import { FRAMEWORKS } from '@rules/spec/target-words';
import { SETTING_LABELS } from '@rules/tuning/setting-words';
import { loopOfRow, type RunDraft } from '@/features/draft/run-draft';
import { apartIds } from '@/features/draft/run-facts';
import { allowedForm } from '@/features/draft/sysctl-words';

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
  /** What an empty value means. */
  empty: string;
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
}

function setting(group: DifferenceGroup, field: string, label: string, words: Words = {}): VariantSetting {
  const { about = '', choices, empty = 'as it is' } = words;
  return {
    field,
    label,
    group,
    about,
    empty,
    choices: choices?.map(([value, name]) => ({ value, label: name })) ?? null,
  };
}

/** Hosts that may be chosen, by id. */
export type HostChoices = { id: string; label: string }[];

/** What can be changed of this baseline, in the order in which a variant is thought of. */
export function variantSettings(draft: RunDraft, hosts: HostChoices): VariantSetting[] {
  const apart = apartIds(draft.serverHostId, draft.clientHostIds).length > 0;
  return [
    ...targetSettings(draft),
    ...loadSettings(draft),
    ...draft.steps.flatMap((_, row) => stepSettings(draft, row)),
    ...tuningSettings('server', ''),
    ...(apart ? tuningSettings('clients', ' of the load generator’s host') : []),
    ...hostSettings(draft, hosts),
  ];
}

function targetSettings({ target, requests }: RunDraft): VariantSetting[] {
  const cpus = setting('tuning', 'targetCpus', SETTING_LABELS.targetCpus, {
    about: 'such as 0-3 or last 4',
    empty: 'every CPU',
  });
  const own = requests.own.length === 1 ? [setting('target', 'requests.own.0.path', 'route')] : [];
  if (target.kind === 'listening')
    return [setting('target', 'target.listeningPort', 'port that is listened on', { empty: 'none' }), ...own];
  if (target.kind === 'named')
    return [setting('target', 'target.name', 'named target', { empty: 'none' }), cpus, ...own];
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
    cpus,
  ];
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
  const of = (name: string, label: string, words: Words = {}): VariantSetting =>
    setting('tuning', `tuning.${side}.${name}`, `${label}${whose}`, words);
  const cpus: Words = { about: 'CPUs such as 0-3 or nic-local' };
  return [
    of('packetSteering.cpus', SETTING_LABELS.packetSteering, { about: 'CPUs such as 0-3, or none' }),
    of('flowSteering.entries', SETTING_LABELS.flowSteering, { about: 'entries of the table, 0 for off' }),
    of('transmitSteering.cpus', SETTING_LABELS.transmitSteering, cpus),
    of('transmitSteering.spread', 'spread of transmit steering', { choices: same(SPREADS) }),
    of('interruptAffinity.cpus', SETTING_LABELS.interruptAffinity, cpus),
    of('interruptAffinity.spread', 'spread of interrupt affinity', { choices: same(SPREADS) }),
    of('stopServices', SETTING_LABELS.stopServices, { about: 'such as irqbalance, cron', empty: 'none' }),
    of('nicQueues', SETTING_LABELS.nicQueues),
    of('mtuBytes', SETTING_LABELS.mtuBytes, { about: 'bytes' }),
    ...(['gro', 'gso', 'tso', 'lro'] as const).map((name) =>
      of(`offloads.${name}`, name.toUpperCase(), { about: 'offload', choices: ON_OFF }),
    ),
    of('interruptCoalescing.adaptiveRx', 'adaptive rx coalescing', { choices: ON_OFF }),
    of('interruptCoalescing.adaptiveTx', 'adaptive tx coalescing', { choices: ON_OFF }),
    of('interruptCoalescing.rxUs', 'rx coalescing', { about: 'µs' }),
    of('interruptCoalescing.txUs', 'tx coalescing', { about: 'µs' }),
    of('interruptCoalescing.rxFrames', 'packets of rx coalescing'),
    of('interruptCoalescing.txFrames', 'packets of tx coalescing'),
    of('busyPolling.pollUs', SETTING_LABELS.busyPolling, { about: 'µs' }),
    of('busyPolling.readUs', 'busy reading', { about: 'µs' }),
    of('cpuGovernor', SETTING_LABELS.cpuGovernor, { choices: [['', 'as it is'], ...same(CPU_GOVERNORS)] }),
    of('cpuTurbo', SETTING_LABELS.cpuTurbo, { choices: ON_OFF }),
    of('transparentHugePages', SETTING_LABELS.transparentHugePages, {
      choices: [['', 'as it is'], ...same(HUGE_PAGES)],
    }),
    of('openFilesLimit', SETTING_LABELS.openFilesLimit, { about: 'files' }),
    ...sysctlNames.map((name) =>
      of(`sysctls/${name}`, name, { about: `${SYSCTLS[name].about}: ${allowedForm(name)}` }),
    ),
  ];
}

function hostSettings({ clientHostIds }: RunDraft, hosts: HostChoices): VariantSetting[] {
  if (hosts.length < 2) return [];
  const choices: Choice[] = hosts.map(({ id, label }) => [id, label]);
  return [
    setting('hardware', 'serverHostId', 'server host', { choices }),
    ...(clientHostIds.length === 1 ? [setting('hardware', 'clientHostIds.0', 'load generator host', { choices })] : []),
  ];
}
