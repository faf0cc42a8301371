// @ts-check
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../start/settings.mjs';
import { ensurePrograms } from '../test/programs.mjs';
import { command } from './command.mjs';

/** Of its own: images of this machine's user are neither seen nor changed. */
export const FOLDER = '/var/tmp/millionrps-images';
const STORE = [
  '--root',
  path.join(FOLDER, 'store'),
  '--runroot',
  path.join(FOLDER, 'run'),
  '--storage-driver',
  'overlay',
];

/** @param {(line: string) => void} report */
export function ensureBuilder(report) {
  ensurePrograms(['buildah', 'debootstrap', 'ip'], report);
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
}

/** A subcommand and what follows it. @param {string[]} args */
export const builderArguments = (...args) => [...STORE, ...args];

/** @param {string[]} args */
export const builder = (...args) => command('buildah', builderArguments(...args));

/** @param {string} image */
export const hasImage = (image) =>
  builder('inspect', '--type', 'image', image).then(
    () => true,
    () => false,
  );

/** @param {import('./composition.mjs').Composition} composition @param {(line: string) => void} report */
export async function makeImages({ services }, report) {
  for (const [name, { image, build }] of Object.entries(services)) {
    if (!build) continue;
    const startedMs = Date.now();
    const target = build.target ? ['--target', build.target] : [];
    const file = ['--file', path.join(root, build.dockerfile)];
    const args = Object.entries(build.args ?? {}).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
    // Without Docker there is no process isolation to be had, and none is needed to build what is our own.
    await builder(
      'build',
      '--isolation',
      'chroot',
      '--pull-never',
      '--layers',
      ...file,
      ...target,
      ...args,
      '--tag',
      image,
      root,
    );
    report(`built ${image} (${name}) in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
  }
}
