// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { toolsFolder } from '../start/load-tools.mjs';
import { Sentence } from '../start/sentence.mjs';
import { canInstallWithApt, installWithApt } from './apt.mjs';
import { findProgram, lacking } from './programs.mjs';

/**
 * The path of an nginx. As root on Debian the program is taken out of its package: to install that would start a public web
 * server, now and at each start of the machine.
 *
 * @param {(line: string) => void} report
 */
export function ensureNginx(report) {
  const folder = path.join(toolsFolder, 'nginx');
  const unpacked = path.join(folder, 'usr/sbin/nginx');
  const found = findProgram('nginx') ?? (existsSync(unpacked) ? unpacked : undefined);
  if (found) return found;
  if (!canInstallWithApt()) throw lacking(['nginx-light']);
  report('unpacking nginx ...');
  // Until Debian 11 the program was in nginx-light, and nginx was empty.
  for (const name of ['nginx', 'nginx-light']) if (!existsSync(unpacked)) unpack(name, folder, unpacked);
  if (!runs(unpacked)) throw new Sentence(`${unpacked} does not run; install nginx yourself and try again.`);
  return unpacked;
}

/** @param {string} name @param {string} folder @param {string} unpacked */
function unpack(name, folder, unpacked) {
  mkdirSync(toolsFolder, { recursive: true });
  const downloads = mkdtempSync(path.join(toolsFolder, 'download-'));
  try {
    command('apt-get', ['-qq', 'update'], downloads);
    command('apt-get', ['-qq', 'download', name], downloads);
    const [file = ''] = readdirSync(downloads);
    command('dpkg-deb', ['-x', file, folder], downloads);
    if (existsSync(unpacked) && !runs(unpacked)) installWithApt(libraries(file, downloads));
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}

/** @param {string} program */
const runs = (program) => spawnSync(program, ['-v']).status === 0;

/** Those that the package depends on; without the modules of nginx, which are no libraries. @param {string} file @param {string} cwd */
const libraries = (file, cwd) =>
  command('dpkg-deb', ['-f', file, 'Depends'], cwd)
    .split(',')
    .map((one) => one.trim().split(/[ |(:]/)[0] ?? '')
    .filter((name) => name.startsWith('lib') && !name.startsWith('libnginx'));

/** @param {string} program @param {string[]} args @param {string} cwd */
function command(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Sentence(`nginx cannot be unpacked: ${program} ${args[1]}: ${error?.message ?? stderr.trim()}`);
}
