// @ts-check
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startInstance } from '../../lab/borrow.mjs';
import { freePort } from '../../start/checks.mjs';
import { startAwsEmulator } from '../aws-emulator.mjs';
import { servePrograms } from '../enrol/served-programs.mjs';
import { until } from '../instance/processes.mjs';
import { Guest, labOfThisSuite } from './guest.mjs';

/** The guest idles most of the time: emulated CPUs wake each other at a cost. */
const CPUS = 2;

/** A guest that systemd has booted, and an instance that it reaches over TLS and that an emulator of AWS serves. */
class SystemdHost {
  /** @type {Guest} */ guest;
  /** @type {Awaited<ReturnType<typeof startInstance>>} */ instance;
  /** @type {Awaited<ReturnType<typeof startAwsEmulator>>} */ aws;
  /** Where the programs lie that the instance hands out. @type {string} */ served;

  async start() {
    const lab = labOfThisSuite();
    const folder = mkdtempSync(path.join(lab.folder, 'systemd-'));
    const data = path.join(folder, 'data');
    mkdirSync(data);
    // Its database does not run as root.
    for (const entered of [lab.folder, folder, data]) chmodSync(entered, 0o755);
    this.served = servePrograms(path.join(folder, 'programs'));
    this.guest = new Guest(lab, { cpus: CPUS, disk: lab.debian });
    const booted = this.guest.boot();
    booted.catch(() => {});
    this.aws = await startAwsEmulator();
    const port = String(await freePort(lab.network.hostAddress));
    this.instance = await startInstance(() => {}, {
      ...process.env,
      ...this.aws.env,
      DATABASE_URL: '',
      MILLIONRPS_ADMIN_TOKEN: '',
      MILLIONRPS_DATA: data,
      MILLIONRPS_PROGRAMS: path.join(folder, 'programs'),
      MILLIONRPS_TLS: 'self-signed',
      MILLIONRPS_URL: `https://${lab.network.hostAddress}:${port}`,
      HOST: '0.0.0.0',
      PORT: port,
    });
    await booted;
    await this.isUp();
  }

  /** Resolves with what systemd says once everything has started that starts with the host. */
  async isUp() {
    return (await this.guest.try('systemctl is-system-running --wait', { withinSeconds: 240 })).output.trim();
  }

  async reboot() {
    await this.guest.rebootInOrder();
    return this.isUp();
  }

  get client() {
    return this.instance.client;
  }

  /** @param {string} name */
  async hostNamed(name) {
    return (await this.client.call('GET', '/hosts')).hosts.find((host) => host.name === name);
  }

  /** Resolves with the host once it takes runs, and is as asked for. @param {string} name @param {(host: any) => boolean} [isSo] */
  ready(name, isSo = () => true) {
    return until(
      `${name} is ready`,
      async () => {
        const host = await this.hostNamed(name);
        return host?.status === 'ready' && !host.upgrading && isSo(host) ? host : null;
      },
      90_000,
    );
  }

  /** Properties of a unit, as systemd shows them. @param {string} unit @param {string[]} properties */
  async shown(unit, properties) {
    const lines = await this.guest.run(`systemctl show ${unit} --property=${properties.join(',')}`);
    return Object.fromEntries(
      lines
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  }

  async stop() {
    await this.instance?.release?.();
    await this.aws?.stop();
    await this.guest?.cutPower();
  }
}

/** One for all tests of systemd: it boots for longer than many a test takes. */
export const host = new SystemdHost();

beforeAll(() => host.start(), 300_000);
afterAll(() => host.stop());
