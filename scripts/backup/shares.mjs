// @ts-check
/** Links that people were given: whether each shows something. */
import { StoreAway } from '../../api/platform/blobs/blob-store.ts';
import { wholeBlob } from '../../api/platform/blobs/checked-bytes.ts';
import { upgradeDocument } from '../../api/rules/share/share-upgrade.ts';
import { hasColumns } from './tables.mjs';

/**
 * Opens the document of each link that is not closed, as a visit does.
 *
 * @param {import('pg').Client} client
 * @param {import('./tables.mjs').Table[]} tables
 * @param {import('../../api/platform/blobs/blob-store.ts').BlobStore} files
 * @param {(bytes: number) => void} moved
 * @returns {Promise<{ opened: number, lost: string[] }>} lost: titles of those that show nothing
 */
export async function openShares(client, tables, files, moved) {
  const opened = { opened: 0, lost: /** @type {string[]} */ ([]) };
  if (!hasColumns(tables, 'Share', ['documentSha256', 'revokedAtUs', 'expiresAtUs'])) return opened;
  const { rows } =
    await client.query(`SELECT "documentSha256" AS sha256, "title" FROM "Share" WHERE "revokedAtUs" IS NULL
    AND ("expiresAtUs" IS NULL OR "expiresAtUs" > extract(epoch FROM now()) * 1e6) ORDER BY "id"`);
  for (const { sha256, title } of rows) {
    if (await opens(files, sha256, moved)) opened.opened += 1;
    else opened.lost.push(title);
  }
  return opened;
}

/** @param {import('../../api/platform/blobs/blob-store.ts').BlobStore} files @param {string} sha256 @param {(bytes: number) => void} moved */
async function opens(files, sha256, moved) {
  const found = await files.open(sha256);
  if (!found) return false;
  try {
    const bytes = await wholeBlob(sha256, found);
    moved(bytes.length);
    upgradeDocument(JSON.parse(bytes.toString('utf8')));
    return true;
  } catch (error) {
    if (error instanceof StoreAway) throw error;
    return false;
  }
}
