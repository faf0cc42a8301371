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

/** Wakes every replica that listens. Within a transaction: after its commit. */
export const notify = (db: Db, channel: Channel, payload: string): Promise<void> => notifyAll(db, channel, [payload]);

/** The same for many. */
export async function notifyAll(db: Db, channel: Channel, payloads: readonly string[]): Promise<void> {
  const told = later.get(db);
  if (told) addTo(told, channel, payloads);
  else await send(db, new Map([[channel, new Set(payloads)]]));
}

/** Collects the transaction's notifications in `told`. */
export const holdBack = (tx: Db, told: Told): void => void later.set(tx, told);

const AGAIN_MS = 200;

/**
 * Sends the notifications of committed transactions. PostgreSQL lets only one transaction with notifications commit at a time, and each waits
 * for the disk. What comes while others are sent goes together in the next statement. If this process dies between a commit and that statement,
 * readers see the change with the next one, and hosts get their commands at their next poll, within 25 s.
 */
export class Teller {
  private readonly db: Db;
  private readonly onFault: (error: unknown) => void;
  private isFailing = false;
  private waiting: Told = new Map();
  private sending: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;

  /** `onFault`: told of the first of failures that follow one another, and with null of their end. */
  constructor(db: Db, onFault: (error: unknown) => void = () => {}) {
    this.db = db;
    this.onFault = onFault;
  }

  /** Never fails: what the database does not take now is tried again, and nobody waits for that. */
  async tell(told: Told): Promise<void> {
    if (told.size === 0) return;
    for (const [channel, payloads] of told) addTo(this.waiting, channel, payloads);
    this.next ??= this.sending.then(() => this.sendWaiting());
    await this.next;
  }

  private sendWaiting(): Promise<void> {
    const told = this.waiting;
    this.waiting = new Map();
    this.next = null;
    this.sending = send(this.db, told).then(
      () => this.note(null),
      (error: unknown) => {
        this.note(error);
        setTimeout(() => void this.tell(told), AGAIN_MS).unref();
      },
    );
    return this.sending;
  }

  private note(error: unknown): void {
    const isFailing = error !== null;
    if (isFailing !== this.isFailing) this.onFault(error);
    this.isFailing = isFailing;
  }
}

/** Without waiting for the disk: after a loss of power nobody is left who listens. */
async function send(db: Db, told: Told): Promise<void> {
  const each = [...told].flatMap(([channel, payloads]) => [...payloads].map((payload) => ({ channel, payload })));
  await db.$executeRaw`
    SELECT pg_notify(told."channel", told."payload") FROM set_config('synchronous_commit', 'off', true),
      unnest(${each.map(({ channel }) => channel)}::text[], ${each.map(({ payload }) => payload)}::text[])
        AS told("channel", "payload")`;
}
