// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeDebian, removeArchives } from '../../images/debian.mjs';
import { run } from '../../start/build.mjs';
import { CACHE } from './packages.mjs';

const SUITE = 'bookworm';
const DISK_SIZE = '1500M';
/** What a server of a cloud has, as far as an agent meets it. */
const FIRST = ['ca-certificates', 'cron', 'curl', 'dbus', 'libpam-systemd', 'polkitd', 'systemd-sysv', 'udev'];
/** Its dependencies are more than debootstrap can put in order. */
const LATER = 'cloud-init';

/** Cloud-init plays where a test has removed this file; it would look for a cloud. */
export const NO_CLOUD_INIT = 'etc/cloud/cloud-init.disabled';
/** The network is the lab's. Of cloud-init's modules those are left that play scripts: emulated CPUs take a second for each. */
const CLOUD_INIT = `datasource_list: [NoCloud]
network: {config: disabled}
cloud_init_modules: []
cloud_config_modules: []
cloud_final_modules: [scripts-per-once, scripts-per-boot, scripts-per-instance, scripts-user]
`;
const FILES = {
  'etc/hostname': 'debian\n',
  'etc/hosts': '127.0.0.1 localhost debian\n',
  'etc/machine-id': '',
  'etc/cloud/cloud.cfg.d/99-lab.cfg': CLOUD_INIT,
  [NO_CLOUD_INIT]: '',
};

/**
 * A disk with a Debian that boots by systemd, made once. Guests get copies of it.
 *
 * @param {(line: string) => void} report
 * @returns {Promise<string>} path of the image
 */
export async function debianDisk(report) {
  const recipe = createHash('sha256').update(JSON.stringify([SUITE, DISK_SIZE, FIRST, LATER, FILES]));
  const image = path.join(CACHE, `debian-${recipe.digest('hex').slice(0, 16)}.img`);
  if (existsSync(image)) return image;
  report(`making a disk of Debian ${SUITE} with systemd, polkit and cloud-init for the guest ...`);
  const [folder, partial] = [`${image}.root`, `${image}.partial`];
  for (const fresh of [folder, partial]) rmSync(fresh, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  try {
    await makeDebian(folder, SUITE, FIRST.join(','));
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['apt-get', '-qq', 'install', '-y', '--no-install-recommends', LATER];
    await run('chroot', [folder, ...install], { env });
    await run('chroot', [folder, 'systemctl', '--quiet', 'enable', 'systemd-networkd']);
    for (const [name, content] of Object.entries(FILES)) writeFileSync(path.join(folder, name), content);
    removeArchives(folder);
    await run('mke2fs', ['-q', '-t', 'ext4', '-d', folder, partial, DISK_SIZE]);
    renameSync(partial, image);
  } finally {
    for (const left of [folder, partial]) rmSync(left, { recursive: true, force: true });
  }
  return image;
}
