// @ts-check
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { LabClient } from '../../lab/client.mjs';
import { binFolder } from '../../start/build.mjs';
import { hold, temporaryFolder } from '../../start/ending.mjs';
import { Instance } from '../../start/instance.mjs';
import { Keeper } from '../../start/keeper.mjs';
import { descendants, until } from '../instance/processes.mjs';
import { ip, within } from '../namespaces/topology.mjs';
import { Relay } from './relay.mjs';

/** In a namespace of its own every port is free. */
const API_PORTS = [3000, 3001];
const RELAY_PORT = 4000;
/** The API keeps 128 MiB free for others, so it needs more than that. */
const DISK_BYTES = 1024 ** 3;

/** @typedef {'target' | 'load'} Role of a host */

/**
 * PostgreSQL, the API and two agents, each kept running by what keeps it in production, in network namespaces and on small file
 * systems of their own. The agents reach the API by way of a relay. Runs in the API's namespace.
 */
export class FaultLab {
  /** @param {import('../namespaces/topology.mjs').Topology} topology */
  constructor({ api, server, clients: [client = server] }) {
    this.places = { api, target: server, load: client };
    const { folder } = temporaryFolder('faults');
    this.folder = folder;
    const data = path.join(folder, 'api');
    this.disks = { api: data, postgres: path.join(data, 'postgres'), agent: path.join(folder, 'agent') };
    this.clockFile = path.join(folder, 'clock');
    const url = `http://${api.address}:${RELAY_PORT}`;
    Object.assign(process.env, {
      MILLIONRPS_URL: url,
      // Its network is of this machine.
      MILLIONRPS_INSECURE_HTTP: '1',
    });
    const settings = {
      port: API_PORTS[0] ?? 0,
      host: '0.0.0.0',
      data,
      databaseUrl: null,
      tls: false,
      hostConfig: null,
    };
    this.instance = new Instance(settings, () => {});
    this.relay = new Relay(API_PORTS.slice(0, 1));
    this.client = new LabClient(url, randomBytes(24).toString('base64url'));
    /** @type {import('./cells.ts').FaultKind['api']} */
    this.apiKind = 'one';
    /** @type {Keeper[]} */
    this.apis = [];
    /** @type {Partial<Record<Role, Keeper>>} */
    this.agents = {};
    /** @type {Record<Role, string>} */
    this.hostIds = { target: '', load: '' };
  }

  async start() {
    const { instance, relay, places } = this;
    // Above it there is to be room for a rule that drops packets of loopback.
    ip('-n', places.api.namespace, 'rule', 'add', 'pref', '100', 'lookup', 'local');
    ip('-n', places.api.namespace, 'rule', 'delete', 'pref', '0');
    for (const disk of Object.values(this.disks)) mountDisk(disk);
    mkdirSync(instance.logs);
    writeFileSync(this.clockFile, '+0');
    instance.adminToken = this.client.token;
    instance.secret = randomBytes(32).toString('base64url');
    hold(() => this.stop());
    await instance.prepareApi();
    instance.databaseUrl = await instance.startPostgres();
    await instance.migrate();
    await this.startApis('one');
    await relay.listen('0.0.0.0', RELAY_PORT);
    for (const role of /** @type {Role[]} */ (['target', 'load'])) await this.startAgent(role);
    await this.ready();
    return this;
  }

  /** @param {import('./cells.ts').FaultKind['api']} kind */
  async startApis(kind) {
    for (const api of this.apis.splice(0)) await api.stop();
    const ports = kind === 'two' ? API_PORTS : API_PORTS.slice(0, 1);
    this.apiKind = kind;
    for (const port of ports) {
      const api = this.instance.keep(`api-${port}`, () => {
        const described = this.instance.describeApi(this.client.url);
        const clock = kind === 'with-own-clock' ? ownClock(this.clockFile) : {};
        return { ...described, env: { ...described.env, PORT: String(port), ...clock } };
      });
      this.apis.push(api);
    }
    this.relay.ports = ports;
    await this.served();
  }

  /** Every replica serves. */
  async served() {
    for (const port of this.relay.ports)
      await until(`the API on port ${port} serves`, () => isOk(`http://127.0.0.1:${port}/api/v1/ready`));
  }

  /** @param {Role} role */
  async startAgent(role) {
    const data = role === 'target' ? this.disks.agent : path.join(this.folder, 'load-agent');
    const { token } = await this.client.call('POST', '/join-tokens');
    const args = ['--url', this.client.url, '--data', path.join(data, 'data'), '--name', `${role}-host`];
    const own = [path.join(binFolder, 'agent'), 'run', ...args, '--server-binary', path.join(binFolder, 'server')];
    const [command = '', ...rest] = within(this.places[role].namespace, [...own, '--exit-with-stdin']);
    mkdirSync(data, { recursive: true });
    const env = { ...process.env, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', MILLIONRPS_JOIN_TOKEN: token };
    const logFile = path.join(this.folder, `${role}-agent.log`);
    const keeper = new Keeper({
      name: role,
      logFile,
      describe: () => ({ command, args: rest, env }),
      report: () => {},
    });
    this.agents[role] = keeper;
    keeper.start();
    const host = await until(`the agent of the ${role}'s host is there`, async () => {
      const { hosts } = await this.client.call('GET', '/hosts');
      return hosts.find(({ name, status }) => name === `${role}-host` && status === 'ready');
    });
    this.hostIds[role] = host.id;
  }

  /** Both hosts take runs. @param {number} [withinMs] */
  async ready(withinMs = 60_000) {
    await this.served();
    await until('both hosts are ready', async () => (await this.hosts()).every(isFree), withinMs);
  }

  /** @returns {Promise<any[]>} as the API tells them; none while it does not answer */
  async hosts() {
    const ids = Object.values(this.hostIds);
    const { hosts = [] } = await this.client.call('GET', '/hosts').catch(() => ({}));
    const own = hosts.filter(({ id }) => ids.includes(id));
    return own.length === ids.length ? own : [{ name: 'the API', status: 'silent' }];
  }

  apiPid(at = 0) {
    return this.apis[at]?.child?.pid ?? 0;
  }

  /** @param {Role} role */
  agentPid(role) {
    return this.agents[role]?.child?.pid ?? 0;
  }

  /** Processes that an agent has started for a run: target or load tool. @param {Role} role */
  below(role) {
    const word = role === 'target' ? 'bin/server ' : ' volley ';
    return descendants(this.agentPid(role)).flatMap(({ pid, command }) => (command.includes(word) ? [pid] : []));
  }

  /** @param {string} sql @param {unknown[]} [values] @returns {Promise<any[]>} */
  async rows(sql, values = []) {
    const client = new pg.Client({ connectionString: this.instance.databaseUrl, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  async stop() {
    for (const agent of Object.values(this.agents)) await agent.stop();
    this.relay.stop();
    await this.instance.stop();
    for (const disk of Object.values(this.disks).reverse()) spawnSync('umount', ['--lazy', disk]);
  }
}

/** @param {{ status: string, runId?: string | null, dirtyReason?: string | null }} host */
const isFree = ({ status, runId, dirtyReason }) => status === 'ready' && runId === null && dirtyReason === null;

const isOk = (/** @type {string} */ url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Seen by this process and by what it starts, as `ip netns exec` gave it mounts of its own. @param {string} folder */
function mountDisk(folder) {
  mkdirSync(folder, { recursive: true });
  const options = `size=${DISK_BYTES},mode=755`;
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mounting a file system at ${folder}: ${stderr.trim()}`);
}

/** @param {string} file how far its clock is off, in seconds */
const ownClock = (file) => ({
  LD_PRELOAD: execFileSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).trim(),
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});
