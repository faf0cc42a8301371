// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Sentence } from '../start/sentence.mjs';

/** Whether packages can be installed here without asking anybody: root on Debian or Ubuntu. */
export function canInstallWithApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

const QUIETLY = ['-qq', '-o', 'Dpkg::Use-Pty=0'];
/** Another suite, or the machine itself, may be installing something. */
const PATIENTLY = ['-o', 'DPkg::Lock::Timeout=180'];

/** @param {string[]} packages */
export function installWithApt(packages) {
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', [...QUIETLY, ...PATIENTLY, ...args], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  const { status, stderr } = apt('install', '-y', '--no-install-recommends', ...packages);
  if (status !== 0) {
    throw new Sentence(`apt-get could not install ${packages.join(' and ')}: ${stderr.trim().split('\n').at(-1)}`);
  }
}
