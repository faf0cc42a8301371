// @ts-check
import { NoRoom, StoreAway } from '../../api/platform/blobs/blob-store.ts';
import { readBucket } from '../../api/platform/blobs/bucket.ts';
import { Sentence } from '../start/sentence.mjs';

/** The bucket at an address, with the other settings of the environment; null for none. @param {string | undefined} address @param {string} [named] what gave the address */
export function bucketOf(address, named = 'The environment variable MILLIONRPS_BLOBS') {
  try {
    return readBucket({ ...process.env, MILLIONRPS_BLOBS: address });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new Sentence(message.replace('The environment variable MILLIONRPS_BLOBS', named));
  }
}

/**
 * Does work with files; what keeps them may say no, in a sentence.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [advice]
 */
export async function inSentences(work, advice = '') {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreAway || error instanceof NoRoom) throw new Sentence(`${error.message}${advice}`);
    throw error;
  }
}
