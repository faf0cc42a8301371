// @ts-check
/** A folder that appears whole or not at all. */
import { chmod, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { hold } from '../start/ending.mjs';
import { isLeft, ownMark } from '../start/owner.mjs';
import { pathFault, Sentence } from '../start/sentence.mjs';

const PARTIAL = '.partial-';
/** What stays free for whatever else is on the disk. */
const FREE_BYTES_LEAST = 128 * 1024 * 1024;
const ADVICE = 'choose another folder, or make room there';

/**
 * Makes the folder, which only its owner may enter, and has `write` fill it under another name. What earlier, killed processes began
 * beside it goes.
 *
 * @template T
 * @param {string} folder
 * @param {(partial: string) => Promise<T>} write
 * @returns {Promise<T>}
 */
export async function makeWhole(folder, write) {
  if (await exists(folder)) throw new Sentence(`${folder} is there already: name a folder that is not.`);
  const partial = `${folder}${PARTIAL}${ownMark()}`;
  const remove = () => rm(partial, { recursive: true, force: true });
  try {
    await mkdir(path.dirname(folder), { recursive: true });
    await removeLeft(folder);
    await mkdir(partial, { mode: 0o700 });
    await chmod(partial, 0o700);
    const release = hold(remove);
    try {
      const written = await write(partial);
      await onDisk(partial);
      await rename(partial, folder);
      await onDisk(path.dirname(folder));
      return written;
    } finally {
      await release();
    }
  } catch (error) {
    const named = /** @type {NodeJS.ErrnoException} */ (error);
    throw pathFault(Object.assign(named, { path: named.path ?? folder }), ADVICE);
  }
}

/** Throws a Sentence where so many bytes would leave too little room. @param {string} folder @param {number} bytes */
export async function requireRoom(folder, bytes) {
  let parent = path.dirname(path.resolve(folder));
  while (!(await exists(parent))) parent = path.dirname(parent);
  const { bavail, bsize } = await statfs(parent);
  const lacking = bytes + FREE_BYTES_LEAST - bavail * bsize;
  if (lacking > 0)
    throw new Sentence(
      `${parent} has too little room for the copy: free ${Math.ceil(lacking / 1024 ** 2).toLocaleString('en')} MiB there, and try again.`,
    );
}

/** @param {string} folder */
async function removeLeft(folder) {
  const [parent, own] = [path.dirname(folder), `${path.basename(folder)}${PARTIAL}`];
  for (const name of await readdir(parent)) {
    if (name.startsWith(own) && isLeft(name.slice(own.length)))
      await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

/** A name that was made or changed in a folder survives a loss of power after this. @param {string} folder */
async function onDisk(folder) {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** @param {string} file */
export const exists = (file) =>
  stat(file).then(
    () => true,
    () => false,
  );
