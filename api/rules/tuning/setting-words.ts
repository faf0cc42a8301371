import type { HostRole } from '../../contract/choices.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { HostTuning, SettingName } from '../../contract/tuning.ts';
import { cpusText, parseCpuList, shortestCpuList } from '../cpus/cpu-list.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { capitalised } from '../words/text.ts';

/** A setting as it was asked for: in full, and in the few characters of a chip. */
export interface AskedSetting {
  setting: SettingName;
  full: string;
  short: string;
}

const CHOICES: Record<string, string> = {
  all: 'all CPUs',
  'nic-local': 'nic-local CPUs',
  'not target': 'CPUs that are not the target’s',
};

/** 'CPUs 0-3', 'last 16 CPUs', 'CPUs that are not the target’s'. */
export function choiceText(choice: string): string {
  if (/^\d/.test(choice)) return cpusText(parseCpuList(choice));
  return CHOICES[choice] ?? choice.replace(/^(\w+) 1$/, '$1 CPU').replace(/^(\w+ \d+)$/, '$1 CPUs');
}

const SPREADS = { 'one-to-one': 'queue by queue in turn', all: 'every queue to all of them' };
const onOff = (on: boolean): string => (on ? 'on' : 'off');
type Words = Omit<AskedSetting, 'setting'>;

/** Parts that were asked for, as one text; null when none was. */
function joined<T extends object>(
  value: T,
  tell: { [K in keyof T]: (part: NonNullable<T[K]>) => string },
): string | null {
  const parts = (Object.keys(tell) as (keyof T)[]).flatMap((name) => {
    const part = value[name];
    return part === null || part === undefined ? [] : [tell[name](part as NonNullable<T[keyof T]>)];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

/** The name of a setting within a sentence, and words for its value. */
type Rows = {
  [S in Exclude<keyof HostTuning, 'nic'>]: [label: string, tell: (value: NonNullable<HostTuning[S]>) => Words | null];
};

const both = (text: string | null, short = text): Words | null =>
  text === null ? null : { full: text, short: short ?? '' };

/** In the order in which they are applied. */
const ROWS: Rows = {
  stopServices: [
    'services stopped',
    (names) => both(names.length === 0 ? null : names.join(', '), `no ${names.join(', ')}`),
  ],
  nicQueues: ['NIC queues', (count) => both(formatCount(count), plural(count, 'NIC queue'))],
  mtuBytes: ['MTU', (bytes) => both(`${formatCount(bytes)} B`, `MTU ${bytes}`)],
  offloads: [
    'offloads',
    (value) =>
      both(
        joined(value, {
          gro: (on) => `GRO ${onOff(on)}`,
          gso: (on) => `GSO ${onOff(on)}`,
          tso: (on) => `TSO ${onOff(on)}`,
          lro: (on) => `LRO ${onOff(on)}`,
        }),
      ),
  ],
  interruptCoalescing: [
    'interrupt coalescing',
    (value) =>
      both(
        joined(value, {
          adaptiveRx: (on) => `adaptive rx ${onOff(on)}`,
          adaptiveTx: (on) => `adaptive tx ${onOff(on)}`,
          rxUs: (us) => `rx ${us} µs`,
          txUs: (us) => `tx ${us} µs`,
          rxFrames: (frames) => `rx ${frames} frames`,
          txFrames: (frames) => `tx ${frames} frames`,
        }),
        'coalescing',
      ),
  ],
  interruptAffinity: [
    'interrupt affinity',
    ({ cpus, spread }) => both(`${choiceText(cpus)}, ${SPREADS[spread]}`, `IRQs ${shortest(cpus)}`),
  ],
  packetSteering: [
    'packet steering (RPS)',
    ({ cpus }) => (cpus === 'none' ? both('off', 'RPS off') : both(choiceText(cpus), `RPS ${shortest(cpus)}`)),
  ],
  flowSteering: [
    'flow steering (RFS)',
    ({ entries }) =>
      entries === 0 ? both('off', 'RFS off') : both(`${formatCount(entries)} entries`, `RFS ${formatCount(entries)}`),
  ],
  transmitSteering: [
    'transmit steering (XPS)',
    ({ cpus, spread }) => both(`${choiceText(cpus)}, ${SPREADS[spread]}`, `XPS ${shortest(cpus)}`),
  ],
  busyPolling: [
    'busy polling',
    (value) =>
      both(joined(value, { pollUs: (us) => `poll ${us} µs`, readUs: (us) => `read ${us} µs` }), 'busy polling'),
  ],
  sysctls: [
    'kernel parameters',
    (list) =>
      both(
        list.length === 0 ? null : list.map(({ name, value }) => `${name} = ${value}`).join(', '),
        list.length === 1 ? `${list[0]?.name.split('.').at(-1)} ${list[0]?.value}` : `${list.length} sysctls`,
      ),
  ],
  cpuGovernor: ['CPU governor', (governor) => both(governor, `governor ${governor}`)],
  cpuTurbo: ['CPU turbo', (on) => both(onOff(on), `turbo ${onOff(on)}`)],
  transparentHugePages: ['transparent huge pages', (mode) => both(mode, `THP ${mode}`)],
  openFilesLimit: ['open files limit', (files) => both(`${formatCount(files)} files`, `nofile ${formatCount(files)}`)],
};

/** As it is typed, for 'RPS off target' would read as RPS that is off; CPU lists in their shortest form, for 0,1,2 is 0-2. */
export const shortest = (choice: string): string => (/^\d/.test(choice) ? shortestCpuList(choice) : choice);

export type HostSetting = keyof Rows;
/** In the order in which they are applied. */
export const HOST_SETTINGS = Object.keys(ROWS) as HostSetting[];

/** Leaves a host as it is. */
export const NO_TUNING = Object.fromEntries([...HOST_SETTINGS, 'nic'].map((name) => [name, null])) as HostTuning;

/** The settings as they stand within a sentence. */
export const SETTING_LABELS = {
  ...Object.fromEntries(HOST_SETTINGS.map((setting) => [setting, ROWS[setting][0]])),
  targetCpus: 'CPU set of the target',
} as Record<SettingName, string>;

/** As a heading or a label begins with it. */
export const settingTitle = (setting: SettingName): string => capitalised(SETTING_LABELS[setting]);

/** What is asked of one host; a setting without any of its parts asks for nothing. */
export function askedSettings(tuning: HostTuning | null): AskedSetting[] {
  if (tuning === null) return [];
  return HOST_SETTINGS.flatMap((setting) => {
    const words = askedWords(tuning, setting);
    return words ? [{ setting, ...words }] : [];
  });
}

/** Null where the setting is not asked for. */
export function askedWords(tuning: HostTuning, setting: HostSetting): Words | null {
  const value = tuning[setting];
  // Each setting has words for its own kind of value, which the type of a lookup does not tell.
  return value === null ? null : (ROWS[setting][1] as (value: unknown) => Words | null)(value);
}

/** Of the target, which is on the server's host. */
export const askedTargetCpus = ({ targetCpus }: RunSpec['tuning']): AskedSetting[] =>
  targetCpus === null
    ? []
    : [
        {
          setting: 'targetCpus',
          full: choiceText(targetCpus),
          short: /^\d/.test(targetCpus) ? choiceText(targetCpus) : `target on ${choiceText(targetCpus)}`,
        },
      ];

/** What is asked of the host in that role: the server's words hold for a host that is both. */
export function askedOf(tuning: RunSpec['tuning'], roles: readonly HostRole[]): AskedSetting[] {
  if (!roles.includes('server')) return roles.includes('client') ? askedSettings(tuning.clients) : [];
  return [...askedTargetCpus(tuning), ...askedSettings(tuning.server)];
}
