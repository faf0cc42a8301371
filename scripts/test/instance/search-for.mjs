// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { descendants } from './processes.mjs';

/** Everything that an instance has in its database, bytes as text where they are some. @param {number} pid of the instance */
export async function databaseText(pid) {
  const client = new pg.Client({ connectionString: databaseUrl(pid) });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts = [];
    for (const { name } of rows) {
      const { rows: kept } = await client.query(`SELECT t.* FROM ${name} t`);
      texts.push(
        JSON.stringify(kept, (_, value) => (value?.type === 'Buffer' ? readable(Buffer.from(value.data)) : value)),
      );
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** As the API uses it. @param {number} pid of the instance */
export function databaseUrl(pid) {
  for (const { pid: child } of descendants(pid)) {
    const variables = readFileSync(`/proc/${child}/environ`, 'utf8').split('\0');
    const url = variables.find((one) => one.startsWith('DATABASE_URL=postgres'));
    if (url) return url.slice('DATABASE_URL='.length);
  }
  throw new Error(`no process of the instance ${pid} knows a database`);
}

const readable = (/** @type {Buffer} */ bytes) => unpacked(bytes).toString('latin1');

/** Files in these folders with the text in them, also in gzip. @param {string} text @param {string[]} folders */
export function filesWith(text, folders) {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => contents(file).includes(text)),
  );
}

/** Of a file that is gone meanwhile, nothing. @param {string} file */
function contents(file) {
  try {
    return unpacked(readFileSync(file));
  } catch {
    return Buffer.alloc(0);
  }
}

/** @param {Buffer} bytes */
function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes);
  } catch {
    return bytes;
  }
}
