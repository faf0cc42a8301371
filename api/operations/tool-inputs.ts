import { text } from 'node:stream/consumers';
import type { ShareDocument } from '../contract/share.ts';
import { planOf } from '../domain/script/turns.ts';
import type { ToolInput } from '../domain/script/wording.ts';
import { withoutAddresses } from '../domain/without-addresses.ts';
import type { Lab } from './lab.ts';
import { viewRun } from './run-view.ts';

/** A cycle of 4,096 requests of the longest paths is less. */
const LARGEST_BYTES = 16 * 1024 * 1024;

/** The files that load generators read, of each run whose commands a script repeats; those that are gone are left out. */
export async function readToolInputs(lab: Lab, document: ShareDocument): Promise<ToolInput[]> {
  const inputs: ToolInput[] = [];
  for (const { pattern } of planOf(document).configurations) {
    // What is in them was written with the addresses that the document leaves out.
    const run = await viewRun(lab.database.db, pattern.id, lab.nowUs());
    if (!run) continue;
    for (const { kind, name, sha256, sizeBytes } of run.artifacts) {
      if (kind !== 'tool-input' || sizeBytes > LARGEST_BYTES || !(await lab.blobs.has(sha256))) continue;
      const written = await text(lab.blobs.read(sha256));
      inputs.push({ runId: run.id, name, text: withoutAddresses(written, [run]) });
    }
  }
  return inputs;
}
