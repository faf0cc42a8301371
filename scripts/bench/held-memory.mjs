// @ts-check
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../start/ending.mjs';
import { until } from '../test/instance/processes.mjs';

const BYTES_PER_MB = 1024 * 1024;

/**
 * What a process of an instance holds once its garbage is collected. A Node process lets garbage pile up while there is
 * room, so its resident memory alone cannot tell a leak from idleness.
 */
export class HeldMemory {
  constructor() {
    this.folder = path.join(temporaryFolder('bench').folder, 'held');
    mkdirSync(this.folder);
    // Where root starts the instance, the API is another user.
    chmodSync(this.folder, 0o1777);
    const preload = pathToFileURL(path.join(import.meta.dirname, 'tell-held-memory.mjs'));
    /** For the instance to be started with. */
    this.env = {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`.trim(),
      MILLIONRPS_BENCH_FOLDER: this.folder,
    };
  }

  /** @param {number} pid @returns {Promise<number>} */
  async readMb(pid) {
    const file = path.join(this.folder, `held-${pid}`);
    rmSync(file, { force: true });
    process.kill(pid, 'SIGUSR2');
    await until('collecting garbage', () => existsSync(file), 10_000);
    return Number(readFileSync(file, 'utf8')) / BYTES_PER_MB;
  }
}
