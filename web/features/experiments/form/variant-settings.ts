import { CPU_GOVERNORS, FRAMEWORK_NAMES, HUGE_PAGES, SPREADS, TOOL_NAMES } from '@contract/choices';
import type { DifferenceGroup } from '@contract/comparison';
import { SYSCTLS, sysctlNames } from '@contract/sysctls';
import { REFERENCE_ROUTES } from '@rules/spec/reference-routes';

import { loopOfRow, type RunDraft } from '@/features/draft/run-draft';
import { apartIds } from '@/features/draft/run-facts';
import { allowedForm } from '@/features/draft/sysctl-words';

import { FRAMEWORKS } from '@/lib/load-text';

/** One setting that a variant may have otherwise than its baseline. */
export interface VariantSetting {
  /** Where it is in the draft of a run; of a kernel parameter the list and, behind a slash, its name. */
  field: string;
  /** Unique, for it is chosen by it. */
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
  const cpus = setting('tuning', 'targetCpus', 'CPU set of the target', {
    about: 'such as 0-3 or last 4',
    empty: 'every CPU',
  });
  const own = requests.own.length === 1 ? [setting('target', 'requests.own.0.path', 'route')] : [];
  if (target.kind === 'listening')
    return [setting('target', 'target.listeningPort', 'port that is listened on', { empty: 'none' }), ...own];
  if (target.kind === 'named')
    return [setting('target', 'target.name', 'named target', { empty: 'none' }), cpus, ...own];
  return [
    setting('target', 'target.framework', 'framework', {
      choices: FRAMEWORK_NAMES.map((name) => [name, FRAMEWORKS[name]]),
    }),
    setting('target', 'target.prefork', 'prefork', { about: 'one process per worker', choices: YES_NO }),
    setting('target', 'target.workers', 'workers', { about: 'processes or GOMAXPROCS', empty: 'one per CPU' }),
    setting('target', 'target.pick', 'pick', {
      about: 'how a product is picked',
      choices: [
        ['local', 'by each worker itself'],
        ['locked', 'behind one lock'],
      ],
    }),
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
    setting('load', 'tool', 'tool', { about: `now ${tool}`, choices: same(TOOL_NAMES) }),
    setting('load', 'toolWorkers', 'tool workers', { about: 'threads or processes', empty: 'its CPUs − 2' }),
    setting('load', 'toolCpus', 'CPU set of the tool', { about: 'such as not target or last 2', empty: 'every CPU' }),
    setting('load', 'decompress', 'decompression', { about: 'ask for gzip', choices: YES_NO }),
    setting('load', 'warmupSeconds', 'warm-up', { about: 'seconds before each step', empty: 'none' }),
    setting('load', 'pauseSeconds', 'pause', { about: 'seconds between steps', empty: 'none' }),
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
    of('packetSteering.cpus', 'packet steering (RPS)', { about: 'CPUs such as 0-3, or none' }),
    of('flowSteering.entries', 'flow steering (RFS)', { about: 'entries of the table, 0 for off' }),
    of('transmitSteering.cpus', 'transmit steering (XPS)', cpus),
    of('transmitSteering.spread', 'spread of transmit steering', { choices: same(SPREADS) }),
    of('interruptAffinity.cpus', 'interrupt affinity', cpus),
    of('interruptAffinity.spread', 'spread of interrupt affinity', { choices: same(SPREADS) }),
    of('stopServices', 'services stopped', { about: 'such as irqbalance, cron', empty: 'none' }),
    of('nicQueues', 'NIC queues'),
    of('mtuBytes', 'MTU', { about: 'bytes' }),
    ...(['gro', 'gso', 'tso', 'lro'] as const).map((name) =>
      of(`offloads.${name}`, name.toUpperCase(), { about: 'offload', choices: ON_OFF }),
    ),
    of('interruptCoalescing.adaptiveRx', 'adaptive rx coalescing', { choices: ON_OFF }),
    of('interruptCoalescing.adaptiveTx', 'adaptive tx coalescing', { choices: ON_OFF }),
    of('interruptCoalescing.rxUs', 'rx coalescing', { about: 'µs' }),
    of('interruptCoalescing.txUs', 'tx coalescing', { about: 'µs' }),
    of('busyPolling.pollUs', 'busy polling', { about: 'µs' }),
    of('busyPolling.readUs', 'busy reading', { about: 'µs' }),
    of('cpuGovernor', 'CPU governor', { choices: [['', 'as it is'], ...same(CPU_GOVERNORS)] }),
    of('cpuTurbo', 'CPU turbo', { choices: ON_OFF }),
    of('transparentHugePages', 'transparent huge pages', { choices: [['', 'as it is'], ...same(HUGE_PAGES)] }),
    of('openFilesLimit', 'open files limit', { about: 'files' }),
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

/** The group of what stands at a pointer of the spec. */
export function groupOfPointer(pointer: string): DifferenceGroup {
  if (/^\/(server|clients)\b/.test(pointer)) return 'hardware';
  if (/^\/(target|requests)\b/.test(pointer)) return 'target';
  if (pointer.startsWith('/tuning')) return 'tuning';
  return pointer.startsWith('/load') ? 'load' : 'software';
}
