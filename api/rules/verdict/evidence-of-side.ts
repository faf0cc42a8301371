import type { NicUse, SideEvidence } from '../../contract/evidence.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { percent } from './amounts.ts';
import { busyOf } from './cpu-busy.ts';
import { cpusOf, row } from './evidence-row.ts';
import { directions } from './limits-of-network.ts';
import { CORE_FULL, CPU_FULL, NIC_FULL, PRESSURE_TOLD } from './thresholds.ts';
import { waitedShare } from './waiting-words.ts';

/** What one host used of its CPUs and NICs. */
export function sideRows(side: SideEvidence, label: string, imported: boolean): EvidenceRow[] {
  const from = (file: string): string => (imported ? 'the imported source' : `${file} of ${side.name}`);
  const head = { side: side.side };
  const { processCpus, hottestCpu: core, hottestThread: thread, counters } = side;
  const cpus = side.cpusAllowed ?? side.cpus;
  const who = side.side === 'client' ? 'tool' : 'target';
  const one = { ...head, unit: '%', ceiling: 100, full: CORE_FULL };
  return [
    cpuRow(side, label, from('/proc/stat')),
    ...(processCpus === null
      ? []
      : [
          row({
            ...head,
            resource: 'process-cpu',
            label: `${label}: processes of the ${who}`,
            unit: 'CPUs',
            low: processCpus,
            ceiling: cpus,
            full: CPU_FULL,
            source: `${from('/proc/PID/stat')}${side.softirqBilledToTasks ? '; softirq time is billed to it too' : ''}`,
          }),
        ]),
    ...waitingRow(side, label, who),
    ...(core
      ? [
          row({
            ...one,
            resource: 'hottest-cpu',
            label: `${label}: ${core.cpu === null ? 'busiest CPU' : `busiest CPU, ${core.cpu}`}`,
            low: core.busy * 100,
            source: from('/proc/stat'),
          }),
        ]
      : []),
    ...(thread
      ? [
          row({
            ...one,
            resource: 'hottest-thread',
            label: `${label}: busiest ${side.side === 'client' ? 'thread' : 'worker'}, ${thread.name}`,
            low: thread.busy * 100,
            source: from('/proc/PID/task'),
          }),
        ]
      : []),
    ...side.nics.flatMap((nic) => nicRows(side, nic, label, from('/proc/net/dev'))),
    ...(counters?.allowanceExceeded ?? []).map(({ name, count }) =>
      row({
        ...head,
        resource: 'drops',
        label: `${label}: ${name}`,
        unit: 'packets',
        low: count,
        source: from('ethtool -S'),
      }),
    ),
  ];
}

function cpuRow(side: SideEvidence, label: string, from: string): EvidenceRow {
  const busy = busyOf(side.cpu);
  const cpus = side.cpusAllowed ?? side.cpus;
  const scale = cpus ?? 100;
  const open = busy && busy.high !== busy.low;
  const how = open
    ? `; from what is named to ${busy.high === null ? 'an upper end not stated' : 'what idle leaves'}`
    : '';
  return row({
    resource: 'cpu',
    side: side.side,
    label: cpusOf(label),
    unit: cpus === null ? '%' : 'CPUs',
    low: busy && busy.low * scale,
    high: busy && (busy.high === null ? null : busy.high * scale),
    ceiling: scale,
    full: CPU_FULL,
    source: busy ? `all that ran on them, by ${from}${how}` : 'not measured',
  });
}

/**
 * Figures that were stored or imported before this was recorded have no row. If the kernel does not count it, a row
 * says so.
 */
function waitingRow(side: SideEvidence, label: string, who: string): EvidenceRow[] {
  const { waitingThreads: waiting } = side;
  if (waiting === undefined) return [];
  const share = waitedShare(side);
  const part = share === null ? '' : `; ${percent(share)} of the time in which they could have run`;
  return [
    row({
      resource: 'run-delay',
      side: side.side,
      label: `${label}: threads of the ${who} that waited for a CPU`,
      unit: 'threads',
      low: waiting,
      source:
        waiting === null
          ? 'not measured: the kernel or the agent does not count it, or there were more than 4,096 threads'
          : `run delay in /proc/PID/task/TID/schedstat of ${side.name}${part}`,
    }),
  ];
}

/** Pressure stall information of a machine: of CPUs always, of memory and I/O where some task waited. */
export function pressureRows({ pressure, side, name }: SideEvidence, label: string): EvidenceRow[] {
  if (!pressure) return [];
  return PRESSURES.flatMap(({ resource, told }) => {
    const share = pressure[resource];
    if (resource !== 'cpu' && (share ?? 0) < PRESSURE_TOLD) return [];
    return [
      row({
        resource: `${resource}-pressure`,
        side,
        label: `${label}: time in which some task waited for ${told}`,
        unit: '%',
        low: share === null ? null : share * 100,
        ceiling: 100,
        source:
          share === null
            ? 'not measured: the kernel or the agent does not count it'
            : `/proc/pressure/${resource} of ${name}`,
      }),
    ];
  });
}

const PRESSURES = [
  { resource: 'cpu', told: 'a CPU' },
  { resource: 'memory', told: 'memory' },
  { resource: 'io', told: 'I/O' },
] as const;

function nicRows({ side }: SideEvidence, nic: NicUse, label: string, from: string): EvidenceRow[] {
  const ceiling = nic.ceilingBitsPerSecond;
  const known = ceiling === null ? 'its ceiling is not known' : `ceiling: ${nic.ceilingSource ?? 'as stated'}`;
  const packets = [nic.rxPacketsPerSecond, nic.txPacketsPerSecond].filter((rate) => rate !== null);
  return [
    ...directions(nic)
      .filter(({ perSecond }) => perSecond !== null)
      .map(({ resource, does, perSecond }) =>
        row({
          resource,
          side,
          label: `${label}: ${nic.name} ${does}`,
          unit: 'bit/s',
          low: perSecond,
          ceiling,
          full: NIC_FULL,
          source: `${from}; ${known}`,
        }),
      ),
    ...(packets.length > 0
      ? [
          row({
            resource: 'packets',
            side,
            label: `${label}: packets of ${nic.name}`,
            unit: 'packets/s',
            low: packets.reduce((sum, rate) => sum + rate, 0),
            source: from,
          }),
        ]
      : []),
  ];
}
