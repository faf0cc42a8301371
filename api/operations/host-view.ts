import type { Host, HostStatus } from '../contract/host.ts';
import type { HostRecord } from '../store/hosts.ts';
import type { LeaseSettings } from './lab.ts';

/** Heartbeats that may be missed before a host counts as offline. */
const MISSED_HEARTBEATS = 3;

export function isOnline(host: HostRecord, nowUs: number, lease: LeaseSettings): boolean {
  return nowUs - host.lastSeenAtUs < MISSED_HEARTBEATS * lease.heartbeatMs * 1000;
}

export function toHost(record: HostRecord, nowUs: number, lease: LeaseSettings): Host {
  const { leasedRunId, dirtyKind: _, ...rest } = record;
  return { ...rest, runId: leasedRunId, status: statusOf(record, nowUs, lease) };
}

function statusOf(record: HostRecord, nowUs: number, lease: LeaseSettings): HostStatus {
  if (!isOnline(record, nowUs, lease)) return 'offline';
  if (record.dirtyReason !== null) return 'dirty';
  return record.leasedRunId === null ? 'ready' : 'busy';
}
