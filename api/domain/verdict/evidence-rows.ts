import type { NicUse, SideEvidence } from '../../contract/evidence.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { percent } from './amounts.ts';
import { busyOf } from './cpu-busy.ts';
import { rateMet } from './findings-of-load.ts';
import { directions } from './limits.ts';
import { inFlightOf } from './littles-law.ts';
import { evidenceOf, type MeasuredStep } from './measured-step.ts';
import { BLOCKED_SHARE, CORE_FULL, CPU_FULL, NIC_FULL, RATE_MET_LEAST } from './thresholds.ts';
import { blockedIn } from './wall-of-locks.ts';

/** Everything that the verdict of a step looked at, what was not measured among it. */
export function evidenceRows(step: MeasuredStep, imported: boolean): EvidenceRow[] {
  const evidence = evidenceOf(step);
  const several = evidence.clients.length > 1;
  const label = (side: SideEvidence): string => (several && side.side === 'client' ? `client ${side.name}` : side.side);
  return [
    ...rateRow(step),
    ...inFlightRow(step),
    ...(evidence.clients.length === 0 ? [notMeasured('client')] : []),
    ...evidence.clients.flatMap((side) => sideRows(side, label(side), imported)),
    ...(evidence.server ? sideRows(evidence.server, label(evidence.server), imported) : [notMeasured('server')]),
    ...lockRow(step),
  ];
}

interface Row {
  resource: string;
  side: EvidenceRow['side'];
  label: string;
  unit: string;
  low: number | null;
  high?: number | null;
  ceiling?: number | null;
  full?: number;
  source: string;
}

function row({ resource, side, label, unit, low, high = low, ceiling = null, full, source }: Row): EvidenceRow {
  const percentOf = (used: number | null): number | null =>
    used === null || !ceiling ? null : Number(((used * 100) / ceiling).toPrecision(6));
  return {
    resource,
    side,
    label,
    unit,
    usedLow: low,
    usedHigh: high,
    ceiling,
    percentLow: percentOf(low),
    percentHigh: percentOf(high),
    fullAtPercent: full === undefined ? null : full * 100,
    source,
  };
}

const notMeasured = (side: 'client' | 'server'): EvidenceRow =>
  row({ resource: 'cpu', side, label: `${side} CPU`, unit: 'CPUs', low: null, full: CPU_FULL, source: 'not measured' });

function rateRow(step: MeasuredStep): EvidenceRow[] {
  const found = rateMet(step);
  if (!found) return [];
  const source = `the tool’s count, beside the rate that was asked for; met from ${percent(RATE_MET_LEAST)}`;
  const used = step.point.requestsPerSecond;
  return [
    row({
      resource: 'rate',
      side: null,
      label: 'offered rate',
      unit: 'req/s',
      low: used,
      ceiling: found.asked,
      source,
    }),
  ];
}

function inFlightRow(step: MeasuredStep): EvidenceRow[] {
  const found = inFlightOf(step);
  if (!found) return [];
  const { low, high, possible, by } = found;
  const source =
    by === 'mean'
      ? 'throughput × mean latency'
      : 'throughput × half the median latency, the least that the mean can be';
  const unit = 'requests';
  return [
    row({ resource: 'in-flight', side: null, label: 'requests in flight', unit, low, high, ceiling: possible, source }),
  ];
}

function sideRows(side: SideEvidence, label: string, imported: boolean): EvidenceRow[] {
  const from = (file: string): string => (imported ? 'the imported source' : `${file} of ${side.name}`);
  const head = { side: side.side };
  const { processCpus, hottestCpu: core, hottestThread: thread, counters } = side;
  const cpus = side.cpusAllowed ?? side.cpus;
  const who = side.side === 'client' ? 'tool' : 'target';
  const one = { ...head, unit: '% of a CPU', ceiling: 100, full: CORE_FULL };
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
            source: from('/proc/PID/stat'),
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
            label: `${label}: busiest thread, ${thread.name}`,
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

function lockRow(step: MeasuredStep): EvidenceRow[] {
  const blocked = blockedIn(step);
  if (!blocked) return [];
  const { locks, connections } = blocked;
  const ceiling = connections * locks.profileSeconds;
  const source = `${locks.profile} profile of ${locks.profileSeconds} s × ${connections} connections; most under ${locks.functionName}`;
  return [
    row({
      resource: 'locks',
      side: 'server',
      label: 'requests blocked on locks',
      unit: 's',
      low: locks.blockedSeconds,
      ceiling,
      full: BLOCKED_SHARE,
      source,
    }),
  ];
}
