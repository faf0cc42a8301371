import type { ComparedMetric } from '../../contract/comparison.ts';
import type { AskedStep, Protocol } from '../../contract/load.ts';
import { figureOf } from '../../experiments/store/experiment-runs.ts';
import type { Db } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import { noiseKeyOf } from '../../rules/experiment/noise-key.ts';
import type { NoiseFigure, RepeatedFigure } from '../../rules/experiment/run-noise.ts';
import { stepText } from '../../rules/spec/load-words.ts';
import { upgradeSpec } from '../../rules/spec/spec-upgrade.ts';

/** The hosts of a run by their part in it. */
export interface RunHosts {
  /** Null where no agent is on the target's host. */
  serverId: string | null;
  clientIds: string[];
  backendId: string | null;
}

/** The newest alone: hosts change, and so does what runs on them. */
const RUNS_MOST = 500;

/**
 * Runs of other targets are not known to be of one configuration. The key is that of `targetKey` of the domain; a reference
 * server of an agent that tells no identity is known by the agent's version. Keys of before were made without the services behind it.
 */
const TARGET_KNOWN = Prisma.sql`(
  (r."targetKey" IS NOT NULL OR r."spec"->'target'->>'kind' = 'reference' AND r."target"->'identity' IS NULL)
  AND (r."target"->'services' IS NOT NULL OR COALESCE(r."spec"->'target'->>'database', r."spec"->'target'->>'cache') IS NULL)
)`;

/** Versions of what ran on its hosts: with another agent or kernel a run repeats none. */
const SOFTWARE = Prisma.sql`(
  SELECT string_agg(concat_ws(' ', h."agentVersion", h."facts"->>'agentSha256', h."facts"->>'kernel', h."facts"->>'tools'), ', ' ORDER BY h."hostId") FROM "RunHost" h WHERE h."runId" = r."id"
)`;

/** Without a seed that nothing is drawn by. */
const ASKED = Prisma.sql`(
  CASE WHEN r."spec"->'variables' = '[]' THEN jsonb_set(r."spec", '{seed}', '0') ELSE r."spec" END
)`;

/** What client and target agreed on; another version or cipher is another configuration. */
const TLS = Prisma.sql`concat_ws(
  ' ', p."tls"->>'version', p."tls"->>'cipher', p."tls"->>'group', p."tls"->>'certificateKey', p."tls"->>'applicationProtocol'
)`;

/** Of a row `r`: the same in runs that asked for the same of the same software, as far as the runs themselves say. */
export const CONFIGURATION = Prisma.sql`md5(${ASKED}::text || ${SOFTWARE} || COALESCE(r."targetKey", ''))`;

/** A step whose figures are impossible, or mostly failures, repeats nothing. */
const NOT_INVALID = Prisma.sql`s."standing"->>'validity' IS DISTINCT FROM 'invalid'`;

/** Measured steps without profiles of finished runs on exactly these hosts; of what is invalid none. */
export async function listRepeated(db: Db, hosts: RunHosts, metric: ComparedMetric): Promise<RepeatedFigure[]> {
  return db.$queryRaw<RepeatedFigure[]>`
    SELECT md5(${ASKED}::text || ${TLS} || ${SOFTWARE} || COALESCE(r."targetKey", '')) AS "configuration", s."index" AS "stepIndex", ${figureOf(Prisma.sql`${metric}::text`)} AS "figure"
    FROM (
      SELECT * FROM "Run" r WHERE r."state" = 'finished' AND r."deletedAtUs" IS NULL AND ${TARGET_KNOWN} AND ${onHosts(hosts)}
      ORDER BY r."createdAtUs" DESC LIMIT ${RUNS_MOST}
    ) r
    JOIN "Step" s ON s."runId" = r."id" AND s."status" = 'measured' AND COALESCE(s."spec"->'profiles', '[]') = '[]' AND ${NOT_INVALID}
    JOIN "Point" p ON p."runId" = s."runId" AND p."stepIndex" = s."index"
    WHERE ${figureOf(Prisma.sql`${metric}::text`)} IS NOT NULL`;
}

/**
 * The primary steps of A/A experiments on exactly these hosts that ran to their end before that time. Each place gives
 * its last run, the one that counted; an invalid figure is none.
 */
export async function listNoise(
  db: Db,
  hosts: RunHosts,
  metric: ComparedMetric,
  beforeUs: number,
): Promise<NoiseFigure[]> {
  const rows = await db.$queryRaw<NoiseRow[]>`
    SELECT DISTINCT ON (e."id", x."round", x."position") e."id"::text AS "experimentId", x."round", x."configuration", r."targetKey",
      r."groupName", s."spec" AS "step", r."spec"->'load'->>'protocol' AS "protocol", COALESCE(s."standing"->>'validity' = 'suspect', false) AS "suspect",
      ${figureOf(Prisma.sql`${metric}::text`)} AS "figure"
    FROM "Experiment" e
    JOIN "ExperimentRun" x ON x."experimentId" = e."id"
    JOIN "Run" r ON r."id" = x."runId" AND r."state" = 'finished'
    JOIN "Point" p ON p."runId" = r."id" AND p."stepIndex" = (e."primary"->>'stepIndex')::int
    JOIN "Step" s ON s."runId" = p."runId" AND s."index" = p."stepIndex" AND ${NOT_INVALID}
    WHERE e."kind" = 'noise-floor' AND e."status" = 'done' AND e."stoppedSentence" IS NULL AND e."endedAtUs" <= ${beforeUs}
      AND ${TARGET_KNOWN} AND ${onHosts(hosts)} AND ${figureOf(Prisma.sql`${metric}::text`)} IS NOT NULL
    ORDER BY e."id", x."round", x."position", x."attempt" DESC`;
  const keys = await noiseKeysOf(db, [...new Set(rows.map(({ experimentId }) => experimentId))]);
  return rows.map(({ groupName, step, protocol, ...row }) => ({
    ...row,
    key: keys.get(row.experimentId) ?? null,
    of: groupName && `${groupName} at ${stepText(step, protocol ?? undefined)}`,
  }));
}

/** Both sides of an A/A experiment ask for the same. */
async function noiseKeysOf(db: Db, experimentIds: string[]): Promise<Map<string, string>> {
  if (experimentIds.length === 0) return new Map();
  const rows = await db.$queryRaw<{ experimentId: string; spec: unknown }[]>`
    SELECT DISTINCT ON (c."experimentId") c."experimentId"::text AS "experimentId", c."spec"
    FROM "ExperimentConfiguration" c WHERE c."experimentId" = ANY(${experimentIds}::uuid[])
    ORDER BY c."experimentId", c."index"`;
  return new Map(rows.map(({ experimentId, spec }) => [experimentId, noiseKeyOf(upgradeSpec(spec))]));
}

interface NoiseRow extends Omit<NoiseFigure, 'of' | 'key'> {
  groupName: string | null;
  step: AskedStep;
  protocol: Protocol | null;
}

function onHosts({ serverId, clientIds, backendId }: RunHosts): Prisma.Sql {
  const backends = backendId === null ? [] : [`${backendId} backend`];
  const servers = serverId === null ? [] : [`${serverId} server`];
  const asked = [...servers, ...clientIds.map((id) => `${id} client`), ...backends].sort();
  return Prisma.sql`${HOST_ROLES} = ${asked}::text[]`;
}

const HOST_ROLES = Prisma.sql`ARRAY(
  SELECT h."hostId"::text || ' ' || role FROM "RunHost" h, unnest(h."roles") role WHERE h."runId" = r."id" ORDER BY (h."hostId"::text || ' ' || role) COLLATE "C"
)`;

/** Of a row `r`: its hosts with their roles, the same text where they are the same. */
export const HOSTS_OF_RUN = Prisma.sql`array_to_string(${HOST_ROLES}, ', ')`;
