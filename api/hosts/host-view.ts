import type { Host, HostState, HostStatus } from '../contract/host.ts';
import type { LeaseSettings } from '../platform/lab.ts';
import { UPGRADE_MINUTES } from '../rules/hosts/agent-upgrade.ts';
import { refusedSentence, secondsUntil } from '../rules/hosts/machine.ts';
import type { HostRecord, HostStateRecord } from './store/hosts.ts';

/** Heartbeats that may be missed before a host counts as silent. */
const MISSED_HEARTBEATS = 3;
/**
 * How long a host counts as connected after its side dropped a poll. An agent that lives asks again at once, after many
 * failures within 2.5 s.
 */
const ASKS_AGAIN_US = 3e6;

const isLongAgo = (atUs: number, nowUs: number, { heartbeatMs }: LeaseSettings): boolean =>
  nowUs - atUs >= MISSED_HEARTBEATS * heartbeatMs * 1000;

/**
 * Its agent was silent for so long that runs no longer wait for it. One that was stopped while the host was closed is given
 * the same time to come back once it is opened.
 */
export function isGivenUp(host: HostStateRecord, nowUs: number, lease: LeaseSettings): boolean {
  return isLongAgo(Math.max(host.lastSeenAtUs, host.availabilitySetAtUs ?? 0), nowUs, lease);
}

/**
 * An agent always holds a poll open. If it dropped the last one and opened no other, it is gone; heartbeats are too
 * rare to tell.
 */
export function isOnline(
  host: Pick<HostStateRecord, 'cutOffAtUs' | 'lastSeenAtUs'>,
  nowUs: number,
  lease: LeaseSettings,
): boolean {
  return !isCutOff(host, nowUs) && !isLongAgo(host.lastSeenAtUs, nowUs, lease);
}

/** Its side dropped its last poll, and asked no other in the time that an agent takes which lives. */
export const isCutOff = ({ cutOffAtUs }: Pick<HostStateRecord, 'cutOffAtUs'>, nowUs: number): boolean =>
  cutOffAtUs !== null && nowUs - cutOffAtUs >= ASKS_AGAIN_US;

/** After so long without a sign of life a host counts as offline. */
export const silentAfterSeconds = ({ heartbeatMs }: LeaseSettings): number =>
  Math.ceil((MISSED_HEARTBEATS * heartbeatMs) / 1000);

/** Its agent replaces its program. */
export const isUpgrading = ({ upgradeAskedAtUs }: HostStateRecord, nowUs: number): boolean =>
  upgradeAskedAtUs !== null && nowUs - upgradeAskedAtUs < UPGRADE_MINUTES * 60e6;

/** A refused agent asks again every few seconds; one that no longer does was stopped, or enrolled anew. */
const REFUSED_LATELY_US = 30e6;

const isRefused = ({ refusedAtUs }: HostStateRecord, nowUs: number): boolean =>
  refusedAtUs !== null && nowUs - refusedAtUs < REFUSED_LATELY_US;

/** What is still to run, by host. */
export interface HostWork {
  queued: ReadonlyMap<string, number>;
  /** Of hosts that drain: experiments under way that name them. */
  experiments: ReadonlyMap<string, number>;
}

export const toHost = (record: HostRecord, work: HostWork, nowUs: number, lease: LeaseSettings): Host => ({
  ...toHostState(record, work, nowUs, lease),
  facts: record.facts,
});

export function toHostState(record: HostStateRecord, work: HostWork, nowUs: number, lease: LeaseSettings): HostState {
  const { id, name, dirtyReason, joinedAtUs, agentVersion, lastSeenAtUs, launchId, leasedRunId } = record;
  const { labels, availability, closed } = record;
  const drains = availability === 'draining';
  return {
    ...{ id, name, dirtyReason, joinedAtUs, agentVersion, lastSeenAtUs, labels, availability },
    ...(closed && { closed: { ...closed, ...(drains && { experimentsLeft: work.experiments.get(id) ?? 0 }) } }),
    queuedRuns: work.queued.get(id) ?? 0,
    ...(launchId !== null && { launchId }),
    ...(isUpgrading(record, nowUs) && { upgrading: true }),
    ...(isRefused(record, nowUs) && { refused: refusedSentence(name, secondsUntil(record.refusedUntilUs, nowUs)) }),
    runId: leasedRunId,
    status: statusOf(record, nowUs, lease),
  };
}

function statusOf(record: HostStateRecord, nowUs: number, lease: LeaseSettings): HostStatus {
  if (record.isGone) return 'gone';
  if (record.isAwaited) return 'awaited';
  if (!isOnline(record, nowUs, lease)) return 'offline';
  if (record.dirtyReason !== null) return 'dirty';
  if (record.leasedRunId !== null) return 'busy';
  return record.availability === 'open' ? 'ready' : 'closed';
}
