// @ts-check
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { embeddedPrograms } from '../../postgres/binaries.mjs';
import { binFolder } from '../../start/build.mjs';
import { root } from '../../start/settings.mjs';
import { within } from '../namespaces/topology.mjs';
import { until } from './processes.mjs';

const AUTOCANNON = `${process.execPath},${path.join(root, 'node_modules/autocannon/autocannon.js')}`;

/** An agent that the test starts, kills and starts again as it likes; no supervisor keeps it. */
export class OwnAgent {
  /**
   * @param {import('../../lab/client.mjs').LabClient} client
   * @param {string} name
   * @param {{ program?: string, autocannon?: string, server?: string, namespace?: string | null, config?: string | null, services?: boolean }} [options] a network
   *   namespace to live in, its host's configuration file, and whether it is given the PostgreSQL that npm brings
   */
  constructor(client, name, options = {}) {
    const {
      program = path.join(binFolder, 'agent'),
      autocannon = AUTOCANNON,
      server = path.join(binFolder, 'server'),
      namespace = null,
      config = null,
      services = false,
    } = options;
    this.program = program;
    this.services = services;
    this.config = config;
    this.namespace = namespace;
    this.client = client;
    this.name = name;
    this.autocannon = autocannon;
    this.server = server;
    this.folder = mkdtempSync(path.join(tmpdir(), 'millionrps-agent-'));
    /** @type {import('node:child_process').ChildProcess | undefined} */
    this.child = undefined;
  }

  async start() {
    const { token } = await this.client.call('POST', '/join-tokens');
    const tool = this.autocannon ? ['--tool', `autocannon=${this.autocannon}`] : [];
    const args = [
      'run',
      '--url',
      this.client.url,
      '--data',
      this.folder,
      '--name',
      this.name,
      '--server-binary',
      this.server,
      ...tool,
      ...(this.services ? ['--backend', `postgresql=${embeddedPrograms()}`] : []),
      ...(this.config ? ['--config', this.config] : []),
    ];
    const own = [this.program, ...args];
    const command = this.namespace ? within(this.namespace, own) : own;
    this.child = spawn(command[0] ?? '', command.slice(1), {
      // An autocannon of the checkout is on the PATH of whoever runs the tests by npm.
      env: {
        ...process.env,
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        MILLIONRPS_JOIN_TOKEN: token,
        // Namespaces of this machine are its only network.
        MILLIONRPS_INSECURE_HTTP: '1',
      },
      // Its log is a file like another, for those who search its folder.
      stdio: ['ignore', 'ignore', openSync(path.join(this.folder, 'agent.log'), 'a')],
    });
    await until(`${this.name} is ready`, async () => (await this.host())?.status === 'ready');
    return this;
  }

  get pid() {
    return this.child?.pid ?? 0;
  }

  async host() {
    const { hosts } = await this.client.call('GET', '/hosts');
    return hosts.find((host) => host.name === this.name);
  }

  async kill(signal = /** @type {NodeJS.Signals} */ ('SIGKILL')) {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  async remove() {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
