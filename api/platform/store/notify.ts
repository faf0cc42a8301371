import { setTimeout as sleep } from 'node:timers/promises';
import type { Prisma } from './generated/client.ts';

type Db = Prisma.TransactionClient;

/**
 * `commands`: payload is a host id, there is something to poll.
 * `tasks`: payload is the id of a host task, it was answered.
 * `runs`: payload is a run id, something of it changed. `samples`: payload is a run id, frames arrived.
 */
export type Channel = 'commands' | 'tasks' | 'runs' | 'samples';
export const CHANNELS: readonly Channel[] = ['commands', 'tasks', 'runs', 'samples'];

/** Notifications, each payload of a channel once. */
export type Told = Map<Channel, Set<string>>;

function addTo(told: Told, channel: Channel, payloads: Iterable<string>): void {
  const known = told.get(channel) ?? new Set();
  for (const payload of payloads) known.add(payload);
  told.set(channel, known);
}

/** Notifications of open transactions, sent after the commit. */
const later = new WeakMap<Db, Told>();
/** Those of everything else are sent at once. */
const tellers = new WeakMap<Db, Teller>();

/** Wakes every process that listens. Within a transaction: after its commit. */
export const notify = (db: Db, channel: Channel, payload: string): void => notifyAll(db, channel, [payload]);

/** The same for many. Throws of a database, or a transaction of it, that `openDatabase` did not open. */
export function notifyAll(db: Db, channel: Channel, payloads: readonly string[]): void {
  const held = later.get(db);
  if (held) return addTo(held, channel, payloads);
  const teller = tellers.get(db);
  if (!teller) throw new Error('This database has no teller; open it by openDatabase.');
  teller.tell(new Map([[channel, new Set(payloads)]]));
}

/** Collects the transaction's notifications in `told`. */
export const holdBack = (tx: Db, told: Told): void => void later.set(tx, told);

const AGAIN_MS = 200;
/** Whoever waits in this process is woken at once; for the others a few statements a second do. */
const SENDS_APART_MS = 20;

/**
 * Tells what committed transactions notify: this process at once, and the others by PostgreSQL, which lets only one transaction with
 * notifications commit at a time. So what comes within moments goes together in one statement, for which nobody waits. If this process dies
 * between a commit and that statement, readers see the change with the next one, and hosts get their commands at their next poll, within 25 s.
 */
export class Teller {
  private readonly db: Db;
  private readonly onFault: (error: unknown) => void;
  private readonly sessions = new Set<number>();
  private here: (told: Told) => void = () => {};
  private isFailing = false;
  private closed = false;
  private waiting: Told = new Map();
  private sending: Promise<void> | null = null;

  /** `onFault`: told of the first of failures that follow one another, and with null of their end. */
  constructor(db: Db, onFault: (error: unknown) => void = () => {}) {
    this.db = db;
    this.onFault = onFault;
    tellers.set(db, this);
  }

  /** Who listens in this process. */
  listen(here: (told: Told) => void): void {
    this.here = here;
  }

  /** A session of PostgreSQL by which it sends. @returns its end */
  addSession(processId: number): () => void {
    this.sessions.add(processId);
    return () => void this.sessions.delete(processId);
  }

  /** After a connection was lost: a number may be another process's session by then. To hear of one's own twice does no harm. */
  forgetSessions(): void {
    this.sessions.clear();
  }

  /** Whether a notification of that session was sent from here, so that it has been heard. */
  isOwn(processId: number): boolean {
    return this.sessions.has(processId);
  }

  /** Nobody waits for that, and what the database does not take now is tried again. */
  tell(told: Told): void {
    if (told.size === 0) return;
    this.send(told);
    this.here(told);
  }

  /** Resolves when nothing is left that was not tried. */
  async done(): Promise<void> {
    await this.sending;
  }

  /** The same, and nothing is tried again. */
  async close(): Promise<void> {
    this.closed = true;
    await this.done();
  }

  private send(told: Told): void {
    for (const [channel, payloads] of told) addTo(this.waiting, channel, payloads);
    this.sending ??= this.sendWaiting();
  }

  private async sendWaiting(): Promise<void> {
    while (this.waiting.size > 0) {
      const begunMs = performance.now();
      const told = this.waiting;
      this.waiting = new Map();
      await send(this.db, told).then(
        () => this.note(null),
        (error: unknown) => {
          this.note(error);
          if (!this.closed) setTimeout(() => !this.closed && this.send(told), AGAIN_MS).unref();
        },
      );
      if (this.waiting.size > 0) await sleep(Math.max(0, begunMs + SENDS_APART_MS - performance.now()));
    }
    this.sending = null;
  }

  private note(error: unknown): void {
    const isFailing = error !== null;
    if (isFailing !== this.isFailing) this.onFault(error);
    this.isFailing = isFailing;
  }
}

/** Without waiting for the disk: after a loss of power nobody is left who listens. */
export async function send(db: Db, told: Told): Promise<void> {
  const each = [...told].flatMap(([channel, payloads]) => [...payloads].map((payload) => ({ channel, payload })));
  await db.$executeRaw`
    SELECT pg_notify(told."channel", told."payload") FROM set_config('synchronous_commit', 'off', true),
      unnest(${each.map(({ channel }) => channel)}::text[], ${each.map(({ payload }) => payload)}::text[])
        AS told("channel", "payload")`;
}
