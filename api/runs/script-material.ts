import type { TargetIdentity } from '../contract/identity.ts';
import type { Run } from '../contract/run.ts';
import type { ShareDocument } from '../contract/share.ts';
import { wholeBlob } from '../platform/blobs/checked-bytes.ts';
import type { Lab } from '../platform/lab.ts';
import { planOf } from '../rules/script/turns.ts';
import type { Material, ToolInput } from '../rules/script/wording.ts';
import { withoutAddresses } from '../rules/share/without-addresses.ts';
import { viewRun } from './run-view.ts';

/** A cycle of 4,096 requests of the longest paths is less. */
const LARGEST_BYTES = 16 * 1024 * 1024;

/** What a script needs of the runs that it repeats and their document leaves out. Addresses are left out here, too. */
export async function readScriptMaterial(lab: Lab, document: ShareDocument): Promise<Material> {
  const inputs: ToolInput[] = [];
  const ownTargets = new Map<string, string[]>();
  const ownIdentities = new Map<string, TargetIdentity>();
  for (const { pattern } of planOf(document).configurations) {
    const run = await viewRun(lab.database.db, pattern.id, lab.nowUs());
    if (!run) continue;
    inputs.push(...(await toolInputs(lab, run)));
    // Runs show how a target was started. What an import says of one has lost its arguments.
    if (run.imported !== null || !run.target) continue;
    ownTargets.set(run.id, withoutAddresses(run.target.command, [run]));
    if (run.target.identity) ownIdentities.set(run.id, run.target.identity);
  }
  return { inputs, ownTargets, ownIdentities };
}

/** The files that its load generators read, without missing ones. */
async function toolInputs(lab: Lab, run: Run): Promise<ToolInput[]> {
  const inputs: ToolInput[] = [];
  for (const { kind, name, sha256, sizeBytes } of run.artifacts) {
    const found = kind === 'tool-input' && sizeBytes <= LARGEST_BYTES ? await lab.blobs.open(sha256) : null;
    if (!found) continue;
    const written = (await wholeBlob(sha256, found)).toString();
    inputs.push({ runId: run.id, name, text: withoutAddresses(written, [run]) });
  }
  return inputs;
}
