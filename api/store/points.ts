import type { LoadResult } from '../contract/agent.ts';
import type { LatencyMs, Point } from '../contract/run.ts';
import { type Db, json, orNull, toNumber } from './db.ts';
import type { RunRow } from './runs.ts';

export async function savePoint(
  db: Db,
  runId: string,
  stepIndex: number,
  point: Point,
  clients: { hostId: string; result: LoadResult }[],
): Promise<void> {
  const { latencyMs, errors, ...rest } = point;
  await noteBest(db, runId, point);
  await db.point.create({
    data: {
      runId,
      stepIndex,
      ...rest,
      latencyMsMean: latencyMs.mean,
      latencyMsStddev: latencyMs.stddev,
      latencyMsP50: latencyMs.p50,
      latencyMsP90: latencyMs.p90,
      latencyMsP95: latencyMs.p95,
      latencyMsP97_5: latencyMs.p97_5,
      latencyMsP99: latencyMs.p99,
      latencyMsP99_9: latencyMs.p99_9,
      latencyMsP99_99: latencyMs.p99_99,
      latencyMsMax: latencyMs.max,
      latencyLoop: latencyMs.loop,
      latencyResolutionUs: latencyMs.resolutionUs,
      errorsConnection: errors.connection,
      errorsTimeout: errors.timeout,
      errorsReset: errors.reset,
      errorsNon2xx: errors.non2xx,
      errorsMismatch: errors.mismatch,
      clients: { create: clients.map(({ hostId, result }) => ({ hostId, result: json(result) })) },
    },
  });
}

/** The list is sorted by these, which the steps alone could not do. */
async function noteBest(db: Db, runId: string, point: Point): Promise<void> {
  const best = { bestRequestsPerSecond: null };
  await db.run.updateMany({
    where: { id: runId, OR: [best, { bestRequestsPerSecond: { lt: point.requestsPerSecond } }] },
    data: {
      bestRequestsPerSecond: point.requestsPerSecond,
      bestLatencyMsP99: point.latencyMs.p99,
      bestServerCpuUsPerRequest: point.serverCpuUsPerRequest,
    },
  });
}

type PointRow = NonNullable<RunRow['steps'][number]['point']>;

export function toPoint(row: PointRow): Point {
  return {
    startedAtUs: toNumber(row.startedAtUs),
    endedAtUs: toNumber(row.endedAtUs),
    requests: toNumber(row.requests),
    durationUs: toNumber(row.durationUs),
    requestsPerSecond: row.requestsPerSecond,
    requestsPerSecondStddev: row.requestsPerSecondStddev,
    requestsPerSecondMax: row.requestsPerSecondMax,
    bytesPerSecond: row.bytesPerSecond,
    latencyMs: toLatency(row),
    toolWorkers: row.toolWorkers,
    errors: {
      connection: toNumber(row.errorsConnection),
      timeout: toNumber(row.errorsTimeout),
      reset: toNumber(row.errorsReset),
      non2xx: toNumber(row.errorsNon2xx),
      mismatch: toNumber(row.errorsMismatch),
    },
    inFlightMax: toNumber(row.inFlightMax),
    connectionsAsked: row.connectionsAsked,
    connectionsEstablished: row.connectionsEstablished,
    serverRequests: orNull(row.serverRequests),
    serverCpuUsPerRequest: row.serverCpuUsPerRequest,
    clientCpuUsPerRequest: row.clientCpuUsPerRequest,
    serverCpus: row.serverCpus,
    clientCpus: row.clientCpus,
    otherCpus: row.otherCpus,
    sampleGapSeconds: row.sampleGapSeconds,
  };
}

function toLatency(row: PointRow): LatencyMs {
  return {
    mean: row.latencyMsMean,
    stddev: row.latencyMsStddev,
    p50: row.latencyMsP50,
    p90: row.latencyMsP90,
    p95: row.latencyMsP95,
    p97_5: row.latencyMsP97_5,
    p99: row.latencyMsP99,
    p99_9: row.latencyMsP99_9,
    p99_99: row.latencyMsP99_99,
    max: row.latencyMsMax,
    loop: row.latencyLoop as LatencyMs['loop'],
    resolutionUs: row.latencyResolutionUs,
  };
}
