// @ts-check
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** A copy in which nothing moves for so long has a fault that waiting does not mend. */
const STALLED_MS = 300_000;
const SAY_EVERY_MS = 5_000;

/** Bytes that go through unchanged, with their number and SHA-256 at the end. @param {(bytes: number) => void} onMoved */
export function measured(onMoved) {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      onMoved(chunk.length);
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/**
 * Does long work: says every few seconds how far it is, and gives up when nothing has moved for minutes.
 *
 * @template T
 * @param {{ say: (line: string) => void, what: string, stalledMs?: number }} about
 * @param {(moved: (bytes: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function whileMoving({ say, what, stalledMs = STALLED_MS }, work) {
  let [bytes, movedMs] = [0, performance.now()];
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let saidMs = performance.now();
  const stalled = new Promise((_, reject) => {
    timer = setInterval(
      () => {
        const nowMs = performance.now();
        if (nowMs - movedMs > stalledMs)
          reject(new Error(`${what}: nothing has moved for ${Math.round(stalledMs / 1000)} s`));
        if (nowMs - saidMs < SAY_EVERY_MS) return;
        saidMs = nowMs;
        say(`${what}: ${mebibytes(bytes)}`);
      },
      Math.min(SAY_EVERY_MS, stalledMs),
    );
  });
  const moved = (/** @type {number} */ more) => {
    bytes += more;
    movedMs = performance.now();
  };
  try {
    return await Promise.race([work(moved), /** @type {Promise<never>} */ (stalled)]);
  } finally {
    clearInterval(timer);
  }
}

/** @param {number} bytes */
export const mebibytes = (bytes) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
