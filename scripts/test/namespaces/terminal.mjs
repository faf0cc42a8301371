// @ts-check
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { until } from '../instance/processes.mjs';
import { within } from './topology.mjs';

const CTRL_C = '\x03';

/** As each host of its own would have: /run is where a script keeps what it changed. */
const ON_ITS_OWN_HOST = 'mount --bind "$1" /run && cd "$2" && shift 2 && exec "$@"';

/** A terminal on one of the hosts, at which a person starts a script. */
export class Terminal {
  /**
   * @param {string} namespace
   * @param {string} folder of that host: its `run`, and where the script is started and leaves what it keeps
   * @param {string[]} command
   * @param {NodeJS.ProcessEnv} [env]
   */
  constructor(namespace, folder, command, env = {}) {
    const run = path.join(folder, 'run');
    mkdirSync(run, { recursive: true });
    const onHost = within(namespace, ['/bin/sh', '-c', ON_ITS_OWN_HOST, 'sh', run, folder, ...command]);
    // `script` gives it a terminal of its own, so that Ctrl-C is the kernel's, to everything in the foreground.
    this.child = spawn('script', ['--quiet', '--return', '--flush', '--command', quoted(onHost), '/dev/null'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, SHELL: '/bin/sh', ...env },
    });
    this.shown = '';
    this.child.stdout.setEncoding('utf8').on('data', (text) => (this.shown += text));
    /** @type {Promise<number | null>} */
    this.ended = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
  }

  get pid() {
    return this.child.pid ?? 0;
  }

  /** @param {string} text */
  async shows(text) {
    await until(`the terminal shows '${text}'`, () => {
      if (this.shown.includes(text)) return true;
      if (this.child.exitCode !== null) throw new Error(`it ended without '${text}':\n${this.shown}`);
      return false;
    });
  }

  /** A line, ahead of whoever reads it. @param {string} [text] */
  enter(text = '') {
    this.child.stdin.write(`${text}\r`);
  }

  ctrlC() {
    this.child.stdin.write(CTRL_C);
  }
}

/** @param {string[]} command */
const quoted = (command) => command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
