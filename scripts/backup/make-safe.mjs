// @ts-check
/** What must not happen a second time because a database has gone back in time. */
import { randomUUID } from 'node:crypto';
import { hasColumns } from './tables.mjs';

/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {{ needs: [table: string, ...columns: string[]], sql: string }} Change */

/** What was used, ended or sent after the backup is not known to it. @type {Change[]} */
const ALWAYS = [
  // People sign in anew: a session that was ended since would be good again.
  { needs: ['Session'], sql: 'DELETE FROM "Session"' },
  // Of sign-in links and of what else is good for once.
  { needs: ['Verification'], sql: 'DELETE FROM "Verification"' },
  { needs: ['JoinToken', 'usedAtUs'], sql: 'DELETE FROM "JoinToken" WHERE "usedAtUs" IS NULL' },
  { needs: ['Invite', 'acceptedAtUs'], sql: 'DELETE FROM "Invite" WHERE "acceptedAtUs" IS NULL' },
  // The original may have sent them.
  {
    needs: ['WebhookDelivery', 'state', 'nextAttemptAtUs'],
    sql: `UPDATE "WebhookDelivery" SET "state" = 'failed', "nextAttemptAtUs" = NULL, "claimedUntilUs" = NULL WHERE "state" = 'pending'`,
  },
  { needs: ['Replica'], sql: 'DELETE FROM "Replica"' },
];

/** Tables that a restored instance does not have as the backup has them. */
export const CHANGED_BY_A_RESTORE = ['Instance', ...ALWAYS.map(({ needs: [table] }) => table)];

/** The original lives: this one takes no host, spends no money and tells nobody. @type {Change[]} */
const BESIDE = [
  {
    needs: ['Agent', 'revokedAtUs'],
    sql: 'UPDATE "Agent" SET "revokedAtUs" = (extract(epoch FROM now()) * 1e6)::int8 WHERE "revokedAtUs" IS NULL',
  },
  {
    needs: ['Webhook', 'disabledSentence'],
    sql: `UPDATE "Webhook" SET "disabledSentence" = 'Disabled because this instance is a copy of another one.' WHERE "disabledSentence" IS NULL`,
  },
  { needs: ['BenchmarkSchedule', 'enabled'], sql: 'UPDATE "BenchmarkSchedule" SET "enabled" = FALSE' },
  { needs: ['Launch', 'wakeAtUs'], sql: 'UPDATE "Launch" SET "wakeAtUs" = NULL' },
];

/**
 * Changes a database that was just filled. What was under way is ended by the API at its next start, by the rules of a run.
 *
 * @param {import('pg').Client} client
 * @param {Table[]} tables
 * @param {{ takenAtUs: number, beside: { instanceId: string } | null }} restore
 */
export async function makeSafe(client, tables, { takenAtUs, beside }) {
  for (const { needs, sql } of beside ? [...ALWAYS, ...BESIDE] : ALWAYS) {
    const [table, ...columns] = needs;
    if (hasColumns(tables, table, columns)) await client.query(sql);
  }
  if (beside && hasColumns(tables, 'Instance', ['instanceId']))
    await client.query('UPDATE "Instance" SET "instanceId" = $1', [beside.instanceId]);
  if (hasColumns(tables, 'Instance', ['restoredAtUs', 'restoredFromUs']))
    await client.query(
      'UPDATE "Instance" SET "restoredAtUs" = (extract(epoch FROM now()) * 1e6)::int8, "restoredFromUs" = $1',
      [takenAtUs],
    );
}

export const newInstanceId = () => randomUUID();
