// @ts-check
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { run } from '../../start/build.mjs';
import { Sentence } from '../../start/sentence.mjs';
import { insertionOrder } from './modules.mjs';

const MODULES = [
  'virtio_pci',
  'virtio_console',
  'virtio_net',
  'virtio_blk',
  'nvme',
  'ext4',
  'crc32c_generic',
  'tcp_diag',
];
const FOLDERS = ['bin', 'dev', 'data', 'etc', 'lib/modules', 'proc', 'root', 'run', 'sys', 'tmp', 'usr/bin'];

/**
 * Writes the guest's whole file system: busybox, ethtool and irqbalance with their libraries, the kernel's modules, the
 * scripts of `guest/` under /lab, and programs of ours.
 *
 * @param {object} what
 * @param {import('./packages.mjs').GuestPackages} what.packages
 * @param {Record<string, string>} what.programs static binaries by their names in /usr/bin
 * @param {string} what.folder an empty folder, for the tree and the image
 * @returns {Promise<string>} path of the image
 */
export async function makeInitramfs({ packages, programs, folder }) {
  const [tree, image] = [path.join(folder, 'initramfs'), path.join(folder, 'initramfs.cpio')];
  for (const name of FOLDERS) mkdirSync(path.join(tree, name), { recursive: true });
  chmodSync(tree, 0o755);
  const busybox = packedFile(packages, 'busybox');
  copyFileSync(busybox, path.join(tree, 'bin/busybox'));
  for (const name of ['ethtool', 'irqbalance']) addProgram(tree, packages, name);
  for (const [name, file] of Object.entries(programs)) copyFileSync(file, path.join(tree, 'usr/bin', name));
  addModules(tree, packages);
  cpSync(path.join(import.meta.dirname, 'guest'), path.join(tree, 'lab'), { recursive: true });
  writeFileSync(path.join(tree, 'init'), '#!/bin/busybox sh\nexec /bin/busybox sh /lab/init\n', { mode: 0o755 });
  // Not compressed: an emulated CPU would take longer to unpack it than the machine takes to read it.
  await run('sh', ['-c', `find . | ${busybox} cpio -o -H newc > ${image}`], { cwd: tree });
  return image;
}

/** @param {import('./packages.mjs').GuestPackages} packages @param {string} name */
function packedFile(packages, name) {
  const places = ['bin', 'sbin', 'usr/bin', 'usr/sbin'].map((place) => path.join(packages.folder, place, name));
  const found = places.find((file) => existsSync(file));
  if (!found) throw new Error(`${name} is not in the guest's packages in ${packages.folder}`);
  return found;
}

/** A dynamic program with its libraries: those of the packages, else this machine's. */
function addProgram(tree, packages, name) {
  const program = packedFile(packages, name);
  copyFileSync(program, path.join(tree, 'usr/bin', name));
  const own = ['lib', 'usr/lib'].map((place) => path.join(packages.folder, place, 'x86_64-linux-gnu')).join(':');
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8', env: { ...process.env, LD_LIBRARY_PATH: own } });
  const missing = stdout.match(/(\S+) => not found/);
  if (missing) {
    throw new Sentence(
      `${name} needs ${missing[1]}, which is neither here nor in ${packages.folder}; remove that folder and try again.`,
    );
  }
  for (const [, wanted = '', file = wanted] of stdout.matchAll(/^\s+(\S+)(?: => (\S+))? \(0x/gm)) {
    if (!file.startsWith('/')) continue;
    // The loader's path is absolute in every program; libraries are looked for in /lib.
    const to = path.join(tree, wanted.startsWith('/') ? wanted : path.join('lib', path.basename(wanted)));
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(file, to);
  }
}

/** Numbered, so that their names are the order of their insertion. */
function addModules(tree, { folder, kernelVersion }) {
  const files = new Map();
  const modules = path.join(folder, 'lib/modules', kernelVersion, 'kernel');
  for (const entry of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    const name = path.basename(entry).match(/^(.+)\.ko(\.xz)?$/)?.[1];
    if (name) files.set(name.replaceAll('-', '_'), path.join(modules, entry));
  }
  const read = (/** @type {string} */ name) => {
    const file = files.get(name.replaceAll('-', '_'));
    if (!file) return null;
    return file.endsWith('.xz') ? spawnSync('xz', ['-dc', file], { maxBuffer: 1 << 26 }).stdout : readFileSync(file);
  };
  insertionOrder(MODULES, read).forEach(({ name, file }, index) => {
    writeFileSync(path.join(tree, 'lib/modules', `${String(index).padStart(2, '0')}-${name}.ko`), file);
  });
}
