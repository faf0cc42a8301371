import type { HostSeries } from '@contract/samples';
import { capitalised } from '@rules/words/text';
import { MAX_SIDES, sideOf } from '@/ui/sides';
import { BACKEND_GROUPS } from './backend-groups';
import { busiestNic } from './series';
import { type Group, line, type SeriesGroup, slow } from './series-group';
import { SERVICE_GROUPS } from './service-groups';

const FIXED: Group[] = [
  {
    id: 'requests',
    title: 'Requests served',
    lines: [line('requestsPerSecond', 'req/s, counted by the server', 'server')],
  },
  {
    id: 'cpu',
    title: 'CPU busy',
    lines: [
      line('cpuUserPercent', 'user', 'server', 'solid', 0.5),
      line('cpuSystemPercent', 'system', 'server', 'solid', 0.3),
      line('cpuSoftirqPercent', 'softirq', 'server', 'solid', 0.15),
      line('cpuStealPercent', 'steal', 'bad', 'solid', 0.35),
      line('cpuBusyPercent', 'busy, all CPUs', 'muted', 'solid'),
      line('hottestCpuPercent', 'hottest CPU', 'client', 'dotted'),
    ],
  },
  {
    id: 'cpus',
    title: 'CPUs used',
    lines: [
      line('targetCpus', 'target', 'server'),
      line('toolCpus', 'tool', 'client', 'dashed'),
      line('backendCpus', 'backends', 'bad', 'dotted'),
      slow('otherCpus', 'everything else, mean of 5 s', 'muted', 'dotted'),
      line('agentCpus', 'agent', 'muted', 'dashed'),
    ],
  },
  {
    id: 'throttled',
    title: 'CPU quota ran out',
    lines: [slow('throttledPercent', 'of the quota’s periods', 'bad')],
  },
  {
    id: 'waiting',
    title: 'Threads waiting for a CPU',
    lines: [slow('targetWaitingThreads', 'target', 'server'), slow('toolWaitingThreads', 'tool', 'client', 'dashed')],
  },
  {
    id: 'pressure',
    title: 'Time some task waited (pressure)',
    lines: [
      slow('cpuPressurePercent', 'for a CPU', 'server'),
      slow('memoryPressurePercent', 'for memory', 'bad', 'dashed'),
      slow('ioPressurePercent', 'for I/O', 'client', 'dotted'),
    ],
  },
  {
    id: 'active',
    title: 'CPUs active',
    lines: [line('activeCpus', 'busy for more than 5 %', 'server')],
  },
  {
    id: 'frequency',
    title: 'CPU frequency',
    lines: [line('cpuFrequencyMeanHz', 'mean of the CPUs', 'server')],
  },
  {
    id: 'memory',
    title: 'Memory resident',
    lines: [
      line('targetRssBytes', 'target', 'server'),
      line('toolRssBytes', 'tool', 'client', 'dashed'),
      line('backendRssBytes', 'backends', 'bad', 'dotted'),
    ],
  },
  {
    id: 'softnet',
    title: 'Packet backlog',
    lines: [
      line('softnetDroppedPerSecond', 'dropped', 'bad'),
      line('softnetTimeSqueezedPerSecond', 'time squeezed', 'client', 'dashed'),
    ],
  },
  {
    id: 'tcp',
    title: 'TCP trouble',
    lines: [
      slow('retransmittedSegmentsPerSecond', 'segments sent again', 'server'),
      slow('listenOverflowsPerSecond', 'listen queue overflows', 'bad', 'dashed'),
    ],
  },
  { id: 'switches', title: 'Context switches', lines: [line('contextSwitchesPerSecond', 'switches', 'server')] },
];

/** What is drawn unless asked otherwise: limits from outside, and backends, only where somebody counts them. */
export const DEFAULT_GROUPS = [
  ...['requests', 'cpu', 'cpus', 'throttled', 'nic', 'allowance'],
  ...['database-pool', 'database-waiting', 'sessions', 'wal-fsync-time', 'cache-pool', 'cache-waiting', 'downstream'],
];

/** The number of a CPU is no quantity: it stands beside the hottest one, and has no chart. */
export const NOT_DRAWN = ['hottestCpu'];

/** The charts that a host's columns can fill, in reading order. Unknown columns get a chart of their own. */
export function groupsOf(host: HostSeries): SeriesGroup[] {
  const units = new Map(host.columns.map((column) => [column.name, column.unit]));
  const known = new Set<string>(NOT_DRAWN);
  const groups: SeriesGroup[] = [];
  const add = (group: Group): void => {
    const lines = group.lines.filter(({ name }) => units.has(name));
    for (const name of [...group.lines.map((one) => one.name), ...(group.also ?? [])]) known.add(name);
    const first = lines[0];
    if (first) groups.push({ ...group, lines, unit: units.get(first.name) ?? '' });
  };
  const [requests, cpu, cpus, throttled, ...rest] = FIXED as [Group, Group, Group, Group];
  for (const group of [
    requests,
    cpu,
    cpus,
    throttled,
    ...BACKEND_GROUPS,
    ...SERVICE_GROUPS,
    ...nicGroups(host),
    ...rest,
  ])
    add(group);
  for (const { name } of host.columns)
    if (!known.has(name)) add({ id: name, title: titleOf(name), lines: [line(name, titleOf(name), 'server')] });
  return groups;
}

function nicGroups(host: HostSeries): Group[] {
  const busiest = busiestNic(host);
  const names = [...new Set(host.columns.flatMap(({ name }) => /^nic\/([^/]+)\//.exec(name)?.[1] ?? []))];
  const ordered = names.sort((a, b) => Number(b === busiest) - Number(a === busiest));
  return ordered.flatMap((nic) => groupsOfNic(host, nic, nic === busiest ? '' : `-${nic}`));
}

function groupsOfNic(host: HostSeries, nic: string, suffix: string): Group[] {
  const of = (name: string): string => `nic/${nic}/${name}`;
  const both = (id: string, title: string, what: string): Group => ({
    id: `${id}${suffix}`,
    title: `NIC ${nic}, ${title}`,
    lines: [
      line(of(`rx${what}PerSecond`), 'received', 'server'),
      line(of(`tx${what}PerSecond`), 'sent', 'client', 'dashed'),
    ],
  });
  return [
    both('nic', 'bits', 'Bits'),
    {
      id: `allowance${suffix}`,
      title: `NIC ${nic}, over the instance’s allowance`,
      lines: [slow(of('allowanceExceededPerSecond'), 'queued or dropped by the cloud', 'bad')],
    },
    both('packets', 'packets', 'Packets'),
    queueGroup(host, nic, `queues-received${suffix}`, 'rx'),
    queueGroup(host, nic, `queues-sent${suffix}`, 'tx'),
    {
      id: `qdisc${suffix}`,
      title: `NIC ${nic}, queueing discipline`,
      lines: [
        slow(of('qdiscOverlimitsPerSecond'), 'over its limit', 'client', 'dashed'),
        slow(of('qdiscDropsPerSecond'), 'dropped', 'bad'),
      ],
    },
  ];
}

/** Packets of each queue, as far as lines can be told apart: the busiest ones, in the order of their numbers. */
function queueGroup(host: HostSeries, nic: string, id: string, direction: 'rx' | 'tx'): Group {
  const ofNic = `nic/${nic}/queue/`;
  const queues = host.columns
    .filter(({ name }) => name.startsWith(ofNic) && name.endsWith(`/${direction}PacketsPerSecond`))
    .map(({ name, values }) => ({
      name,
      queue: name.slice(ofNic.length).split('/')[0],
      total: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    }));
  const busiest = [...queues].sort((a, b) => b.total - a.total).slice(0, MAX_SIDES);
  const lines = queues
    .filter((queue) => busiest.includes(queue))
    .map(({ name, queue }, index) => slow(name, `queue ${queue}`, sideOf(index).ink, sideOf(index).stroke));
  const some = queues.length > lines.length ? `, the ${lines.length} busiest of ${queues.length}` : '';
  return {
    id,
    title: `NIC ${nic}, packets ${direction === 'rx' ? 'received' : 'sent'} by queue${some}`,
    lines: queues.length > 1 ? lines : [],
    also: queues.map(({ name }) => name),
  };
}

/** `softnetDroppedPerSecond` as words: the unit at the end is said apart. */
export function titleOf(name: string): string {
  const words = name
    .replace(/(PerSecond|Percent|Bytes|Cpus)$/, '')
    .replaceAll('/', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return capitalised(words);
}
