// @ts-check
/** The role by which the API uses the embedded database. The superuser makes and migrates it, copies it and restores it. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { LEDGER } from '../backup/tables.mjs';

const role = 'millionrps_api';

/** What the API adds to and removes from by age, and never changes. */
const APPEND_ONLY = ['AuditEntry', 'AuditOutcome'];

/**
 * Gives the role its rights on the tables that are there: after every migration and restore, as new tables come without. It
 * owns nothing. Its password is a new one each time, and is kept nowhere.
 *
 * @param {string} url of the database, as the superuser
 * @returns {Promise<string>} the same, as the API
 */
export async function admitApi(url) {
  const password = randomBytes(24).toString('base64url');
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${role}`);
    await client.query(`BEGIN; ${attributes(password)}; ${rights(new URL(url).pathname.slice(1))}; COMMIT`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(url), { username: role, password }).toString();
}

/** @param {string} password */
const attributes = (password) =>
  `ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${pg.escapeLiteral(password)}`;

/** Taken away first, so that what an earlier release gave does not stay. @param {string} database encoded as in a URL */
function rights(database) {
  const tables = 'ALL TABLES IN SCHEMA public';
  const appended = APPEND_ONLY.map(pg.escapeIdentifier).join(', ');
  return `
    REVOKE TEMPORARY ON DATABASE ${pg.escapeIdentifier(decodeURIComponent(database))} FROM PUBLIC;
    GRANT USAGE ON SCHEMA public TO ${role};
    REVOKE ALL ON ${tables} FROM ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables} TO ${role};
    REVOKE UPDATE ON ${appended} FROM ${role};
    REVOKE INSERT, UPDATE, DELETE ON ${LEDGER} FROM ${role}`;
}
