// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../instance/processes.mjs';
import { findProgram } from '../programs.mjs';

/** What a small Linux has: a shell, curl and a few tools. */
const PROGRAMS = [
  'dash',
  'curl',
  'cat',
  'chmod',
  'id',
  'kill',
  'ls',
  'mktemp',
  'mv',
  'rm',
  'sed',
  'sha256sum',
  'sleep',
  'uname',
];
export const USER = { id: 1000, home: '/home/someone' };

/**
 * A machine as far as an agent sees: a root file system of its own with little in it, and processes of its own. Its network is this machine's
 * loopback. No systemd runs in it.
 */
export class OwnRoot {
  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), 'millionrps-root-'));
    chmodSync(this.folder, 0o755);
    /** @type {import('node:child_process').ChildProcess | null} */
    this.first = null;
    this.firstPid = 0;
    for (const folder of [
      'bin',
      'etc',
      'proc',
      'sys',
      'dev',
      'run',
      'tmp',
      'root',
      'usr/local/lib',
      'var/lib',
      'home/someone',
    ])
      mkdirSync(path.join(this.folder, folder), { recursive: true });
    chmodSync(path.join(this.folder, 'tmp'), 0o1777);
    execFileSync('chown', [String(USER.id), path.join(this.folder, USER.home)]);
    writeFileSync(
      path.join(this.folder, 'etc/passwd'),
      `root:x:0:0::/root:/bin/sh\nsomeone:x:${USER.id}:${USER.id}::${USER.home}:/bin/sh\n`,
    );
    for (const program of PROGRAMS) this.bring(program);
    copyFileSync(path.join(this.folder, 'bin/dash'), path.join(this.folder, 'bin/sh'));
  }

  /** Copies a program with the libraries that it loads. @param {string} program */
  bring(program) {
    const found = findProgram(program);
    if (!found) throw new Error(`${program} is not installed`);
    copyFileSync(found, path.join(this.folder, 'bin', program));
    for (const [library] of execFileSync('ldd', [found], { encoding: 'utf8' }).matchAll(/\/\S+\.so\S*/g)) {
      const copy = path.join(this.folder, library);
      mkdirSync(path.dirname(copy), { recursive: true });
      if (!existsSync(copy)) copyFileSync(library, copy);
    }
  }

  /** Switches it on. Its processes end with their first one. */
  async boot() {
    const script = [
      'mount --make-rprivate /',
      'mount -t proc proc "$0/proc"',
      'mount --rbind /sys "$0/sys"',
      'mount --bind /dev "$0/dev"',
      'exec chroot "$0" /bin/sleep 100000',
    ].join(' && ');
    this.first = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, this.folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const unshare = this.first.pid;
    await until('the root file system is entered', () => {
      const children = readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8').trim();
      this.firstPid = Number(children.split(' ')[0] || 0);
      return this.firstPid > 0 && readFileSync(`/proc/${this.firstPid}/comm`, 'utf8').trim() === 'sleep';
    });
    return this;
  }

  /** All at once, as when the power is cut; the files stay. */
  async cutPower() {
    const { first } = this;
    if (!first) return;
    const gone = new Promise((resolve) => first.once('exit', resolve));
    process.kill(this.firstPid, 'SIGKILL');
    await gone;
    this.first = null;
  }

  /**
   * Runs a line of shell in it.
   *
   * @param {string} line
   * @param {{ user?: boolean, shell?: string, input?: string }} [options] user: as an ordinary one
   * @returns {Promise<{ status: number | null, output: string }>}
   */
  run(line, { user = false, shell = '/bin/sh', input = '' } = {}) {
    const as = user ? ['-S', String(USER.id), '-G', String(USER.id)] : [];
    const environment = ['PATH=/bin', `HOME=${user ? USER.home : '/root'}`];
    const inside = ['-t', String(this.firstPid), '-m', '-p', '-r', '-w', ...as, '--'];
    const child = spawn('nsenter', [...inside, shell, '-c', `export ${environment.join(' ')}; cd /; ${line}`], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {},
    });
    child.stdin.end(input);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    // What is started in the background keeps the pipes open, so the end of the shell counts.
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (status) => setTimeout(() => resolve({ status, output }), 50));
    });
  }

  /** Every file in it, each with what it is. What the kernel shows is left out. */
  listing() {
    const all = /** @type {string[]} */ ([]);
    const walk = (/** @type {string} */ folder) => {
      for (const name of readdirSync(path.join(this.folder, folder)).sort()) {
        const file = path.join(folder, name);
        const { mode, size } = lstatSync(path.join(this.folder, file));
        const isFolder = (mode & 0o170000) === 0o040000;
        all.push(`${file} ${mode.toString(8)} ${isFolder ? '' : size}`);
        if (isFolder && !['/proc', '/sys', '/dev'].includes(file)) walk(file);
      }
    };
    walk('/');
    return all;
  }

  /** @param {string} file */
  file(file) {
    return path.join(this.folder, file);
  }

  /** Command lines and environments of everything that runs in it. */
  processes() {
    const own = namespaceOf(this.firstPid);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && namespaceOf(Number(name)) === own)
      .flatMap((name) => {
        try {
          return [
            { pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() },
          ];
        } catch {
          return [];
        }
      });
  }

  async remove() {
    await this.cutPower();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @param {number} pid */
function namespaceOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return null;
  }
}
