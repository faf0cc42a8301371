import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type CreateShare, SHARE_DOCUMENT_VERSION, type Share, type ShareDocument } from '../contract/share.ts';
import { isTerminal } from '../domain/run-machine.ts';
import { comparisonDocument, defaultTitle, runDocument } from '../domain/share-document.ts';
import { newId, newSecret } from '../store/ids.ts';
import { insertShare } from '../store/shares.ts';
import { AppError } from './app-error.ts';
import { compareRuns } from './compare-runs.ts';
import { getRun } from './get-run.ts';
import type { Lab } from './lab.ts';
import { readSeries } from './read-series.ts';
import { toShare } from './share-view.ts';

/** Freezes a run, or a comparison of several, behind a link that nobody can guess. */
export async function createShare(lab: Lab, input: CreateShare, byName: string): Promise<Share> {
  const createdAtUs = lab.nowUs();
  const document = await freeze(lab, input, createdAtUs);
  const bytes = Buffer.from(JSON.stringify(document));
  const documentSha256 = createHash('sha256').update(bytes).digest('hex');
  // The row after the object: a link never leads to nothing.
  await lab.blobs.put(documentSha256, Readable.from([bytes]));
  const days = input.expiresInDays ?? null;
  const record = await insertShare(lab.database.db, {
    id: newId(),
    token: newSecret('share'),
    kind: document.type,
    title: document.title,
    runIds: input.runIds,
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
  const { runIds } = input;
  const [only] = runIds;
  const baselineRunId = input.baselineRunId ?? null;
  const frozen = (runs: { id: string; name: string; state: string }[]) => {
    refuseUnfinished(runs);
    return { title: input.title ?? defaultTitle(runs, baselineRunId), frozenAtUs, productVersion: lab.version };
  };
  if (only !== undefined && runIds.length === 1) {
    const run = await getRun(lab, only);
    return runDocument(frozen([run]), run, await readSeries(lab, only, () => 0));
  }
  const comparison = await compareRuns(lab, runIds, baselineRunId);
  const head = frozen(comparison.runs);
  const series = [];
  for (const run of comparison.runs) series.push(await readSeries(lab, run.id, () => 0));
  return comparisonDocument(head, comparison, series);
}

function refuseUnfinished(runs: { name: string; state: string }[]): void {
  const going = runs.find((run) => !isTerminal(run.state as Parameters<typeof isTerminal>[0]));
  if (going) throw new AppError('conflict', `${going.name} is still ${going.state}; share it once it is over.`);
}
