import type { Prisma } from './generated/client.ts';

type Db = Prisma.TransactionClient;

/**
 * `commands`: payload is a host id, there is something to poll.
 * `tasks`: payload is the id of a host task, it was answered.
 * `runs`: payload is a run id, something of it changed. `samples`: payload is a run id, frames arrived.
 */
export type Channel = 'commands' | 'tasks' | 'runs' | 'samples';
export const CHANNELS: readonly Channel[] = ['commands', 'tasks', 'runs', 'samples'];

/** What open transactions will tell, by channel. */
const told = new WeakMap<Db, Map<Channel, Set<string>>>();

/** Wakes every replica that listens, when the transaction commits. */
export const notify = (db: Db, channel: Channel, payload: string): Promise<void> => notifyAll(db, channel, [payload]);

/** The same for many. */
export async function notifyAll(db: Db, channel: Channel, payloads: readonly string[]): Promise<void> {
  const later = told.get(db);
  if (!later) return send(db, channel, payloads);
  const known = later.get(channel) ?? new Set();
  for (const payload of payloads) known.add(payload);
  later.set(channel, known);
}

/**
 * Does the work of a transaction, and sends at its end, once each, what the work told of. PostgreSQL sends nothing before the
 * commit anyway, and an answer of an agent tells of its run three times.
 */
export async function tellAtEnd<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const later = new Map<Channel, Set<string>>();
  told.set(tx, later);
  const result = await work();
  for (const [channel, payloads] of later) await send(tx, channel, [...payloads]);
  return result;
}

async function send(db: Db, channel: Channel, payloads: readonly string[]): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${channel}, payload) FROM unnest(${payloads}::text[]) AS payload`;
}
