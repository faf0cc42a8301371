// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { toolsFolder } from '../start/load-tools.mjs';
import { Sentence } from '../start/sentence.mjs';
import { canInstallWithApt, installWithApt } from './apt.mjs';
import { findProgram, lacking } from './programs.mjs';

/**
 * Programs that are taken out of their packages as root on Debian: to install them would start a public web server, now and at
 * each start of the machine. Until Debian 11 nginx was in nginx-light, and the package nginx was empty.
 */
const SERVERS = {
  nginx: { packages: ['nginx', 'nginx-light'], file: 'usr/sbin/nginx', tellsVersion: '-v' },
  caddy: { packages: ['caddy'], file: 'usr/bin/caddy', tellsVersion: 'version' },
};

/** The path of an nginx. @param {(line: string) => void} report */
export const ensureNginx = (report) => ensureServer('nginx', report);

/** The path of a Caddy. @param {(line: string) => void} report */
export const ensureCaddy = (report) => ensureServer('caddy', report);

/** @param {keyof typeof SERVERS} name @param {(line: string) => void} report */
function ensureServer(name, report) {
  const { packages, file, tellsVersion } = SERVERS[name];
  const folder = path.join(toolsFolder, name);
  const unpacked = path.join(folder, file);
  const found = findProgram(name) ?? (existsSync(unpacked) ? unpacked : undefined);
  if (found) return found;
  if (!canInstallWithApt()) throw lacking(packages.slice(-1));
  report(`unpacking ${name} ...`);
  const runs = () => spawnSync(unpacked, [tellsVersion]).status === 0;
  for (const one of packages) if (!existsSync(unpacked)) unpack(one, folder, () => !existsSync(unpacked) || runs());
  if (!runs()) throw new Sentence(`${unpacked} does not run; install ${name} yourself and try again.`);
  return unpacked;
}

/** @param {string} name @param {string} folder @param {() => boolean} isWhole */
function unpack(name, folder, isWhole) {
  mkdirSync(toolsFolder, { recursive: true });
  const downloads = mkdtempSync(path.join(toolsFolder, 'download-'));
  try {
    command('apt-get', ['-qq', 'update'], downloads);
    command('apt-get', ['-qq', 'download', name], downloads);
    const [file = ''] = readdirSync(downloads);
    command('dpkg-deb', ['-x', file, folder], downloads);
    if (!isWhole()) installWithApt(libraries(file, downloads));
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}

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
  throw new Sentence(
    `a web server cannot be unpacked: ${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`,
  );
}
