import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

type Work<T> = (lost: AbortSignal) => Promise<T>;

/** Each work that is under way takes one. */
const CONNECTIONS = 10;
const ASK_AGAIN_MS = 1_000;

/**
 * Work that one process at a time does, of however many share the database. A lock of PostgreSQL stands for the name of
 * the work: it is given back when its process dies, and it needs no connection of its own behind a pooler, because it
 * is held by a transaction. `lost` aborts when that transaction broke off: another process may begin then, so whatever
 * cannot be done twice has to look at it, and be idempotent besides.
 */
export class Leader {
  private readonly pool: pg.Pool;

  constructor(connectionString: string) {
    this.pool = new pg.Pool({ connectionString, max: CONNECTIONS, keepAlive: true, connectionTimeoutMillis: 5_000 });
    // An idle connection that ends would end the process.
    this.pool.on('error', () => {});
  }

  /** Does the work unless another does it now; says whether it did. */
  async attempt<T>(name: string, work: Work<T>): Promise<{ done: T } | null> {
    const client = await this.pool.connect();
    const lost = new AbortController();
    const lose = (): void => lost.abort();
    client.on('error', lose).on('end', lose);
    try {
      await client.query('BEGIN');
      // It is idle for as long as the work takes.
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const { rows } = await client.query('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS mine', [name]);
      return rows[0]?.mine ? { done: await work(lost.signal) } : null;
    } finally {
      client.off('error', lose).off('end', lose);
      await client.query('COMMIT').then(
        () => client.release(),
        (error) => client.release(error),
      );
    }
  }

  /**
   * Does the work once nobody else does it; null when `stopping` came first. Who did it before may have left nothing to
   * do, or died in the middle.
   */
  async inTurn<T>(name: string, stopping: AbortSignal, work: Work<T>): Promise<{ done: T } | null> {
    while (!stopping.aborted) {
      const mine = await this.attempt(name, work);
      if (mine) return mine;
      await setTimeout(ASK_AGAIN_MS, undefined, { signal: stopping }).catch(() => {});
    }
    return null;
  }

  stop(): Promise<void> {
    return this.pool.end();
  }
}
