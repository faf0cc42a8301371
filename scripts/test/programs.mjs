// @ts-check
import { statSync } from 'node:fs';
import path from 'node:path';
import { Sentence } from '../start/sentence.mjs';
import { canInstallWithApt, installWithApt } from './apt.mjs';

/** The Debian packages of each program that tests start. */
const PACKAGES = {
  // Go's race detector is linked by it, with the C library's headers.
  gcc: ['gcc', 'libc6-dev'],
  wrk: ['wrk'],
  h2load: ['nghttp2-client'],
  openssl: ['openssl'],
  'redis-server': ['redis-server'],
  ip: ['iproute2'],
  buildah: ['buildah'],
  debootstrap: ['debootstrap'],
  ethtool: ['ethtool'],
  curl: ['curl'],
  script: ['bsdutils'],
  shellcheck: ['shellcheck'],
  dash: ['dash'],
  nsenter: ['util-linux'],
  unshare: ['util-linux'],
  mpstat: ['sysstat'],
  mke2fs: ['e2fsprogs'],
  'qemu-system-x86_64': ['qemu-system-x86'],
  faketime: ['faketime'],
};

/**
 * Installs what is missing of these programs, by apt for root on Debian; elsewhere a Sentence says what to install.
 *
 * @param {(keyof typeof PACKAGES)[]} programs
 * @param {(line: string) => void} report
 */
export function ensurePrograms(programs, report) {
  const missing = programs.filter((program) => !findProgram(program)).flatMap((program) => PACKAGES[program]);
  if (missing.length === 0) return;
  if (!canInstallWithApt()) throw lacking(missing);
  report(`installing ${missing.join(' and ')} ...`);
  installWithApt(missing);
}

/** @param {string[]} packages */
export function lacking(packages) {
  return new Sentence(
    `The tests need ${packages.join(' and ')}; install what is missing (on Debian: apt-get install ${packages.join(' ')}) and try again.`,
  );
}

/** The PATH of an ordinary user may lack what Debian has for administrators. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin'];

/** @param {string} program @returns {string | undefined} its path; a folder of that name is none */
export function findProgram(program) {
  return [...(process.env.PATH ?? '').split(path.delimiter), ...SYSTEM_FOLDERS]
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, program))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}
