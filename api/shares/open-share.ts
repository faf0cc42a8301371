import { type OpenedShare, SHARE_DOCUMENT_VERSION } from '../contract/share.ts';
import { AppError } from '../platform/app-error.ts';
import type { OpenBlob } from '../platform/blobs/blob-store.ts';
import { wholeBlob } from '../platform/blobs/checked-bytes.ts';
import type { Lab } from '../platform/lab.ts';
import { shareStatus } from '../rules/share/share-document.ts';
import { upgradeDocument } from '../rules/share/share-upgrade.ts';
import type { SharePage } from './share-pages.ts';
import { countOpening, findShareByToken, type ShareRecord } from './store/shares.ts';

export interface FoundShare {
  record: ShareRecord;
  /** The same as long as the link shows the same. */
  etag: string;
}

/** A link that is open. `counted` is false for whoever only makes a preview of it. */
export async function findOpenShare(lab: Lab, token: string, counted: boolean): Promise<FoundShare> {
  const record = await openRecord(lab, token);
  if (counted) await countOpening(lab.database.db, record.id, lab.nowUs());
  return { record, etag: `"${record.documentSha256}-${record.id}-${SHARE_DOCUMENT_VERSION}"` };
}

/** What it shows, in today's form: an OpenedShare as JSON. */
export async function openShare(lab: Lab, { record, etag }: FoundShare): Promise<SharePage> {
  return lab.sharePages.page(etag, async () => {
    const bytes = await wholeBlob(record.documentSha256, await openBytes(lab, record));
    const { documentVersion: storedVersion, documentSha256, documentSizeBytes, createdByName, expiresAtUs } = record;
    const about = { storedVersion, documentSha256, documentSizeBytes, createdByName, expiresAtUs };
    // The bytes of a document of this version are what would be written again.
    const document = storedVersion === SHARE_DOCUMENT_VERSION ? bytes : lifted(bytes);
    const head = JSON.stringify(about satisfies Omit<OpenedShare, 'document'>).slice(0, -1);
    return Buffer.concat([Buffer.from(`${head},"document":`), document, Buffer.from('}')]);
  });
}

const lifted = (bytes: Buffer): Buffer =>
  Buffer.from(JSON.stringify(upgradeDocument(JSON.parse(bytes.toString('utf8')))));

/** The document's bytes as they were frozen: those that its hash is of. */
export async function openShareDocument(lab: Lab, token: string): Promise<OpenBlob> {
  return openBytes(lab, await openRecord(lab, token));
}

async function openBytes(lab: Lab, { documentSha256 }: ShareRecord): Promise<OpenBlob> {
  const found = await lab.blobs.open(documentSha256);
  if (!found) throw lostBytes();
  return found;
}

async function openRecord(lab: Lab, token: string): Promise<ShareRecord> {
  const record = await findShareByToken(lab.database.db, token);
  if (!record) throw new AppError('not-found', 'This link leads nowhere; it may be incomplete.');
  const status = shareStatus(record, lab.nowUs());
  if (status === 'revoked') {
    throw new AppError('share-gone', 'This link was taken back; ask whoever sent it for a new one.');
  }
  if (status === 'expired') {
    throw new AppError('share-gone', 'This link has expired; ask whoever sent it for a new one.');
  }
  if ((await lab.blobs.sizeOf(record.documentSha256)) !== record.documentSizeBytes) throw lostBytes();
  return record;
}

const lostBytes = (): AppError =>
  new AppError('share-gone', 'What this link showed is gone from where its instance keeps its files, or damaged.');
