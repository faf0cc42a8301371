import type { HostSeries } from '../api/types';
import { busiestNic } from './series';
import type { SideInk } from './sides';
import type { Stroke } from './strokes';

export type Ink = 'server' | 'client' | 'muted' | 'bad' | SideInk;

export interface Line {
  name: string;
  label: string;
  ink: Ink;
  stroke: Stroke;
  /** Stacked lines fill the area to the one below; the alpha tells them apart, as their order does. */
  fill: number | null;
  /** Read every few rows: while a run goes on, the rows between are not filled yet. */
  sparse?: boolean;
}

export interface SeriesGroup {
  id: string;
  title: string;
  unit: string;
  lines: Line[];
}

const line = (name: string, label: string, ink: Ink, stroke: Stroke = 'solid', fill: number | null = null): Line => ({
  name,
  label,
  ink,
  stroke,
  fill,
});

const FIXED: Omit<SeriesGroup, 'unit'>[] = [
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
      { ...line('otherCpus', 'everything else', 'muted', 'dotted'), sparse: true },
      line('agentCpus', 'agent', 'muted', 'dashed'),
    ],
  },
  {
    id: 'memory',
    title: 'Memory resident',
    lines: [line('targetRssBytes', 'target', 'server'), line('toolRssBytes', 'tool', 'client', 'dashed')],
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
      line('retransmittedSegmentsPerSecond', 'segments sent again', 'server'),
      line('listenOverflowsPerSecond', 'listen queue overflows', 'bad', 'dashed'),
    ],
  },
  { id: 'switches', title: 'Context switches', lines: [line('contextSwitchesPerSecond', 'switches', 'server')] },
];

/** What is drawn unless asked otherwise. */
export const DEFAULT_GROUPS = ['requests', 'cpu', 'cpus', 'nic'];

/** The charts that a host's columns can fill, in reading order. Columns nobody foresaw get a chart of their own. */
export function groupsOf(host: HostSeries): SeriesGroup[] {
  const units = new Map(host.columns.map((column) => [column.name, column.unit]));
  const known = new Set<string>();
  const groups: SeriesGroup[] = [];
  const add = (group: Omit<SeriesGroup, 'unit'>): void => {
    const lines = group.lines.filter(({ name }) => units.has(name));
    for (const { name } of group.lines) known.add(name);
    const first = lines[0];
    if (first) groups.push({ ...group, lines, unit: units.get(first.name) ?? '' });
  };
  const [requests, cpu, cpus, ...rest] = FIXED as [
    Omit<SeriesGroup, 'unit'>,
    Omit<SeriesGroup, 'unit'>,
    Omit<SeriesGroup, 'unit'>,
  ];
  for (const group of [requests, cpu, cpus, ...nicGroups(host), ...rest]) add(group);
  for (const { name } of host.columns)
    if (!known.has(name)) add({ id: name, title: titleOf(name), lines: [line(name, titleOf(name), 'server')] });
  return groups;
}

function nicGroups(host: HostSeries): Omit<SeriesGroup, 'unit'>[] {
  const busiest = busiestNic(host);
  const names = [...new Set(host.columns.flatMap(({ name }) => /^nic\/(.+)\/[^/]+$/.exec(name)?.[1] ?? []))];
  const ordered = names.sort((a, b) => Number(b === busiest) - Number(a === busiest));
  return ordered.flatMap((nic) => {
    const suffix = nic === busiest ? '' : `-${nic}`;
    return [
      {
        id: `nic${suffix}`,
        title: `NIC ${nic}, bits`,
        lines: [
          line(`nic/${nic}/rxBitsPerSecond`, 'received', 'server'),
          line(`nic/${nic}/txBitsPerSecond`, 'sent', 'client', 'dashed'),
        ],
      },
      {
        id: `packets${suffix}`,
        title: `NIC ${nic}, packets`,
        lines: [
          line(`nic/${nic}/rxPacketsPerSecond`, 'received', 'server'),
          line(`nic/${nic}/txPacketsPerSecond`, 'sent', 'client', 'dashed'),
        ],
      },
    ];
  });
}

/** `softnetDroppedPerSecond` as words: the unit at the end is said apart. */
export function titleOf(name: string): string {
  const words = name
    .replace(/(PerSecond|Percent|Bytes|Cpus)$/, '')
    .replaceAll('/', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
