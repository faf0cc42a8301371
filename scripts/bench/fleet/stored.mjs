// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Rows that live until their frames are sealed; their room is used again. */
const PASSING = `'"Frame"'`;

/** What the database holds of a fleet. */
export class Stored {
  /** @param {string} databaseUrl */
  constructor(databaseUrl) {
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    this.pool.on('error', () => {});
  }

  async rows(sql, values = []) {
    return (await this.pool.query(sql, values)).rows;
  }

  /** @returns {Promise<{ state: string, stepIndex: number | null, failure: string | null }[]>} */
  states() {
    return this.rows('SELECT "state", "stepIndex", "failure" FROM "Run"');
  }

  /** Until every frame is in a chunk. */
  async sealed() {
    for (;;) {
      const [{ loose }] = await this.rows('SELECT count(*)::int AS loose FROM "Frame"');
      if (loose === 0) return;
      await sleep(500);
    }
  }

  /** Bytes of all that stays. */
  async sizes() {
    await this.rows('CHECKPOINT');
    const [{ bytes }] = await this.rows(
      `SELECT pg_database_size(current_database())::float8 - pg_total_relation_size(${PASSING}) AS bytes`,
    );
    return bytes;
  }

  /** What was added since then, and how many hours hosts sampled for it. @param {number} before */
  async growth(before) {
    const growth = (await this.sizes()) - before;
    const [{ seconds }] = await this.rows(
      'SELECT coalesce(sum("lastTimeUs" - "firstTimeUs"), 0)::float8 / 1e6 AS seconds FROM "SampleChunk"',
    );
    return { growth, hostHours: seconds / 3600 };
  }

  /** Samples and outcomes that were acknowledged and are not there. @param {import('./agent.mjs').Tally} tally */
  async lostOf(tally) {
    const [{ frames }] = await this.rows('SELECT coalesce(sum("frames"), 0)::int AS frames FROM "SampleChunk"');
    const ids = [...tally.outcomes.keys()];
    const [{ answered }] = await this.rows(
      'SELECT count(*)::int AS answered FROM "Command" WHERE "outcome" IS NOT NULL AND "id" = ANY($1::uuid[])',
      [ids],
    );
    return Math.max(0, tally.acknowledged - frames) + (ids.length - answered);
  }

  stop() {
    return this.pool.end();
  }
}
