import type { NicUse, SideEvidence } from '../../contract/evidence.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { busyOf } from './cpu-busy.ts';
import { row } from './evidence-row.ts';
import { directions } from './limits-of-network.ts';
import { CORE_FULL, CPU_FULL, NIC_FULL } from './thresholds.ts';

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
  const how = open ? `; from what is named to ${busy.high === null ? 'what nobody says' : 'what idle leaves'}` : '';
  return row({
    resource: 'cpu',
    side: side.side,
    label: `${label} CPU`,
    unit: cpus === null ? '%' : 'CPUs',
    low: busy && busy.low * scale,
    high: busy && (busy.high === null ? null : busy.high * scale),
    ceiling: scale,
    full: CPU_FULL,
    source: busy ? `${from}${how}` : 'not measured',
  });
}

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
