// @ts-check
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binFolder, run } from '../../start/build.mjs';
import { root } from '../../start/settings.mjs';
import { canInstallWithApt } from '../apt.mjs';
import { cleanedUp, removeNamespace } from '../namespaces/topology.mjs';
import { ensurePrograms } from '../programs.mjs';
import { debianDisk } from './debian-disk.mjs';
import { makeInitramfs } from './initramfs.mjs';
import { makeNetwork } from './network.mjs';
import { guestPackages, KERNEL, kernelPackage } from './packages.mjs';

/**
 * What a guest is booted with. The tests of the suite `kernel` get it as JSON in MILLIONRPS_KERNEL_LAB and run inside
 * its namespace.
 *
 * @typedef {object} Lab
 * @property {string} kernel path of the kernel's image
 * @property {string} initramfs path of the guest's file system
 * @property {string} debian path of a disk that systemd boots from; guests get copies
 * @property {string} folder for sockets and disks; removed with the lab
 * @property {import('./network.mjs').Network} network
 */

/** Why no guest can be made and booted here; null when it can. @returns {Promise<string | null>} */
export async function whyNoKernelLab() {
  if (process.arch !== 'x64') return `the kernel lab's guest is an x86-64 machine, and this one is ${process.arch}`;
  if (process.getuid?.() !== 0) return 'the kernel lab makes a network namespace with a tap device, which needs root';
  if (!existsSync('/dev/net/tun')) return 'the kernel lab needs tap devices, and this machine has no /dev/net/tun';
  if (!canInstallWithApt()) return "the kernel lab is made of Debian's packages, and there is no apt-get here";
  if (!(await kernelPackage()))
    return `the kernel lab needs the package ${KERNEL} of Debian, which the lists here lack`;
  return null;
}

/**
 * Makes the lab for as long as the work takes. However it ends, also by Ctrl-C, everything is removed.
 *
 * @template T
 * @param {(line: string) => void} report
 * @param {(lab: Lab) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withKernelLab(report, work) {
  ensurePrograms(['qemu-system-x86_64', 'ip', 'mke2fs', 'debootstrap'], report);
  const packages = await guestPackages(report);
  const debian = await debianDisk(report);
  const folder = mkdtempSync(path.join(tmpdir(), 'millionrps-kernel-'));
  let namespace = '';
  const clean = () => {
    if (namespace) removeNamespace(namespace);
    rmSync(folder, { recursive: true, force: true });
  };
  return cleanedUp(clean, async () => {
    const programs = {
      agent: path.join(binFolder, 'agent'),
      server: path.join(binFolder, 'server'),
      'agent-faulty': await buildFaultyAgent(),
    };
    const initramfs = await makeInitramfs({ packages, programs, folder });
    const network = makeNetwork();
    namespace = network.namespace;
    const kernel = path.join(packages.folder, 'boot', `vmlinuz-${packages.kernelVersion}`);
    return work({ kernel, initramfs, debian, folder, network });
  });
}

/** The agent that kills itself where a test says so; the one that people install cannot. @returns {Promise<string>} */
async function buildFaultyAgent() {
  const output = path.join(root, '.build/kernel-lab/agent-faulty');
  const args = ['build', '-tags', 'faultinjection', '-trimpath', '-buildvcs=false', '-o', output, './cmd/agent'];
  await run('go', args, { cwd: path.join(root, 'agent'), env: { ...process.env, CGO_ENABLED: '0' } });
  return output;
}
