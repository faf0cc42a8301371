import type { BackendEvidence, DatabaseCounts, PoolCounts } from '../../../contract/backend-evidence.ts';
import type { StepEvidence } from '../../../contract/evidence.ts';
import type { EvidenceRow } from '../../../contract/verdict.ts';
import { formatCount, plural } from '../../words/numbers.ts';
import { amount, seconds } from '../amounts.ts';
import { isDatabaseAlone } from '../cpu-busy.ts';
import { row } from '../evidence-row.ts';
import { CPU_FULL, POOL_FULL, SESSIONS_WAITING, WAL_FULL } from '../thresholds.ts';
import { walShare } from './full-behind.ts';
import { amplification } from './retries.ts';
import { poolUse, servicesCpu, sessionsWaiting } from './service-use.ts';

const TARGET_SAYS = 'the target’s own count';

/** What was measured of the services behind the target. */
export function backendRows(evidence: StepEvidence): EvidenceRow[] {
  const { backend } = evidence;
  if (!backend) return [];
  const { pool, cache, database } = backend;
  return [
    ...cpuRow(evidence, backend),
    ...(database ? databaseRows(database, backend) : []),
    ...(pool ? poolRows(pool, 'database') : []),
    ...(cache ? poolRows(cache, 'cache') : []),
    ...downstreamRows(backend),
  ];
}

function cpuRow(evidence: StepEvidence, backend: BackendEvidence): EvidenceRow[] {
  const cpu = servicesCpu(backend);
  if (!cpu) return [];
  const alone = isDatabaseAlone(evidence);
  return [
    row({
      resource: 'backend-cpu',
      side: 'server',
      label: alone ? 'database CPU' : 'CPU of the services behind the target',
      unit: 'CPUs',
      low: cpu.used,
      ceiling: cpu.cpus,
      full: CPU_FULL,
      source: `/proc/PID/stat of ${backend.cpu?.name}${alone ? '' : ', all services together'}`,
    }),
  ];
}

function databaseRows(database: DatabaseCounts, backend: BackendEvidence): EvidenceRow[] {
  const { walFsyncs, walFsyncUs, commits, seconds: window } = database;
  const share = walShare(database);
  const counted = `${plural(commits, 'commit')} in ${seconds(window)}`;
  const each = walFsyncs > 0 ? ` of ${amount(walFsyncUs / 1000 / walFsyncs)} ms` : '';
  return [
    share === null
      ? row({
          resource: 'wal-fsyncs',
          side: 'server',
          label: 'database: fsyncs of the WAL',
          unit: 'fsyncs',
          low: walFsyncs,
          source: `pg_stat_io, which took no times (track_wal_io_timing): for ${counted}`,
        })
      : row({
          resource: 'wal-fsync',
          side: 'server',
          label: 'database: time in fsync of the WAL',
          unit: '%',
          low: share * 100,
          ceiling: 100,
          full: WAL_FULL,
          source: `pg_stat_io: ${formatCount(walFsyncs)} fsyncs${each} for ${counted}`,
        }),
    ...SESSIONS.flatMap(({ what, told, full }) => {
      const sessions = sessionsWaiting(backend, what);
      return sessions === null
        ? []
        : [
            row({
              resource: `sessions-${what}`,
              side: 'server',
              label: `database: sessions ${told}`,
              unit: 'sessions',
              low: sessions.waiting,
              ceiling: sessions.of,
              ...(full && { full: SESSIONS_WAITING }),
              source: 'pg_stat_activity, looked at ten times a second, beside the connections in use',
            }),
          ];
    }),
  ];
}

const SESSIONS = [
  { what: 'running', told: 'running', full: false },
  { what: 'wal', told: 'waiting for the WAL', full: true },
  { what: 'lock', told: 'waiting for a lock', full: true },
  { what: 'io', told: 'waiting for other I/O', full: true },
] as const;

function poolRows(pool: PoolCounts, service: string): EvidenceRow[] {
  const { inUse, size, waiting, heldMs } = poolUse(pool);
  const waitMs = pool.asked > 0 ? pool.waitUs / 1000 / pool.asked : null;
  const held = heldMs === null ? '' : `; held for ${amount(heldMs)} ms each time`;
  return [
    row({
      resource: `${service}-pool`,
      side: 'server',
      label: `connections to the ${service} in use`,
      unit: 'connections',
      low: inUse,
      ceiling: size,
      full: POOL_FULL,
      source: `${TARGET_SAYS}${held}`,
    }),
    row({
      resource: `${service}-pool-wait`,
      side: 'server',
      label: `requests waiting for a connection to the ${service}`,
      unit: 'requests',
      low: waiting,
      source: `${TARGET_SAYS}${waitMs === null ? '' : `; each waited for ${amount(waitMs)} ms`}`,
    }),
  ];
}

function downstreamRows({ downstream }: BackendEvidence): EvidenceRow[] {
  if (!downstream) return [];
  const { calls, attempts, inFlight, exhausted } = downstream;
  return [
    row({
      resource: 'downstream-in-flight',
      side: 'server',
      label: 'calls of the other server in flight',
      unit: 'calls',
      low: inFlight,
      source: TARGET_SAYS,
    }),
    ...(calls > 0
      ? [
          row({
            resource: 'downstream-attempts',
            side: 'server',
            label: 'attempts for each call of the other server',
            unit: 'attempts',
            low: Number(amplification(attempts / calls)),
            source: `${TARGET_SAYS}: ${formatCount(attempts)} attempts for ${plural(calls, 'call')}; ${formatCount(exhausted)} ran out of them`,
          }),
        ]
      : []),
  ];
}
