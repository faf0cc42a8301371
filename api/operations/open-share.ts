import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { OpenedShare } from '../contract/share.ts';
import { shareStatus } from '../domain/share-document.ts';
import { upgradeDocument } from '../domain/share-upgrade.ts';
import { countOpening, findShareByToken, type ShareRecord } from '../store/shares.ts';
import { AppError } from './app-error.ts';
import type { Lab } from './lab.ts';

/** What a link shows, in today's form. `counted` is false for whoever only makes a preview of it. */
export async function openShare(lab: Lab, token: string, counted: boolean): Promise<OpenedShare> {
  const record = await openRecord(lab, token);
  const document = upgradeDocument(JSON.parse(await text(lab.blobs.read(record.documentSha256))));
  if (counted) await countOpening(lab.database.db, record.id, lab.nowUs());
  const { documentVersion: storedVersion, documentSha256, documentSizeBytes, createdByName, expiresAtUs } = record;
  return { document, storedVersion, documentSha256, documentSizeBytes, createdByName, expiresAtUs };
}

/** The document's bytes as they were frozen: those that its hash is of. */
export async function openShareDocument(lab: Lab, token: string): Promise<{ sizeBytes: number; bytes: Readable }> {
  const { documentSha256, documentSizeBytes } = await openRecord(lab, token);
  return { sizeBytes: documentSizeBytes, bytes: lab.blobs.read(documentSha256) };
}

async function openRecord(lab: Lab, token: string): Promise<ShareRecord> {
  const record = await findShareByToken(lab.database.db, token);
  if (!record) throw new AppError('not-found', 'This link leads nowhere; it may have been cut short.');
  const status = shareStatus(record, lab.nowUs());
  if (status === 'revoked') {
    throw new AppError('share-gone', 'This link was taken back; ask whoever sent it for a new one.');
  }
  if (status === 'expired') {
    throw new AppError('share-gone', 'This link has expired; ask whoever sent it for a new one.');
  }
  if (!(await lab.blobs.has(record.documentSha256))) {
    throw new AppError('share-gone', 'What this link showed is gone from the data folder of its instance.');
  }
  return record;
}
