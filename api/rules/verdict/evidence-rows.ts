import type { SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { rateMet } from '../findings/findings-of-load.ts';
import { percent } from './amounts.ts';
import { backendRows } from './backend/rows-of-backend.ts';
import { pressureRows, sideRows } from './evidence-of-side.ts';
import { cpusOf, row } from './evidence-row.ts';
import { inFlightOf } from './littles-law.ts';
import { evidenceOf, hostsOf, type MeasuredStep } from './measured-step.ts';
import { sharedOnce } from './pressing.ts';
import { cacheServerRows, diskRows } from './service-rows.ts';
import { BLOCKED_SHARE, CORE_FULL, CPU_FULL, RATE_MET_LEAST } from './thresholds.ts';
import { type WorkersUse, workersUse } from './tool-workers.ts';
import { blockedIn, wholeText } from './wall-of-locks.ts';

/** Everything that the verdict of a step looked at, what was not measured among it. */
export function evidenceRows(step: MeasuredStep, run: Run): EvidenceRow[] {
  const imported = run.imported !== null;
  const evidence = evidenceOf(step);
  const several = evidence.clients.length > 1;
  const label = (side: SideEvidence): string => (several && side.side === 'client' ? `client ${side.name}` : side.side);
  const { backendHost } = evidence;
  // The pressure of a machine that has both sides, or several clients, is one.
  const hosts = hostsOf(evidence);
  const machines = hosts.filter(
    ({ hostId }, at) => hostId === null || hosts.findIndex((one) => one.hostId === hostId) === at,
  );
  const rows = [
    ...rateRow(step),
    ...inFlightRow(step),
    ...(evidence.clients.length === 0 ? [notMeasured('client')] : []),
    ...evidence.clients.flatMap((side) => [
      ...sideRows(side, label(side), imported),
      ...workersRow(side, label(side), workersUse(side, step, run)),
    ]),
    ...(evidence.server ? sideRows(evidence.server, label(evidence.server), imported) : [notMeasured('server')]),
    ...backendRows(evidence),
    ...(backendHost ? sideRows(backendHost, 'backend host', imported) : []),
    ...machines.flatMap((side) => pressureRows(side, side.name)),
    ...lockRow(step, run),
    ...diskRows(evidence.disk),
    ...cacheServerRows(evidence.cacheServer),
  ];
  return sharedOnce(rows, step);
}

const notMeasured = (side: 'client' | 'server'): EvidenceRow =>
  row({ resource: 'cpu', side, label: cpusOf(side), unit: 'CPUs', low: null, full: CPU_FULL, source: 'not measured' });

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
  // A latency below the tool's resolution proves nothing of how many were in flight.
  if (!found || (found.low === 0 && found.high === null)) return [];
  const { low, possible, by } = found;
  // What a tool cuts off a latency widens the reading, but a closed loop holds no more than it can.
  const high = found.high && Math.max(low, Math.min(found.high, possible));
  const source = {
    mean: 'throughput × mean latency',
    median: 'throughput × half the median latency, the least that the mean can be',
    percentiles: 'throughput × the least mean latency that the percentiles allow',
  }[by];
  const unit = possible === 1 ? 'request' : 'requests';
  return [
    row({ resource: 'in-flight', side: null, label: 'requests in flight', unit, low, high, ceiling: possible, source }),
  ];
}

function workersRow({ side }: SideEvidence, label: string, use: WorkersUse | null): EvidenceRow[] {
  if (!use) return [];
  const source = 'CPU time of the tool’s processes, beside one CPU for each of its workers';
  return [
    row({
      resource: 'tool-workers',
      side,
      label: `${label}: workers of the tool`,
      unit: 'CPUs',
      low: use.cpus,
      ceiling: use.workers,
      full: CORE_FULL,
      source,
    }),
  ];
}

function lockRow(step: MeasuredStep, run: Run): EvidenceRow[] {
  const blocked = blockedIn(step, run);
  if (!blocked) return [];
  const { locks, connections, streams } = blocked;
  const ceiling = connections * streams * locks.profileSeconds;
  const source = `${locks.profile} profile: ${wholeText(blocked)}; most under ${locks.functionName}`;
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
