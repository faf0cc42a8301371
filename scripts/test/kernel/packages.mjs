// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../start/build.mjs';
import { Sentence } from '../../start/sentence.mjs';
import { root } from '../../start/settings.mjs';

/**
 * What the guest is made of is unpacked, never installed: an installed irqbalance would move the interrupts of this
 * machine.
 *
 * @typedef {{ folder: string, kernelVersion: string }} GuestPackages folder: a root folder with everything unpacked
 *   into it
 */

export const KERNEL = 'linux-image-cloud-amd64';
export const CACHE = path.join(root, '.build/kernel-lab');

/**
 * The kernel's package of the version that would be installed; null when the package lists have none, which is anywhere
 * but on Debian.
 *
 * @returns {Promise<{ name: string, version: string } | null>}
 */
export async function kernelPackage() {
  const known = realKernel();
  if (known) return known;
  await apt('update');
  return realKernel();
}

/**
 * The guest's packages, downloaded and unpacked once for each version of the kernel.
 *
 * @param {(line: string) => void} report
 * @returns {Promise<GuestPackages>}
 */
export async function guestPackages(report) {
  const kernel = await kernelPackage();
  if (!kernel) throw new Sentence(`The package lists here have no ${KERNEL}.`);
  const folder = path.join(CACHE, `${kernel.name}_${kernel.version}`);
  const kernelVersion = kernel.name.replace('linux-image-', '');
  if (existsSync(folder)) return { folder, kernelVersion };
  report(`downloading ${kernel.name} ${kernel.version}, busybox, ethtool and irqbalance for the guest ...`);
  await unpack(kernel.name, folder).catch(async () => {
    // A version that is no longer on the mirror: the lists are older than it.
    await apt('update');
    await unpack(kernel.name, folder);
  });
  return { folder, kernelVersion };
}

/** The package that the meta package stands for, and its version. @returns {{ name: string, version: string } | null} */
function realKernel() {
  const depends = output('apt-cache', ['depends', KERNEL]).match(/Depends: (linux-image-\S+)/);
  if (!depends?.[1]) return null;
  const version = output('apt-cache', ['policy', depends[1]]).match(/Candidate: (\S+)/)?.[1];
  return version ? { name: depends[1], version: version.replaceAll(/[^\w.+~-]/g, '_') } : null;
}

async function unpack(kernel, folder) {
  const [archives, partial] = [`${folder}.archives`, `${folder}.partial`];
  for (const fresh of [archives, partial]) {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(path.join(fresh, 'partial'), { recursive: true });
  }
  try {
    await apt('download', kernel, 'busybox-static', { cwd: archives });
    // As if for an installation, which brings the libraries that are not on this machine.
    const install = ['install', '-y', '--download-only', '--reinstall', '--no-install-recommends'];
    await apt('-o', `Dir::Cache::archives=${archives}`, ...install, 'ethtool', 'irqbalance', { cwd: archives });
    for (const archive of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      await run('dpkg-deb', ['-x', path.join(archives, archive), partial]);
    }
    renameSync(partial, folder);
  } finally {
    for (const left of [archives, partial]) rmSync(left, { recursive: true, force: true });
  }
}

/** @param {...(string | { cwd: string })} args */
async function apt(...args) {
  const words = args.filter((arg) => typeof arg === 'string');
  const cwd = args.flatMap((arg) => (typeof arg === 'string' ? [] : [arg.cwd]))[0] ?? root;
  // Root downloads by itself: apt's own user cannot enter every checkout.
  const options = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'APT::Sandbox::User=root'];
  return run('apt-get', [...options, ...words], { cwd, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

function output(program, args) {
  return spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } }).stdout ?? '';
}
