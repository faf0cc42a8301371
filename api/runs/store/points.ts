import type { LatencyHistogram } from '../../contract/load.ts';
import type { LatencyMs, Point } from '../../contract/point.ts';
import { type Db, json, orNull, toNumber } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import { bestFigures } from '../../rules/load/best-step.ts';
import { canBeBest } from '../../rules/load/failed-requests.ts';
import type { PointFigures } from '../../rules/load/point.ts';
import { bestColumns } from './best-columns.ts';
import type { RunRow } from './runs.ts';

export async function savePoint(
  db: Db,
  runId: string,
  stepIndex: number,
  point: PointFigures,
  histogram: LatencyHistogram | null,
  profiled: boolean,
): Promise<void> {
  if (canBeBest(profiled, point)) await noteBest(db, runId, point);
  await db.point.create({ data: { runId, stepIndex, ...pointColumns(point, histogram) } });
}

export function pointColumns(point: PointFigures, histogram: LatencyHistogram | null) {
  const { latencyMs, errors, latencyRangeMs, tls, streams, ...rest } = point;
  return {
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
    ...(latencyRangeMs && { latencyRangeMs: json(latencyRangeMs) }),
    ...(tls && { tls: json(tls) }),
    ...(streams && { streams: json(streams) }),
    ...(histogram && { histogram: json(histogram) }),
  };
}

async function noteBest(db: Db, runId: string, point: PointFigures): Promise<void> {
  const best = { bestRequestsPerSecond: null };
  await db.run.updateMany({
    where: { id: runId, OR: [best, { bestRequestsPerSecond: { lt: point.requestsPerSecond } }] },
    data: bestColumns(bestFigures(point)),
  });
}

/** The histograms of the steps that have one, in order. */
export async function listHistograms(
  db: Db,
  runId: string,
): Promise<{ stepIndex: number; histogram: LatencyHistogram }[]> {
  const rows = await db.point.findMany({
    where: { runId, histogram: { not: Prisma.AnyNull } },
    select: { stepIndex: true, histogram: true },
    orderBy: { stepIndex: 'asc' },
  });
  return rows.map(({ stepIndex, histogram }) => ({
    stepIndex,
    histogram: histogram as unknown as LatencyHistogram,
  }));
}

type PointRow = NonNullable<RunRow['steps'][number]['point']>;

/** Without the curve, which is made of the histogram. */
export function toPoint(row: PointRow): PointFigures {
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
    inFlightMax: orNull(row.inFlightMax),
    connectionsAsked: row.connectionsAsked,
    connectionsEstablished: row.connectionsEstablished,
    serverRequests: orNull(row.serverRequests),
    serverCpuUsPerRequest: row.serverCpuUsPerRequest,
    clientCpuUsPerRequest: row.clientCpuUsPerRequest,
    serverCpus: row.serverCpus,
    clientCpus: row.clientCpus,
    otherCpus: row.otherCpus,
    sampleGapSeconds: row.sampleGapSeconds,
    offeredPerSecond: row.offeredPerSecond,
    unsent: orNull(row.unsent),
    tls: row.tls as unknown as Point['tls'],
    streams: row.streams as unknown as Point['streams'],
    commonWindowUs: orNull(row.commonWindowUs),
    latencyRangeMs: row.latencyRangeMs as unknown as Point['latencyRangeMs'],
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
