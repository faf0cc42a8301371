import { setTimeout } from 'node:timers/promises';
import type { StoreFault } from './platform/blobs/blob-store.ts';
import { DISK } from './platform/blobs/bucket.ts';
import type { Lab } from './platform/lab.ts';
import { packSamples } from './runs/pack-samples.ts';
import { sweepBlobs } from './runs/sweep-blobs.ts';

const EVERY_MS = 10_000;

/**
 * What files need now and then, in a loop of its own: nothing else waits while S3 does not answer. What waits on this machine is of this
 * process; the rest is done by one replica at a time.
 */
export async function keepFiles(lab: Lab, stopping: AbortSignal): Promise<void> {
  let before: StoreFault | null = null;
  while (!stopping.aborted) {
    const fault = await lab.blobs.fault().catch(() => null);
    if (fault && fault.sentence !== before?.sentence) lab.log.warn({ place: lab.blobs.place }, fault.sentence);
    if (before && !fault) lab.log.warn({ place: lab.blobs.place }, 'Files can be kept again.');
    before = fault;
    await keepOnce(lab);
    await setTimeout(EVERY_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Each part goes on whatever stops another. */
export async function keepOnce(lab: Lab): Promise<void> {
  const apart = (what: string, work: () => Promise<unknown>) =>
    work().catch((error: unknown) => lab.log.error({ err: error }, what));
  await apart('bringing files that wait', async () => {
    for (const { sha256, error } of await lab.blobs.bringWaiting()) {
      lab.log.error({ err: error, sha256 }, 'a file that waited for its place cannot be brought there');
    }
  });
  await apart('keeping files', () =>
    lab.leader.attempt('keep files', async () => {
      await apart('removing files that nothing refers to', () => sweepBlobs(lab));
      await apart('packing samples', () => packWhereLasting(lab));
    }),
  );
}

async function packWhereLasting(lab: Lab): Promise<void> {
  if (lab.blobs.place !== DISK && (await lab.blobs.fault()) === null) await packSamples(lab);
}
