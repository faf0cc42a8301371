// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Sentence } from '../start/sentence.mjs';
import { canInstallWithApt, installWithApt } from './apt.mjs';

/** The Debian packages of each program that tests start. */
const PACKAGES = {
  // Go's race detector is linked by it, with the C library's headers.
  gcc: ['gcc', 'libc6-dev'],
  wrk: ['wrk'],
  nginx: ['nginx-light'],
  ip: ['iproute2'],
  ethtool: ['ethtool'],
  curl: ['curl'],
  script: ['bsdutils'],
  mpstat: ['sysstat'],
  mke2fs: ['e2fsprogs'],
  'qemu-system-x86_64': ['qemu-system-x86'],
};

/**
 * Installs what is missing of these programs, by apt for root on Debian; elsewhere a Sentence says what to install.
 *
 * @param {(keyof typeof PACKAGES)[]} programs
 * @param {(line: string) => void} report
 */
export function ensurePrograms(programs, report) {
  const missing = programs.filter((program) => !onPath(program)).flatMap((program) => PACKAGES[program]);
  if (missing.length === 0) return;
  if (!canInstallWithApt()) {
    const names = missing.join(' and ');
    throw new Sentence(
      `The tests need ${names}; install what is missing (on Debian: apt-get install ${names.replaceAll(' and ', ' ')}) and try again.`,
    );
  }
  report(`installing ${missing.join(' and ')} ...`);
  installWithApt(missing);
}

/** @param {string} program */
function onPath(program) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => folder && existsSync(path.join(folder, program)));
}
