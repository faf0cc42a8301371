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
    await keepOnce(lab).catch((error: unknown) => lab.log.error({ err: error }, 'keeping files'));
    await setTimeout(EVERY_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

async function keepOnce(lab: Lab): Promise<void> {
  await lab.blobs.bringWaiting();
  await lab.leader.attempt('keep files', async () => {
    await sweepBlobs(lab);
    if (lab.blobs.place !== DISK && (await lab.blobs.fault()) === null) await packSamples(lab);
  });
}
