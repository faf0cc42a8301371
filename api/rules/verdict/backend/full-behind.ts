import type { BackendEvidence, DatabaseCounts } from '../../../contract/backend-evidence.ts';
import type { StepEvidence } from '../../../contract/evidence.ts';
import { formatCount, plural } from '../../words/numbers.ts';
import { amount, percent, percents, seconds } from '../amounts.ts';
import { atLeast, busyOf } from '../cpu-busy.ts';
import { fullNics } from '../limits-of-network.ts';
import { CORE_FULL, CPU_FULL, POOL_FULL, SESSIONS_WAITING, WAL_FSYNC_LEAST, WAL_FULL } from '../thresholds.ts';
import {
  cacheThread,
  type PoolUse,
  type SessionsWaiting,
  servicesCpu,
  sessionsText,
  sessionsWaiting,
} from './service-use.ts';

/** What was full behind the target, each as a clause. Beside any of it a sentence may not say that nothing was full. */

/** Of several services together: which of them it was is not counted. */
export function fullCpus({ backend }: StepEvidence): string[] {
  const cpu = backend ? servicesCpu(backend) : null;
  if (!cpu || !atLeast(cpu.used / cpu.cpus, CPU_FULL)) return [];
  return [
    `the services behind the target used ${amount(cpu.used)} of the ${plural(cpu.cpus, 'CPU')} of ${backend?.cpu?.name} (${percent(Math.min(1, cpu.used / cpu.cpus))}, saturated from ${percent(CPU_FULL)})`,
  ];
}

/** A host of the services alone, whoever filled it. */
export function fullHost({ backendHost: host, backend }: StepEvidence): string[] {
  if (!host) return [];
  const busy = busyOf(host.cpu);
  const high = busy && (busy.high ?? busy.low);
  const used = backend ? servicesCpu(backend) : null;
  const by = used ? `, ${amount(used.used)} CPUs by the services` : '';
  const cpus =
    busy && high !== null && atLeast(high, CPU_FULL)
      ? [`the CPUs of ${host.name} were ${percents(busy.low, high)} busy (saturated from ${percent(CPU_FULL)}${by})`]
      : [];
  return [...cpus, ...fullNics(host).map(({ told }) => told)];
}

/** `counts`: whether so many sessions that waited for the WAL make its flushes count. */
export function fullDatabase(
  backend: BackendEvidence,
  counts: (waited: SessionsWaiting) => boolean = () => true,
): string[] {
  const { database } = backend;
  const [io, wal] = [sessionsWaiting(backend, 'io'), sessionsWaiting(backend, 'wal')];
  const flushed = database && isWalFull(database) && (wal === null || counts(wal));
  const written = database && !mayBeFlushed(database) && wal && atLeast(wal.share, SESSIONS_WAITING);
  return [
    ...(flushed ? [walText(database)] : []),
    ...(written ? [sessionsText(wal, 'the WAL, and hardly for its fsync')] : []),
    ...(io && atLeast(io.share, SESSIONS_WAITING) ? [sessionsText(io, 'I/O other than the WAL')] : []),
  ];
}

export function isWalFull(database: DatabaseCounts): boolean {
  const share = walShare(database);
  return share !== null && atLeast(share, WAL_FULL);
}

/** Whether its flushes can be what half of the sessions wait for: too little time in them says no. */
export function mayBeFlushed(database: DatabaseCounts): boolean {
  const share = walShare(database);
  return share === null || atLeast(share, WAL_FSYNC_LEAST);
}

/** Null where PostgreSQL took no times: a host's file could once turn them off, and many fsyncs take no time at all on no disk. */
export const walShare = ({ walFsyncs, walFsyncUs, seconds: window }: DatabaseCounts): number | null =>
  walFsyncs > 0 && walFsyncUs === 0 ? null : Math.min(1, walFsyncUs / 1e6 / window);

/** 'the database spent 94 % of the time in fsync of its WAL (saturated from 80 %): 812 of 5.31 ms for 3,251 commits in 4.6 s'. */
export function walText(database: DatabaseCounts): string {
  const { walFsyncs, walFsyncUs, commits, seconds: window } = database;
  const share = walShare(database);
  const counted = `${plural(commits, 'commit')} in ${seconds(window)}`;
  if (share === null)
    return `how long the database spent in fsync of its WAL was not measured: ${formatCount(walFsyncs)} for ${counted}`;
  const each = walFsyncs > 0 ? ` of ${amount(walFsyncUs / 1000 / walFsyncs)} ms` : '';
  return `the database spent ${percent(share, WAL_FULL)} of the time in fsync of its WAL (saturated from ${percent(WAL_FULL)}): ${formatCount(walFsyncs)}${each} for ${counted}`;
}

export const isPoolFull = ({ share }: PoolUse): boolean => atLeast(share, POOL_FULL);

/** The main thread of a cache, which runs all of its commands. */
export function isThreadFull(evidence: StepEvidence): boolean {
  const share = cacheThread(evidence);
  return share !== null && atLeast(share, CORE_FULL);
}
