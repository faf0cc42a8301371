// @ts-check
/** Tables as PostgreSQL's catalog has them: a list of ours could forget one. */

/**
 * @typedef {object} Table
 * @property {string} name
 * @property {string[]} columns
 * @property {string} order what sorts its rows the same way in every database
 * @property {string[]} needs other tables that its rows refer to
 */

export const LEDGER = '_prisma_migrations';

/** @param {string} name */
export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/**
 * Those of the schema `public`, each after those that it refers to. Nothing of ours is in another schema.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<Table[]>}
 */
export async function readTables(client) {
  const { rows } = await client.query(`
    SELECT c.relname::text AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT string_agg(quote_ident(a.attname) || CASE WHEN a.attcollation = 0 THEN '' ELSE ' COLLATE "C"' END, ', ' ORDER BY k.place)
        FROM pg_index i CROSS JOIN unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
        WHERE i.indrelid = c.oid AND i.indisprimary) AS "order",
      ARRAY(SELECT DISTINCT t.relname::text FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
    FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname COLLATE "C"`);
  const unordered = rows.find(({ order }) => order === null);
  if (unordered) throw new Error(`the table ${unordered.name} has no primary key: its rows cannot be compared`);
  return inOrder(rows);
}

/**
 * @param {Table[]} tables
 * @returns {Table[]}
 */
function inOrder(tables) {
  /** @type {Table[]} */
  const ordered = [];
  for (let left = tables; left.length > 0; ) {
    const waits = (/** @type {Table} */ { needs }) => needs.some((name) => left.some((table) => table.name === name));
    const next = left.filter((table) => !waits(table));
    if (next.length === 0) throw new Error(`tables refer to each other in a circle: ${left.map(({ name }) => name)}`);
    ordered.push(...next);
    left = left.filter(waits);
  }
  return ordered;
}

/** What makes the text of a value the same in every session. @param {import('pg').Client} client */
export async function sameTexts(client) {
  await client.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
    SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL client_encoding = 'UTF8';
    SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0`);
}

/** @param {Pick<Table, 'columns'>} table */
export const columnList = ({ columns }) => columns.map(quoted).join(', ');

/** @param {Table} table */
export const copyOutSql = (table) =>
  `COPY (SELECT ${columnList(table)} FROM ${quoted(table.name)} ORDER BY ${table.order}) TO STDOUT`;

/**
 * Whether a database of this release, or of an earlier one, has such columns.
 *
 * @param {Pick<Table, 'name' | 'columns'>[]} tables
 * @param {string} table
 * @param {string[]} columns
 */
export const hasColumns = (tables, table, columns) =>
  columns.every((column) => tables.some(({ name, columns: known }) => name === table && known.includes(column)));
