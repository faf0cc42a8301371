import type { LatencyHistogram } from '../../contract/load.ts';
import type { LatencyMs, Point } from '../../contract/point.ts';
import { type Db, json, orNull, toNumber } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import { bestFigures } from '../../rules/load/best-step.ts';
import { canBeBest } from '../../rules/load/failed-requests.ts';
import type { PointFigures } from '../../rules/load/point.ts';
import { bestColumns } from './best-columns.ts';

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

type PointRow = Prisma.PointGetPayload<{ omit: { histogram: true } }>;

/** What a line of the list says of a point, or needs to tell whether it says it. */
export const POINT_OF_LINE = {
  requests: true,
  durationUs: true,
  requestsPerSecond: true,
  latencyMsMean: true,
  latencyMsP50: true,
  latencyMsP90: true,
  latencyMsP95: true,
  latencyMsP97_5: true,
  latencyMsP99: true,
  latencyMsP99_9: true,
  latencyMsP99_99: true,
  latencyLoop: true,
  latencyResolutionUs: true,
  errorsConnection: true,
  errorsTimeout: true,
  errorsReset: true,
  errorsNon2xx: true,
  errorsMismatch: true,
  inFlightMax: true,
  connectionsEstablished: true,
  serverCpuUsPerRequest: true,
  clientCpuUsPerRequest: true,
  offeredPerSecond: true,
  unsent: true,
  streams: true,
  latencyRangeMs: true,
} as const satisfies Prisma.PointSelect;

export type PointOfLineRow = Pick<PointRow, keyof typeof POINT_OF_LINE>;

/** The point of a line of the list. */
export function toPointOfLine(row: PointOfLineRow) {
  return {
    requests: toNumber(row.requests),
    durationUs: toNumber(row.durationUs),
    requestsPerSecond: row.requestsPerSecond,
    latencyMs: {
      mean: row.latencyMsMean,
      p50: row.latencyMsP50,
      p90: row.latencyMsP90,
      p95: row.latencyMsP95,
      p97_5: row.latencyMsP97_5,
      p99: row.latencyMsP99,
      p99_9: row.latencyMsP99_9,
      p99_99: row.latencyMsP99_99,
      loop: row.latencyLoop as LatencyMs['loop'],
      resolutionUs: row.latencyResolutionUs,
    },
    errors: {
      connection: toNumber(row.errorsConnection),
      timeout: toNumber(row.errorsTimeout),
      reset: toNumber(row.errorsReset),
      non2xx: toNumber(row.errorsNon2xx),
      mismatch: toNumber(row.errorsMismatch),
    },
    inFlightMax: orNull(row.inFlightMax),
    connectionsEstablished: row.connectionsEstablished,
    serverCpuUsPerRequest: row.serverCpuUsPerRequest,
    clientCpuUsPerRequest: row.clientCpuUsPerRequest,
    offeredPerSecond: row.offeredPerSecond,
    unsent: orNull(row.unsent),
    streams: row.streams as unknown as Point['streams'],
    latencyRangeMs: row.latencyRangeMs as unknown as Point['latencyRangeMs'],
  };
}

/** Without the curve, which is made of the histogram. */
export function toPoint(row: PointRow): PointFigures {
  const { latencyMs, ...ofLine } = toPointOfLine(row);
  return {
    ...ofLine,
    latencyMs: { ...latencyMs, stddev: row.latencyMsStddev, max: row.latencyMsMax },
    startedAtUs: toNumber(row.startedAtUs),
    endedAtUs: toNumber(row.endedAtUs),
    requestsPerSecondStddev: row.requestsPerSecondStddev,
    requestsPerSecondMax: row.requestsPerSecondMax,
    bytesPerSecond: row.bytesPerSecond,
    toolWorkers: row.toolWorkers,
    connectsFailed: orNull(row.connectsFailed),
    connectionsAsked: row.connectionsAsked,
    serverRequests: orNull(row.serverRequests),
    serverCpus: row.serverCpus,
    clientCpus: row.clientCpus,
    otherCpus: row.otherCpus,
    sampleGapSeconds: row.sampleGapSeconds,
    tls: row.tls as unknown as Point['tls'],
    commonWindowUs: orNull(row.commonWindowUs),
  };
}
