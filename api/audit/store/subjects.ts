import type { AuditSubject } from '../../contract/audit-actions.ts';
import { findHostStates } from '../../hosts/store/hosts.ts';
import type { Db } from '../../platform/store/db.ts';
import { nameOfWebhook } from '../../rules/webhooks/name-of-webhook.ts';

/** What is known of a subject. */
interface Known {
  id: string;
  /** Never a secret; null where it has none. */
  name: string | null;
  /** Absent: there is a page or a line that shows it. */
  gone?: boolean;
}
type Reader = (db: Db, ids: string[]) => Promise<Known[]>;

const within = (ids: string[]) => ({ where: { id: { in: ids } } });
const NAME = { select: { id: true, name: true } } as const;
const nothing: Reader = async () => [];
/** Ids of others are no UUIDs. */
const OPAQUE: ReadonlySet<AuditSubject> = new Set(['person', 'session']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const READERS: Record<AuditSubject, Reader> = {
  instance: nothing,
  import: nothing,
  person: (db, ids) => db.user.findMany({ ...within(ids), ...NAME }),
  session: async (db, ids) => (await db.session.findMany({ ...within(ids), select: { id: true } })).map(unnamed),
  token: async (db, ids) =>
    (await db.apiToken.findMany({ ...within(ids), select: { id: true, name: true, revokedAtUs: true } })).map(
      ({ id, name, revokedAtUs }) => ({ id, name, gone: revokedAtUs !== null }),
    ),
  invite: async (db, ids) =>
    (await db.invite.findMany({ ...within(ids), select: { id: true, email: true } })).map(({ id, email }) => ({
      id,
      name: email,
    })),
  'join-token': async (db, ids) => (await db.joinToken.findMany({ ...within(ids), select: { id: true } })).map(unnamed),
  host: async (db, ids) => {
    const listed = new Set((await findHostStates(db, ids)).map(({ id }) => id));
    return (await db.host.findMany({ ...within(ids), ...NAME })).map((host) => ({
      ...host,
      gone: !listed.has(host.id),
    }));
  },
  launch: async (db, ids) =>
    (await db.launch.findMany({ ...within(ids), select: { id: true, region: true } })).map(({ id, region }) => ({
      id,
      name: region,
    })),
  run: async (db, ids) =>
    (await db.run.findMany({ ...within(ids), select: { id: true, name: true, deletedAtUs: true } })).map(
      ({ id, name, deletedAtUs }) => ({ id, name, gone: deletedAtUs !== null }),
    ),
  experiment: async (db, ids) =>
    (await db.experiment.findMany({ ...within(ids), select: { id: true, question: true } })).map(
      ({ id, question }) => ({ id, name: question }),
    ),
  benchmark: (db, ids) => db.benchmark.findMany({ ...within(ids), ...NAME }),
  alert: async (db, ids) =>
    withBenchmark(db, await db.alert.findMany({ ...within(ids), select: { id: true, benchmarkId: true } })),
  bisection: async (db, ids) =>
    withBenchmark(db, await db.bisection.findMany({ ...within(ids), select: { id: true, benchmarkId: true } })),
  share: async (db, ids) =>
    (await db.share.findMany({ ...within(ids), select: { id: true, title: true, revokedAtUs: true } })).map(
      ({ id, title, revokedAtUs }) => ({ id, name: title, gone: revokedAtUs !== null }),
    ),
  webhook: async (db, ids) =>
    (await db.webhook.findMany({ ...within(ids), select: { id: true, description: true, url: true } })).map(
      ({ id, ...webhook }) => ({ id, name: nameOfWebhook(webhook) }),
    ),
};

const unnamed = ({ id }: { id: string }): Known => ({ id, name: null });

/** What belongs to a benchmark is called by its name. */
async function withBenchmark(db: Db, rows: { id: string; benchmarkId: string }[]): Promise<Known[]> {
  const named = await db.benchmark.findMany({ ...within(rows.map(({ benchmarkId }) => benchmarkId)), ...NAME });
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map(({ id, benchmarkId }) => ({ id, name: names.get(benchmarkId) ?? null }));
}

/** Those of these ids that are known, by id. */
export async function readSubjects(db: Db, kind: AuditSubject, ids: string[]): Promise<Map<string, Known>> {
  const usable = ids.filter((id) => OPAQUE.has(kind) || UUID.test(id));
  const known = usable.length === 0 ? [] : await READERS[kind](db, usable);
  return new Map(known.map((one) => [one.id, one]));
}
