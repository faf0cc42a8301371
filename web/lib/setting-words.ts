import type { ImportedSpec } from '@contract/imported';
import type { RunSummary } from '@contract/run';
import type { RunSpec } from '@contract/spec';
import type { HostTuning, SettingName } from '@contract/tuning';
import { cpusText, parseCpuList, shortestCpuList } from '@rules/cpus/cpu-list';
import { settingTitle } from '@rules/tuning/setting-labels';
import { formatCount } from './format';

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

const SPREADS = { 'one-to-one': 'one queue to one CPU', all: 'every queue to all of them' };
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

type Tell = { [S in Exclude<keyof HostTuning, 'nic'>]: (value: NonNullable<HostTuning[S]>) => Words | null };

const both = (text: string | null, short = text): Words | null =>
  text === null ? null : { full: text, short: short ?? '' };

/** In the order in which they are applied. */
const TELL: Tell = {
  stopServices: (names) => both(names.length === 0 ? null : names.join(', '), `no ${names.join(', ')}`),
  nicQueues: (count) => both(formatCount(count), `${formatCount(count)} NIC ${count === 1 ? 'queue' : 'queues'}`),
  mtuBytes: (bytes) => both(`${formatCount(bytes)} B`, `MTU ${bytes}`),
  offloads: (value) =>
    both(
      joined(value, {
        gro: (on) => `GRO ${onOff(on)}`,
        gso: (on) => `GSO ${onOff(on)}`,
        tso: (on) => `TSO ${onOff(on)}`,
        lro: (on) => `LRO ${onOff(on)}`,
      }),
    ),
  interruptCoalescing: (value) =>
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
  interruptAffinity: ({ cpus, spread }) => both(`${choiceText(cpus)}, ${SPREADS[spread]}`, `IRQs ${shortChoice(cpus)}`),
  packetSteering: ({ cpus }) =>
    cpus === 'none' ? both('off', 'RPS off') : both(choiceText(cpus), `RPS ${shortChoice(cpus)}`),
  flowSteering: ({ entries }) =>
    entries === 0 ? both('off', 'RFS off') : both(`${formatCount(entries)} entries`, `RFS ${formatCount(entries)}`),
  transmitSteering: ({ cpus, spread }) => both(`${choiceText(cpus)}, ${SPREADS[spread]}`, `XPS ${shortChoice(cpus)}`),
  busyPolling: (value) =>
    both(joined(value, { pollUs: (us) => `poll ${us} µs`, readUs: (us) => `read ${us} µs` }), 'busy polling'),
  sysctls: (list) =>
    both(
      list.length === 0 ? null : list.map(({ name, value }) => `${name} = ${value}`).join(', '),
      list.length === 1 ? `${list[0]?.name.split('.').at(-1)} ${list[0]?.value}` : `${list.length} sysctls`,
    ),
  cpuGovernor: (governor) => both(governor, `governor ${governor}`),
  cpuTurbo: (on) => both(onOff(on), `turbo ${onOff(on)}`),
  transparentHugePages: (mode) => both(mode, `THP ${mode}`),
  openFilesLimit: (files) => both(`${formatCount(files)} files`, `nofile ${formatCount(files)}`),
};

/** As it is typed: 'RPS off target' would read as RPS that is off. */
const shortChoice = (choice: string): string => shortest(choice);

/** CPU lists in their shortest form: 0,1,2 is no other setting than 0-2. */
export const shortest = (choice: string): string => (/^\d/.test(choice) ? shortestCpuList(choice) : choice);

/** What is asked of one host; a setting without any of its parts asks for nothing. */
export function askedSettings(tuning: HostTuning | null): AskedSetting[] {
  if (tuning === null) return [];
  return (Object.keys(TELL) as (keyof Tell)[]).flatMap((setting) => {
    const value = tuning[setting];
    const words = value === null ? null : (TELL[setting] as (value: unknown) => Words | null)(value);
    return words ? [{ setting, ...words }] : [];
  });
}

/** Of the target, which is on the server's host. */
export const askedTargetCpus = ({ targetCpus }: RunSpec['tuning']): AskedSetting[] =>
  targetCpus === null
    ? []
    : [
        {
          setting: 'targetCpus',
          full: choiceText(targetCpus),
          short: /^\d/.test(targetCpus) ? choiceText(targetCpus) : `target ${shortChoice(targetCpus)}`,
        },
      ];

/** What is asked of the host in that role: the server's words hold for a host that is both. */
export function askedOf(tuning: RunSpec['tuning'], roles: ('server' | 'client')[]): AskedSetting[] {
  if (!roles.includes('server')) return askedSettings(tuning.clients);
  return [...askedTargetCpus(tuning), ...askedSettings(tuning.server)];
}

/** One setting of a run in a list of runs. */
export interface SettingChip {
  /** Null of an imported run: its source has words of its own. */
  setting: SettingName | null;
  label: string;
  full: string;
  short: string;
}

/** Everything that a run asks of its hosts: clients' words say so. Of an imported run what its source tells. */
export function askedChips(spec: RunSummary['spec']): SettingChip[] {
  if (spec.specVersion === 0) return importedChips(spec);
  return chipsOf(spec).map((asked) => ({ ...asked, label: settingTitle(asked.setting) }));
}

const importedChips = ({ tuning: { targetCpus, described } }: ImportedSpec): SettingChip[] => [
  ...(targetCpus === null
    ? []
    : [
        {
          setting: 'targetCpus' as const,
          label: settingTitle('targetCpus'),
          full: choiceText(targetCpus),
          short: choiceText(targetCpus),
        },
      ]),
  ...(described ?? []).map(({ setting, value }) => ({
    setting: null,
    label: setting,
    full: value,
    short: `${setting}: ${value}`,
  })),
];

/** Why no chip stands there: nothing was asked for, or the source of an imported run does not tell. */
export const whyNoChips = ({ tuning }: RunSummary['spec']): string =>
  'described' in tuning && tuning.described === null
    ? 'The source of this imported run says nothing of tuning'
    : 'No tuning was asked for';

function chipsOf({ tuning, server, clients }: RunSpec): AskedSetting[] {
  const apart = clients.some(({ hostId }) => hostId !== server.hostId);
  const ofClients = apart ? askedSettings(tuning.clients) : [];
  return [
    ...askedOf(tuning, ['server']),
    ...ofClients.map((asked) => ({ ...asked, short: `client: ${asked.short}`, full: `on the client, ${asked.full}` })),
  ];
}
