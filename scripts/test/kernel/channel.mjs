// @ts-check
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{ status: number, output: string, errors: string }} Result status: 137 when its time was up */

/** How much longer than its own limit a command may take on the way: emulated CPUs are slow. */
const GRACE_MS = 15_000;

/** One shell of the guest, at the other end of a virtio serial port. It does one command at a time. */
export class Channel {
  #next = 1;
  #line = /** @type {(line: string) => void} */ (() => {});

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.socket = socket;
    this.broken = /** @type {Error | null} */ (null);
    createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => this.#line(line));
    socket.on('error', () => {});
  }

  /** Connects as soon as qemu listens, long before the guest opens its end. @param {string} file the port's socket */
  static async open(file, withinMs = 10_000) {
    for (const endsMs = Date.now() + withinMs; ; await sleep(20)) {
      try {
        return new Channel(await connected(file));
      } catch (error) {
        if (Date.now() > endsMs) throw error;
      }
    }
  }

  /** Resolves once the guest's shell says that it is there. */
  /** A guest with systemd and cloud-init boots for a minute and a half on a busy machine. */
  ready(withinMs = 240_000) {
    return this.#answer((line) => line === 'ready', 'the guest did not boot', withinMs);
  }

  /** @param {string} script for busybox's sh @param {number} withinSeconds @returns {Promise<Result>} */
  async run(script, withinSeconds) {
    const id = `c${this.#next++}`;
    const answered = this.#answer(
      (line) => line.startsWith(`${id} `),
      `the guest did not answer to: ${script}`,
      withinSeconds * 1000 + GRACE_MS,
    );
    this.socket.write(`${id} ${withinSeconds} ${Buffer.from(script).toString('base64')}\n`);
    const [, status, output = '', errors = ''] = (await answered).split(' ');
    return { status: Number(status), output: decoded(output), errors: decoded(errors) };
  }

  close() {
    this.socket.destroy();
  }

  /** @returns {Promise<string>} */
  #answer(fits, complaint, withinMs) {
    return new Promise((resolve, reject) => {
      const fail = (/** @type {string} */ why) => {
        this.broken = new Error(`${complaint} (${why})`);
        settle(() => reject(this.broken));
      };
      const timer = setTimeout(() => fail(`waited ${withinMs / 1000} s`), withinMs);
      const ended = () => fail('the guest is gone');
      const settle = (/** @type {() => void} */ how) => {
        clearTimeout(timer);
        this.socket.off('close', ended);
        this.#line = () => {};
        how();
      };
      this.#line = (line) => fits(line) && settle(() => resolve(line));
      this.socket.once('close', ended);
      if (this.socket.destroyed) ended();
    });
  }
}

const decoded = (/** @type {string} */ word) => Buffer.from(word.slice(1), 'base64').toString('utf8');

/** @returns {Promise<import('node:net').Socket>} */
function connected(file) {
  return new Promise((resolve, reject) => {
    const socket = connect(file);
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}
