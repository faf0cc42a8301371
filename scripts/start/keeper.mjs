// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { answerLines } from './answer-lines.mjs';

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 5_000;
const STEADY_MS = 10_000;
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * Keeps a process running: one that ends is started again, after a pause that doubles while it keeps ending at once.
 * Children are in process groups of their own, so that Ctrl-C reaches only the supervisor, which decides the order.
 */
export class Keeper {
  /**
   * @param {object} options
   * @param {string} options.name
   * @param {string} options.logFile
   * @param {() => { command: string, args: string[], env: NodeJS.ProcessEnv, cwd?: string, account?: import('../postgres/account.mjs').Account, answer?: (question: unknown) => Promise<object | null> }} options.describe answer: to what the process asks by its file descriptor 3
   * @param {(line: string) => void} options.report
   */
  constructor({ name, logFile, describe, report }) {
    this.name = name;
    this.logFile = logFile;
    this.describe = describe;
    this.report = report;
    this.stopping = false;
    this.delayMs = FIRST_DELAY_MS;
    this.restarts = 0;
    /** Of the process that ended last. @type {number | null} */
    this.exitCode = null;
    /** @type {import('node:child_process').ChildProcess | null} */
    this.child = null;
    /** @type {NodeJS.Timeout | undefined} */
    this.timer = undefined;
  }

  start() {
    const { command, args, env, cwd, account, answer } = this.describe();
    const startedMs = Date.now();
    rotate(this.logFile);
    const log = openSync(this.logFile, 'a', 0o600);
    // The pipes end with this process, however it ends: children watch one of them.
    const pipes = /** @type {const} */ (answer ? ['pipe', log, log, 'pipe'] : ['pipe', log, log]);
    const child = spawn(command, args, { ...account, cwd, env, detached: true, stdio: [...pipes] });
    closeSync(log);
    this.child = child;
    child.stdin?.on('error', () => {});
    const channel = /** @type {import('node:net').Socket | undefined} */ (child.stdio[3]);
    if (answer && channel) void answerLines(channel, answer);
    // A program that cannot be started never exits.
    child.once('error', (error) => child.pid === undefined && this.ended(startedMs, error.message));
    child.once('exit', (code, signal) => {
      this.exitCode = code;
      this.ended(startedMs, signal ?? `status ${code}`);
    });
  }

  ended(startedMs, how) {
    this.child = null;
    if (this.stopping) return;
    this.delayMs = Date.now() - startedMs > STEADY_MS ? FIRST_DELAY_MS : Math.min(this.delayMs * 2, LONGEST_DELAY_MS);
    this.restarts += 1;
    // Told only once it is so: whoever waits for a first start gives up before where a setting is refused.
    this.timer = setTimeout(() => {
      this.report(`${this.name} ended (${how}) and is started again; its log is ${this.logFile}`);
      this.start();
    }, this.delayMs);
  }

  /** Ends the process by SIGTERM, after `graceMs` by SIGKILL; resolves when it is gone. */
  async stop(graceMs = 10_000) {
    this.stopping = true;
    clearTimeout(this.timer);
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await gone;
    clearTimeout(timer);
  }

  lastLines(count = 8) {
    try {
      return readFileSync(this.logFile, 'utf8').trim().split('\n').slice(-count).join('\n');
    } catch {
      return '';
    }
  }
}

/** One predecessor is kept. */
function rotate(file) {
  try {
    if (statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  } catch {
    // There is no log yet.
  }
}
