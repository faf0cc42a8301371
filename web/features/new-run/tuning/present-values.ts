import { formatCpuList, parseCpuMask } from '@rules/cpus/cpu-list';

/** Present values by field of a `TuningDraft`, with `sysctls.<name>` and `stopServices.<name>`. */
export type PresentValues = Record<string, string>;

const FIXED: [field: string, key: string][] = [
  ['cpuGovernor', 'cpu/governor'],
  ['cpuTurbo', 'cpu/turbo'],
  ['flowSteering.entries', 'sysctl/net.core.rps_sock_flow_entries'],
  ['busyPolling.pollUs', 'sysctl/net.core.busy_poll'],
  ['busyPolling.readUs', 'sysctl/net.core.busy_read'],
];

const OF_NIC: [field: string, key: string][] = [
  ['mtuBytes', 'mtu'],
  ['nicQueues', 'channels/combined'],
  ...['gro', 'gso', 'tso', 'lro'].map((name): [string, string] => [`offloads.${name}`, `offload/${name}`]),
  ...(
    [
      ['adaptiveRx', 'adaptive-rx'],
      ['adaptiveTx', 'adaptive-tx'],
      ['rxUs', 'rx-usecs'],
      ['txUs', 'tx-usecs'],
      ['rxFrames', 'rx-frames'],
      ['txFrames', 'tx-frames'],
    ] as const
  ).map(([field, key]): [string, string] => [`interruptCoalescing.${field}`, `coalesce/${key}`]),
];

/** What a snapshot tells of each field; `nic` is the NIC that the settings mean, null when it is not known. */
export function presentValues(values: Record<string, string>, nic: string | null): PresentValues {
  const present: PresentValues = {};
  const take = (field: string, value: string | null | undefined): void => {
    if (value) present[field] = value;
  };
  for (const [field, key] of FIXED) take(field, values[key]);
  // Soft and hard: '1024:524288'.
  take('openFilesLimit', values['limits/nofile']?.split(':')[0]);
  take('transparentHugePages', chosen(values['memory/transparent_hugepage']));
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith('sysctl/')) take(`sysctls.${key.slice('sysctl/'.length)}`, value.replaceAll(/\s+/g, ' '));
    if (key.startsWith('service/')) take(`stopServices.${key.slice('service/'.length)}`, value);
  }
  if (nic === null) return present;
  for (const [field, key] of OF_NIC) take(field, values[`nic/${nic}/${key}`]);
  take('packetSteering.cpus', queueMasks(values, nic, 'rps_cpus'));
  take('transmitSteering.cpus', queueMasks(values, nic, 'xps_cpus'));
  take('interruptAffinity.cpus', interruptLists(values, nic));
  return present;
}

/** Settings of the host as a whole for which its snapshot has nothing: many a virtual machine has no governor. */
export const absentSettings = (values: Record<string, string>): ('cpuGovernor' | 'cpuTurbo')[] =>
  (['cpuGovernor', 'cpuTurbo'] as const).filter((setting) => presentValues(values, null)[setting] === undefined);

/** The kernel marks what is chosen: `always [madvise] never`. */
const chosen = (text: string | undefined): string | undefined => /\[(\w+)\]/.exec(text ?? '')?.[1] ?? text;

/** What all queues have; 'differs by queue' when they do not agree. */
function queueMasks(values: Record<string, string>, nic: string, file: string): string | null {
  const keys = Object.keys(values).filter((key) => key.startsWith(`nic/${nic}/`) && key.endsWith(`/${file}`));
  const lists = new Set(keys.map((key) => formatCpuList(parseCpuMask(values[key] ?? '') ?? [])));
  if (lists.size === 0) return null;
  const [only = ''] = lists;
  if (lists.size > 1) return 'differs by queue';
  return only === '' ? 'off' : only;
}

function interruptLists(values: Record<string, string>, nic: string): string | null {
  const lists = Object.entries(values).flatMap(([key, value]) =>
    key.startsWith(`nic/${nic}/irq/`) && key.endsWith('/affinity') ? [value] : [],
  );
  const [only] = lists;
  if (only === undefined) return null;
  return new Set(lists).size === 1 ? only : 'differs by queue';
}

/** Whether a service of that name works now; null when the snapshot does not tell. */
export function serviceRuns(present: PresentValues, name: string): boolean | null {
  const state = present[`stopServices.${name}`];
  return state === undefined ? null : state === 'running';
}
