// @ts-check
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { command } from './command.mjs';

const DEBIAN = 'http://deb.debian.org/debian';

/**
 * Makes the root file system of a small Debian, without the archives that its packages came in.
 *
 * @param {string} folder that is not there yet
 * @param {string} suite
 * @param {string} packages with commas between
 */
export async function makeDebian(folder, suite, packages) {
  // A suite that this debootstrap is older than is set up as every one since 2002.
  const args = [
    '--variant=minbase',
    `--include=${packages}`,
    suite,
    folder,
    DEBIAN,
    '/usr/share/debootstrap/scripts/sid',
  ];
  await command('debootstrap', args);
  removeArchives(folder);
}

/** @param {string} folder */
export function removeArchives(folder) {
  rmSync(path.join(folder, 'var/cache/apt/archives'), { recursive: true, force: true });
  mkdirSync(path.join(folder, 'var/cache/apt/archives/partial'), { recursive: true });
}
