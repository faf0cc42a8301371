import { CPU_GOVERNORS, HUGE_PAGES } from '@contract/choices';
import { type Bounds, TUNING_LIMITS } from '@contract/limits';
import type { HostTuning, SettingName } from '@contract/tuning';
import { SETTING_LABELS } from '@rules/tuning/setting-words';
import { capitalised } from '@rules/words/text';
import { chosenWord, key, ofNic, ofQueueLists, ofQueueMasks, type PresentReader, softLimit } from './present-readers';

/** A single value of a host's tuning, by its place: `cpuTurbo`, `offloads.gro`. */
export type TuningPath = {
  [S in keyof HostTuning]: NonNullable<HostTuning[S]> extends readonly unknown[]
    ? S
    : NonNullable<HostTuning[S]> extends object
      ? `${S}.${keyof NonNullable<HostTuning[S]> & string}`
      : S;
}[keyof HostTuning];

type ValueAt<P extends TuningPath> = P extends keyof HostTuning
  ? NonNullable<HostTuning[P]>
  : P extends `${infer S extends keyof HostTuning}.${infer Part}`
    ? NonNullable<NonNullable<HostTuning[S]>[Part & keyof NonNullable<HostTuning[S]>]>
    : never;

/** Lists have an input of their own each. */
export type ListPath = { [P in TuningPath]: ValueAt<P> extends readonly unknown[] ? P : never }[TuningPath];
type NumberPath = { [P in TuningPath]: ValueAt<P> extends number ? P : never }[TuningPath];
const BOUNDS: Record<NumberPath, Bounds> = TUNING_LIMITS;

export type TuningGroupName = 'cpus' | 'queues' | 'packets' | 'sysctls' | 'services';

interface FieldWords {
  group: TuningGroupName;
  /** In the form; without it the name of its setting. */
  label?: string;
  /** What the kernel or its tools call it. */
  kernel?: string;
  hint?: string;
  /** In a list of all settings, where it is one of several values of its setting. */
  named?: string;
  /** What a host has now, by its snapshot; null where a snapshot does not tell. */
  present: PresentReader | null;
}

interface NumberInput {
  kind: 'number';
  unit?: string;
}
interface ChoiceInput<V extends string = string> {
  kind: 'choice';
  choices: readonly V[];
}
interface CpusInput {
  kind: 'cpus';
  /** Takes `none`, too. */
  none?: true;
}
type TextInput = { kind: 'nic' } | CpusInput;

/** How a value of that type is given. A type with another way is an error here until it has one. */
type InputOf<V> = [V] extends [number]
  ? NumberInput
  : [V] extends [boolean]
    ? { kind: 'onOff' }
    : [V] extends [readonly unknown[]]
      ? { kind: 'list' }
      : string extends V
        ? TextInput
        : [V] extends ['one-to-one' | 'all']
          ? { kind: 'spread' }
          : ChoiceInput<V & string>;

export type TuningField = FieldWords &
  (NumberInput | ChoiceInput | TextInput | { kind: 'onOff' } | { kind: 'list' } | { kind: 'spread' });

const offload = (name: string, label: string) =>
  ({
    group: 'packets',
    kind: 'onOff',
    label,
    kernel: name,
    named: name.toUpperCase(),
    present: ofNic(`offload/${name}`),
  }) as const;

const coalescing = (kernel: string, label: string, named: string) =>
  ({ group: 'queues', label, kernel, named, present: ofNic(`coalesce/${kernel}`) }) as const;

const spread = (setting: SettingName) =>
  ({ group: 'queues', kind: 'spread', named: `spread of ${SETTING_LABELS[setting]}`, present: null }) as const;

/**
 * Every value that a person may give, in the order of `HostTuning`. The form, its draft, what a variant may change and the
 * present values are made of it.
 */
export const TUNING_FIELDS = {
  nic: { group: 'queues', kind: 'nic', hint: 'Whose queues and packets are tuned.', present: null },
  stopServices: { group: 'services', kind: 'list', hint: 'Such as irqbalance, cron.', present: null },
  nicQueues: {
    group: 'queues',
    kind: 'number',
    kernel: 'ethtool -L',
    hint: 'Pairs of receive and transmit, each with an interrupt.',
    present: ofNic('channels/combined'),
  },
  'interruptAffinity.cpus': {
    group: 'queues',
    kind: 'cpus',
    kernel: 'smp_affinity',
    hint: 'CPUs that take the interrupts of the queues.',
    present: ofQueueLists('affinity'),
  },
  'interruptAffinity.spread': spread('interruptAffinity'),
  'packetSteering.cpus': {
    group: 'queues',
    kind: 'cpus',
    none: true,
    kernel: 'rps_cpus',
    hint: 'CPUs that received packets are spread over; none turns it off.',
    present: ofQueueMasks('rps_cpus'),
  },
  'flowSteering.entries': {
    group: 'queues',
    kind: 'number',
    unit: 'entries',
    kernel: 'rps_sock_flow_entries',
    hint: 'Packets go to the CPU that reads them. 0 turns it off.',
    present: key('sysctl/net.core.rps_sock_flow_entries'),
  },
  'transmitSteering.cpus': {
    group: 'queues',
    kind: 'cpus',
    kernel: 'xps_cpus',
    hint: 'CPUs that send by each queue.',
    present: ofQueueMasks('xps_cpus'),
  },
  'transmitSteering.spread': spread('transmitSteering'),
  mtuBytes: {
    group: 'packets',
    kind: 'number',
    unit: 'B',
    kernel: 'mtu',
    hint: 'Of both ends alike: 1500, or 9001 for jumbo frames.',
    present: ofNic('mtu'),
  },
  'offloads.gro': offload('gro', 'Generic receive'),
  'offloads.gso': offload('gso', 'Generic send'),
  'offloads.tso': offload('tso', 'TCP send'),
  'offloads.lro': offload('lro', 'Large receive'),
  'interruptCoalescing.adaptiveRx': {
    ...coalescing('adaptive-rx', 'Adaptive, receive', 'adaptive rx coalescing'),
    kind: 'onOff',
  },
  'interruptCoalescing.adaptiveTx': {
    ...coalescing('adaptive-tx', 'Adaptive, transmit', 'adaptive tx coalescing'),
    kind: 'onOff',
  },
  'interruptCoalescing.rxUs': {
    ...coalescing('rx-usecs', 'Wait, receive', 'rx coalescing'),
    kind: 'number',
    unit: 'µs',
  },
  'interruptCoalescing.txUs': {
    ...coalescing('tx-usecs', 'Wait, transmit', 'tx coalescing'),
    kind: 'number',
    unit: 'µs',
  },
  'interruptCoalescing.rxFrames': {
    ...coalescing('rx-frames', 'Packets, receive', 'packets of rx coalescing'),
    kind: 'number',
  },
  'interruptCoalescing.txFrames': {
    ...coalescing('tx-frames', 'Packets, transmit', 'packets of tx coalescing'),
    kind: 'number',
  },
  'busyPolling.pollUs': {
    group: 'packets',
    kind: 'number',
    unit: 'µs',
    label: 'Busy polling, poll',
    kernel: 'net.core.busy_poll',
    hint: 'How long poll and select look for packets themselves.',
    named: 'busy polling',
    present: key('sysctl/net.core.busy_poll'),
  },
  'busyPolling.readUs': {
    group: 'packets',
    kind: 'number',
    unit: 'µs',
    label: 'Busy polling, read',
    kernel: 'net.core.busy_read',
    hint: 'How long a read looks for packets itself.',
    named: 'busy reading',
    present: key('sysctl/net.core.busy_read'),
  },
  sysctls: { group: 'sysctls', kind: 'list', present: null },
  cpuGovernor: {
    group: 'cpus',
    kind: 'choice',
    choices: CPU_GOVERNORS,
    kernel: 'scaling_governor',
    hint: 'How the frequency follows the load.',
    present: key('cpu/governor'),
  },
  cpuTurbo: {
    group: 'cpus',
    kind: 'onOff',
    kernel: 'boost',
    hint: 'Frequencies above the nominal one.',
    present: key('cpu/turbo'),
  },
  openFilesLimit: {
    group: 'cpus',
    kind: 'number',
    kernel: 'nofile',
    hint: 'Of each process that the agent starts; a connection is one.',
    present: softLimit('limits/nofile'),
  },
  transparentHugePages: {
    group: 'cpus',
    kind: 'choice',
    choices: HUGE_PAGES,
    kernel: 'transparent_hugepage',
    hint: 'When memory comes in pages of 2 MiB.',
    present: chosenWord('memory/transparent_hugepage'),
  },
} as const satisfies { [P in TuningPath]: FieldWords & InputOf<ValueAt<P>> };

export const TUNING_PATHS = Object.keys(TUNING_FIELDS) as TuningPath[];
/** Within a sentence: 'packet steering (RPS)', 'spread of interrupt affinity', 'GRO'. */
export function nameAt(path: TuningPath): string {
  const setting = settingAt(path);
  return fieldAt(path).named ?? (setting === 'nic' ? 'NIC' : SETTING_LABELS[setting]);
}

/** In the form. */
export const labelAt = (path: TuningPath): string => fieldAt(path).label ?? capitalised(nameAt(path));

export const tuningPath = (text: string): TuningPath | undefined => TUNING_PATHS.find((path) => path === text);
export const fieldAt = (path: TuningPath): TuningField => TUNING_FIELDS[path];
export const settingAt = (path: TuningPath): keyof HostTuning => path.split('.')[0] as keyof HostTuning;

/** Bounds of the values that are numbers; each of them needs some. */
export const boundsAt = (path: TuningPath): Bounds => BOUNDS[path as NumberPath];
