// @ts-check
import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { startInstance } from '../../lab/borrow.mjs';
import { LabClient } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { OwnAgent } from '../instance/own-agent.mjs';
import { until } from '../instance/processes.mjs';
import { Guest } from './guest.mjs';

export const GUEST_DATA = '/data/agent';
/** Short, so that the agent that is cut off lets go soon; long enough for a machine that is busy emulating. */
const LEASE_SECONDS = '16';
const GUEST_NAME = 'the-guest';

/**
 * A real instance beside a guest: the guest's agent is the host of the target, an agent outside drives the load at it.
 */
export class RealInstance {
  /** @type {Guest} */ guest;
  /** @type {LabClient} */ client;
  /** As hosts reach it. @type {string} */ url;
  /** @type {OwnAgent} */ outside;
  /** @type {import('./guest-process.mjs').GuestProcess} */ agent;
  /** @type {Awaited<ReturnType<typeof startInstance>>} */ instance;

  /**
   * @param {import('./lab.mjs').Lab} lab
   * @param {(line: string) => void} report
   * @param {{ guest?: ConstructorParameters<typeof Guest>[1], tls?: boolean }} [options]
   */
  async start(lab, report, { guest = {}, tls = false } = {}) {
    const { folder, network } = lab;
    const data = mkdtempSync(path.join(folder, 'instance-'));
    // Its database does not run as root.
    for (const entered of [folder, data]) chmodSync(entered, 0o755);
    const port = String(await freePort(network.hostAddress));
    const url = `${tls ? 'https' : 'http'}://${network.hostAddress}:${port}`;
    this.guest = new Guest(lab, guest);
    const booted = this.guest.boot();
    booted.catch(() => {});
    this.instance = await startInstance(report, {
      ...process.env,
      DATABASE_URL: '',
      MILLIONRPS_ADMIN_TOKEN: '',
      MILLIONRPS_DATA: data,
      HOST: '0.0.0.0',
      PORT: port,
      MILLIONRPS_URL: url,
      // The guest's network is of this machine.
      ...(tls ? { MILLIONRPS_TLS: 'self-signed' } : { MILLIONRPS_INSECURE_HTTP: '1' }),
      MILLIONRPS_LEASE_SECONDS: LEASE_SECONDS,
    });
    await booted;
    this.url = url;
    this.client = tls ? this.instance.client : new LabClient(url, this.instance.client.token);
    this.outside = new OwnAgent(this.client, 'outside');
    await Promise.all([this.outside.start(), this.startAgent()]);
    return this;
  }

  /** Starts the guest's agent, for the first time or again after it was killed, and waits until its host is ready. */
  async startAgent() {
    const { token, fingerprint } = await this.client.call('POST', '/join-tokens');
    const pin = fingerprint ? ` --fingerprint ${fingerprint}` : '';
    const command = `agent run --url ${this.url}${pin} --data ${GUEST_DATA} --name ${GUEST_NAME} --server-binary /usr/bin/server`;
    this.agent = await this.guest.start(command, {
      MILLIONRPS_JOIN_TOKEN: token,
      MILLIONRPS_INSECURE_HTTP: '1',
    });
    await until('the guest is ready', async () => (await this.host())?.status === 'ready');
  }

  async host() {
    const { hosts } = await this.client.call('GET', '/hosts');
    return hosts.find((host) => host.name === GUEST_NAME);
  }

  async stop() {
    await this.outside?.remove();
    await this.instance?.release?.();
    await this.guest?.cutPower();
  }
}
