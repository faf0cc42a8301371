import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type CreateShare, SHARE_DOCUMENT_VERSION, type Share, type ShareDocument } from '../contract/share.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { newId, newSecret } from '../platform/store/ids.ts';
import { runsOf } from '../rules/script/wording.ts';
import { keepBytes } from '../runs/blobs.ts';
import { freezeComparison, freezeExperiment, freezeRun } from './frozen-documents.ts';
import { toShare } from './share-view.ts';
import { insertShare } from './store/shares.ts';

/** Freezes a run, a comparison of several, or an experiment, behind a link that cannot be guessed. */
export async function createShare(lab: Lab, input: CreateShare, byName: string): Promise<Share> {
  const createdAtUs = lab.nowUs();
  const document = await freeze(lab, input, createdAtUs);
  const bytes = Buffer.from(JSON.stringify(document));
  const documentSha256 = createHash('sha256').update(bytes).digest('hex');
  // The row after the object: a link never leads to nothing.
  await keepBytes(lab, documentSha256, Readable.from([bytes]), bytes.length);
  const days = input.expiresInDays ?? null;
  const record = await insertShare(lab.database.db, {
    id: newId(),
    token: newSecret('share'),
    kind: document.type,
    title: document.title,
    runIds: runsOf(document).map(({ id }) => id),
    documentVersion: SHARE_DOCUMENT_VERSION,
    documentSha256,
    documentSizeBytes: bytes.length,
    createdAtUs,
    createdByName: byName,
    expiresAtUs: days === null ? null : createdAtUs + days * 24 * 3600 * 1e6,
  });
  return toShare(lab, record);
}

async function freeze(lab: Lab, input: CreateShare, frozenAtUs: number): Promise<ShareDocument> {
  const { runIds, experimentId = null, baselineRunId = null } = input;
  const head = { title: input.title ?? null, frozenAtUs, withSeries: true, verb: 'share it' };
  if (experimentId !== null) {
    if (runIds.length > 0) {
      throw new AppError('invalid-input', 'A share has either runs or an experiment; leave one of them out.', [
        { path: 'experimentId', message: 'stands beside runs' },
      ]);
    }
    return freezeExperiment(lab, experimentId, head);
  }
  const [only] = runIds;
  if (only !== undefined && runIds.length === 1) return freezeRun(lab, only, head);
  return freezeComparison(lab, runIds, baselineRunId, head);
}
