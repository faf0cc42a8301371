import type { BackendEvidence, PoolCounts } from '../../../contract/backend-evidence.ts';
import type { Wall } from '../../../contract/verdict.ts';
import { WALLS } from '../../../contract/words.ts';
import { formatCount, plural } from '../../words/numbers.ts';
import { capitalised, listed } from '../../words/text.ts';
import { amount, percent } from '../amounts.ts';
import { atLeast, cpuState, isDatabaseAlone } from '../cpu-busy.ts';
import { diskText } from '../service-rows.ts';
import { othersText, type Situation, type WallFound } from '../situation.ts';
import {
  AT_SERVICE_LEAST,
  POOL_FULL,
  POOL_QUEUE_LEAST,
  SESSIONS_HARDLY_WAITING,
  SESSIONS_WAITING,
} from '../thresholds.ts';
import { wallOfConcurrency } from '../wall-of-concurrency.ts';
import {
  fullCpus,
  fullDatabase,
  fullHost,
  isPoolFull,
  isThreadFull,
  isWalFull,
  mayBeFlushed,
  walShare,
  walText,
} from './full-behind.ts';
import {
  type AtService,
  atService,
  atServiceText,
  cacheThread,
  type PoolUse,
  poolUse,
  type SessionsWaiting,
  sessionsText,
  sessionsWaiting,
} from './service-use.ts';

/**
 * What a service behind the target held up: no CPU or network was full. What holds a pool's connections is the cause, and the
 * pool itself only where nothing behind it is. Nothing is claimed of a service at which fewer than half of the requests were.
 */
export function wallOfBackend(situation: Situation): WallFound | null {
  const held = heldBehind(situation);
  return held && found(situation, held);
}

/** What a service behind the target held up, whatever else was full. */
export function heldBehind(situation: Situation): Held | null {
  const { backend } = situation.evidence;
  if (!backend) return null;
  return ofDatabase(situation, backend) ?? poolWait(situation, backend, 'cache');
}

function ofDatabase(situation: Situation, backend: BackendEvidence): Held | null {
  const requests = backend.pool ? poolUse(backend.pool).requests : (backend.database?.sessions?.active ?? 0);
  const at = atService(requests, situation.step, situation.run);
  if (at && !atLeast(at.share, AT_SERVICE_LEAST)) return null;
  return databaseLock(backend, at) ?? walFsync(situation, backend, at) ?? poolWait(situation, backend, 'pool');
}

const LOCK_NEXT =
  'Find who holds the lock under load (pg_blocking_pids), release it earlier, or spread requests over more rows.';

function databaseLock(backend: BackendEvidence, at: AtService | null): Held | null {
  const locked = sessionsWaiting(backend, 'lock');
  if (!locked || !atLeast(locked.share, SESSIONS_WAITING)) return null;
  const told = [sessionsText(locked, 'a lock of another session'), atServiceText(at, 'the database')];
  return {
    wall: 'database-lock',
    named: `database locks: ${percent(locked.share)} of connections in use waited`,
    certain: at !== null,
    told,
    conclusion: 'Database sessions wait for each other.',
    next: LOCK_NEXT,
  };
}

const WAL_NEXT =
  'Let more rows share an INSERT and its commit, or give the database a disk with a faster fsync, and see whether throughput rises. The same load without waiting for the disk at commit shows the disk’s part.';

/** Time in fsync alone proves nothing: without waiting commits, the WAL is flushed in the background. */
function walFsync(situation: Situation, backend: BackendEvidence, at: AtService | null): Held | null {
  const { database } = backend;
  const { disk } = situation.evidence;
  if (!database) return null;
  const waited = sessionsWaiting(backend, 'wal');
  const full = isWalFull(database);
  if (!mayBeFlushed(database)) return null;
  if (waited ? !atLeast(waited.share, SESSIONS_WAITING) : !full) return null;
  const told = [
    walText(database),
    disk ? diskText(disk) : '',
    ...(waited ? [sessionsText(waited, 'the WAL')] : []),
    atServiceText(at, 'the database'),
  ];
  return {
    wall: 'wal-fsync',
    named: waited
      ? `WAL fsync: ${percent(waited.share)} of connections in use waited`
      : `WAL fsync: ${percent(walShare(database) ?? 0)} of the time in it`,
    certain: full && waited !== null && at !== null,
    told,
    conclusion: 'Commits wait for the WAL to be flushed.',
    next: WAL_NEXT,
  };
}

const POOLS = {
  pool: 'database',
  cache: 'cache',
} as const;
type PoolOf = keyof typeof POOLS;

/** Connections that were all in use, with a queue for them. */
function poolWait(situation: Situation, backend: BackendEvidence, of: PoolOf): Held | null {
  const pool = backend[of];
  if (!pool) return null;
  const use = poolUse(pool);
  // Batches grow with what is in flight: a pool that is full may carry more.
  if (wallOfConcurrency(situation) !== null) return null;
  if (!isPoolFull(use) || !atLeast(use.waiting, POOL_QUEUE_LEAST * use.inUse)) return null;
  const service = POOLS[of];
  const at = atService(use.requests, situation.step, situation.run);
  if (at && !atLeast(at.share, AT_SERVICE_LEAST)) return null;
  if (of === 'cache' && isThreadFull(situation.evidence)) return null;
  const inDoubt = doubt(situation, backend, of);
  return {
    wall: 'pool-wait',
    named: `the ${service} pool: ${amount(use.inUse)} of ${use.size} connections in use`,
    certain: at !== null && inDoubt === null,
    told: [poolText(use, pool, service, situation), atServiceText(at, `the ${service}`)],
    conclusion: inDoubt === null ? roomText(backend, of) : `${inDoubt} may be why connections were held for so long.`,
    next: `Give the target more connections to the ${service} and see whether throughput rises; if it does not, the ${service} is the limit.`,
  };
}

/** Why it is not known that what is behind a pool could have done more; null where that is known. */
function doubt({ evidence }: Situation, backend: BackendEvidence, of: PoolOf): string | null {
  const full = [
    ...fullCpus(evidence),
    ...fullHost(evidence),
    ...(of === 'pool' ? fullDatabase(backend, waitedFor) : []),
  ];
  if (full.length > 0) return `${capitalised(listed(full))}, which`;
  const { backendHost } = evidence;
  const isHostFree = !backendHost || cpuState(backendHost).fullness === 'free';
  const known =
    of === 'cache'
      ? cacheThread(evidence) !== null
      : backend.database?.sessions && walShare(backend.database) !== null && backend.cpu && isDatabaseAlone(evidence);
  return known && isHostFree ? null : `What the ${POOLS[of]} did meanwhile is known only in part, and`;
}

function roomText({ database }: BackendEvidence, of: PoolOf): string {
  const service = POOLS[of];
  const flushed = of === 'pool' && database !== null && isWalFull(database);
  return flushed
    ? `Its WAL was flushed nearly all the time, but few connections waited for it; no other measured resource of the ${service} was saturated.`
    : `No measured resource of the ${service} was saturated.`;
}

/** Without sessions that waited for it, the WAL is flushed in the background. */
const waitedFor = ({ share }: SessionsWaiting): boolean => atLeast(share, SESSIONS_HARDLY_WAITING);

function poolText(use: PoolUse, pool: PoolCounts, service: string, { step: { spec, point } }: Situation): string {
  const { size, inUse, waiting, share, heldMs } = use;
  const used = `${amount(inUse)} of ${plural(size, 'connection')} to the ${service} were in use (${percent(share)}, saturated from ${percent(POOL_FULL)}), and ${amount(waiting)} requests waited for one`;
  if (heldMs === null) return `${used}; few connections were returned`;
  const perSecond = pool.acquired / pool.seconds;
  const law = `by Little’s law ${formatCount(perSecond)} acquisitions a second × ${amount(heldMs)} ms need ${amount((perSecond * heldMs) / 1000)} connections`;
  if (spec.loop === 'closed' || spec.requestsPerSecond === null || point.requestsPerSecond === 0)
    return `${used}; ${law}`;
  // Not every request may need a connection, so this is scaled from the connections that the achieved rate used.
  const needed = (inUse * spec.requestsPerSecond) / point.requestsPerSecond;
  return `${used}; ${law}; the ${formatCount(spec.requestsPerSecond)} req/s asked for would need ${amount(needed)}`;
}

export interface Held {
  wall: Wall;
  /** Its name and how far it was used, as an answer says it. */
  named: string;
  /** All that the rule needs was measured of the service. */
  certain: boolean;
  told: string[];
  conclusion: string;
  next: string;
}

function found(situation: Situation, { wall, named, certain, told, conclusion, next }: Held): WallFound {
  const measured = certain && situation.client === 'free' && situation.server === 'free';
  const all = [...told, othersText(situation)].filter(Boolean).join('; ');
  return {
    wall,
    walls: [wall],
    confidence: measured ? 'measured' : 'likely',
    lowerBound: false,
    sentence: `${measured ? 'Limited' : 'Probably limited'} by ${named}.`,
    because: `${capitalised(WALLS[wall].name)}: ${all}. ${conclusion}`,
    next,
  };
}
