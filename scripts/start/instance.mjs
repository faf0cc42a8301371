// @ts-check
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inData } from '../../api/platform/data-folders.mjs';
import { copyBeforeUpgrade } from '../backup/before-upgrade.mjs';
import { admitApi } from '../postgres/api-role.mjs';
import { embeddedPrograms } from '../postgres/binaries.mjs';
import { startPostgres } from '../postgres.mjs';
import { runPrisma } from '../prisma.mjs';
import { chooseApiAccount, chooseWebAccount } from './accounts.mjs';
import { API_ARGS } from './api-command.mjs';
import { asApi, requireReadable, unusedAwsFiles } from './api-rights.mjs';
import { answerApi } from './asked.mjs';
import { binFolder, programsFolder, webServer } from './build.mjs';
import { freePort } from './checks.mjs';
import { ownFolder, prepareDataFolders } from './data-folders.mjs';
import { Keeper } from './keeper.mjs';
import { toolFlags } from './load-tools.mjs';
import { processStartTicks } from './owner.mjs';
import { Sentence } from './sentence.mjs';
import { adminTokenFile, instanceFile, root, signInCommand } from './settings.mjs';

const READY_WITHIN_MS = 60_000;
const POSTGRES_RESTART_MS = 200;
/** Of a program that a setting keeps from starting; its last line says which. */
const EXIT_SETTING = 2;

/** Postgres, API, web and the local agent as one: started in order, kept running, stopped in the opposite order. */
export class Instance {
  /**
   * @param {import('./settings.mjs').Settings} settings
   * @param {(line: string) => void} report
   */
  constructor(settings, report) {
    this.settings = settings;
    this.report = report;
    const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
    this.url = `${settings.tls ? 'https' : 'http'}://${host}:${settings.port}`;
    /** Where its own parts call it: on loopback they need not check a certificate. */
    this.callUrl = this.url;
    /** @type {number | null} */
    this.insidePort = null;
    this.logs = path.join(settings.data, 'logs');
    this.stopping = false;
    this.announced = false;
    /** @type {Keeper[]} */
    this.keepers = [];
  }

  async start() {
    this.webAccount = await chooseWebAccount(this.settings.data);
    ownFolder(this.logs);
    await this.prepareApi();
    this.adminToken = process.env.MILLIONRPS_ADMIN_TOKEN || keptSecret(adminTokenFile(this.settings.data));
    this.secret = keptSecret(path.join(this.settings.data, 'session-secret'));
    this.databaseUrl = this.settings.databaseUrl ?? (await this.startPostgres());
    await this.migrate();
    const webPort = await freePort();
    if (this.settings.tls) {
      this.insidePort = await freePort();
      this.callUrl = `http://127.0.0.1:${this.insidePort}`;
    }
    this.keep('web', () => this.describeWeb(webPort));
    const api = this.keep('api', () => this.describeApi(`http://127.0.0.1:${webPort}`));
    await this.until(api, 'the API', async () => (await fetch(`${this.callUrl}/api/v1/ready`)).ok);
    // It serves all the same: that its files cannot go where they should, for one.
    const { reason } = await (await fetch(`${this.callUrl}/api/v1/ready`)).json();
    if (reason) this.report(reason);
    await this.until(this.keepers[0], 'the web app', async () => (await fetch(`${this.callUrl}/sign-in`)).ok);
    const joining = await this.makeJoinToken();
    const agent = this.keep('agent', () => this.describeAgent(joining));
    await this.until(agent, 'the agent', async () =>
      (await this.call('GET', '/api/v1/hosts')).hosts.some((h) => h.status !== 'offline'),
    );
    this.announced = true;
    writeFileSync(
      instanceFile(this.settings.data),
      JSON.stringify({
        pid: process.pid,
        startTicks: processStartTicks(process.pid),
        url: this.url,
        callUrl: this.callUrl,
      }),
      { mode: 0o600 },
    );
    return this.signInLink();
  }

  /** For the agent of this machine, if it still has to join. An unused one of the start before is revoked. */
  async makeJoinToken() {
    const file = path.join(this.settings.data, 'join-token-id');
    const before = existsSync(file) ? contentOf(file).trim() : '';
    const { tokens } = await this.call('GET', '/api/v1/join-tokens');
    if (tokens.some(({ id }) => id === before)) await this.call('DELETE', `/api/v1/join-tokens/${before}`);
    const made = await this.call('POST', '/api/v1/join-tokens');
    writeFileSync(file, `${made.id}\n`, { mode: 0o600 });
    return made;
  }

  /** Whom the API runs as, and what that user gets of root's. */
  async prepareApi() {
    const { data, port } = this.settings;
    const account = await chooseApiAccount(data, inData(data, 'blobs'));
    this.apiStart = asApi(account, port);
    if (account) await requireReadable(account, process.env, data);
    prepareDataFolders(data, account, this.report);
    const unused = account && unusedAwsFiles(account, process.env);
    if (unused) this.report(unused);
  }

  /** Null when another administrator has disabled the one that links sign in. */
  async signInLink() {
    const { status, body } = await this.ask('POST', '/api/v1/sign-in-links');
    if (status === 409) return null;
    if (status !== 201) throw new Error(`making a sign-in link was answered with ${status}: ${body}`);
    return JSON.parse(body).url;
  }

  /** @returns {Promise<string>} */
  async startPostgres(port) {
    const lines = /** @type {string[]} */ ([]);
    const postgres = await startPostgres({
      dataDir: path.join(this.settings.data, 'postgres'),
      port,
      onExit: () => this.restartPostgres(postgres.port),
      log: (line) => lines.push(line) > 50 && lines.shift(),
    });
    this.postgres = postgres;
    return postgres.url;
  }

  /** On the port it had: everything that is connected comes back by itself. */
  async restartPostgres(port) {
    while (!this.stopping) {
      this.report('PostgreSQL ended and is started again');
      try {
        await this.startPostgres(port);
        return;
      } catch (error) {
        this.report(`PostgreSQL did not start: ${error.message}`);
        await sleep(POSTGRES_RESTART_MS * 5);
      }
    }
  }

  async migrate() {
    const { data, upgradeCopies: kept } = this.settings;
    await copyBeforeUpgrade({ url: this.databaseUrl, data, report: this.report, kept });
    const { status, output } = await runPrisma(['migrate', 'deploy'], { databaseUrl: this.databaseUrl, capture: true });
    if (status !== 0)
      throw new Sentence(
        `The database cannot be brought up to date:\n${output.trim().split('\n').slice(-12).join('\n')}`,
      );
    this.apiDatabaseUrl = this.settings.databaseUrl ?? (await admitApi(this.databaseUrl));
  }

  keep(name, describe) {
    const keeper = new Keeper({ name, logFile: path.join(this.logs, `${name}.log`), describe, report: this.report });
    this.keepers.push(keeper);
    keeper.start();
    return keeper;
  }

  describeWeb(port) {
    const env = {
      ...ofAnyProgram(),
      // It keeps nothing, and its user may have no home.
      HOME: '/nonexistent',
      PORT: String(port),
      HOSTNAME: '127.0.0.1',
      API_URL: this.callUrl,
      SIGN_IN_COMMAND: signInCommand(this.settings),
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    };
    const preload = path.join(import.meta.dirname, 'exit-with-parent.mjs');
    const [command, args, cwd] = [process.execPath, ['--import', preload, webServer], path.dirname(webServer)];
    return { command, args, env, cwd, account: this.webAccount };
  }

  describeApi(webUrl) {
    const { port, host, data } = this.settings;
    const { prefix, account } = this.apiStart;
    const ownPrograms = Boolean(process.env.MILLIONRPS_PROGRAMS);
    const env = {
      ...process.env,
      ...(process.getuid?.() === 0 && { HOME: '/nonexistent' }),
      NODE_ENV: 'production',
      DATABASE_URL: this.apiDatabaseUrl,
      PORT: String(port),
      HOST: host,
      WEB_URL: webUrl,
      ...(this.insidePort !== null && { INSIDE_HOST: '127.0.0.1', INSIDE_PORT: String(this.insidePort) }),
      MILLIONRPS_URL: process.env.MILLIONRPS_URL || this.url,
      MILLIONRPS_DATA: data,
      // Programs of one's own are handed out as they are.
      ...(!ownPrograms && { MILLIONRPS_PROGRAMS: programsFolder }),
      MILLIONRPS_STARTER: ownPrograms ? 'read' : 'build,read',
      MILLIONRPS_SECRET: this.secret,
      MILLIONRPS_ADMIN_TOKEN: this.adminToken,
    };
    const [command = '', ...args] = [...prefix, process.execPath, ...API_ARGS];
    return { command, args, env, cwd: root, account, answer: (question) => answerApi(question, data) };
  }

  /** @param {{ token: string, fingerprint: string | null }} joining fingerprint: of a certificate that signs itself */
  describeAgent({ token, fingerprint }) {
    const args = [
      'run',
      '--url',
      // A certificate of an authority is for a name, which this machine may not resolve.
      ...(this.settings.tls && fingerprint ? [this.url, '--fingerprint', fingerprint] : [this.callUrl]),
      '--data',
      path.join(this.settings.data, 'agent'),
      '--name',
      hostname(),
      '--server-binary',
      path.join(binFolder, 'server'),
      ...toolFlags(),
      ...backendFlags(),
      ...(this.settings.hostConfig ? ['--config', this.settings.hostConfig] : []),
      '--exit-with-stdin',
      '--beside-instance',
    ];
    return {
      command: path.join(binFolder, 'agent'),
      args,
      env: { ...withoutSecrets(), MILLIONRPS_JOIN_TOKEN: token },
    };
  }

  /** Asks until it is so; a process that keeps ending instead is reported with the end of its log. */
  async until(keeper, what, isSo) {
    const endsMs = Date.now() + READY_WITHIN_MS;
    while (!(await isSo().catch(() => false))) {
      if (this.stopping) throw new Sentence('stopped while starting');
      if (keeper.exitCode === EXIT_SETTING) throw new Sentence(keeper.lastLines(1).replace(/^millionrps api: /, ''));
      if (keeper.restarts > 3 || Date.now() > endsMs) {
        throw new Sentence(`${what} did not come up; the end of ${keeper.logFile}:\n${keeper.lastLines()}`);
      }
      await sleep(50);
    }
  }

  async ask(method, route) {
    const reply = await fetch(this.callUrl + route, {
      method,
      headers: { authorization: `Bearer ${this.adminToken}` },
    });
    return { status: reply.status, body: await reply.text() };
  }

  async call(method, route) {
    const { status, body } = await this.ask(method, route);
    if (status >= 300) throw new Error(`${method} ${route} answered ${status}: ${body}`);
    return body === '' ? null : JSON.parse(body);
  }

  async stop() {
    this.stopping = true;
    if (this.announced) rmSync(instanceFile(this.settings.data), { force: true });
    for (const keeper of [...this.keepers].reverse()) await keeper.stop();
    await this.postgres?.stop();
  }
}

/** What the web app reads of the environment besides what it is told: no secret, however it is called. */
function ofAnyProgram() {
  const read = /^(PATH|TZ|LANG|LC_\w+|NODE_OPTIONS|KEEP_ALIVE_TIMEOUT)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => read.test(name)));
}

/** The environment of a process that has no business with the database, or with AWS. */
function withoutSecrets() {
  const { DATABASE_URL: _url, MILLIONRPS_ADMIN_TOKEN: _token, ...rest } = process.env;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('AWS_')));
}

/** readFileSync's EISDIR has no path; add it. @param {string} file */
function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw Object.assign(error, { path: file });
  }
}

/** A random secret that is made once and kept for its owner alone. */
function keptSecret(file) {
  const kept = existsSync(file) ? contentOf(file).trim() : '';
  if (kept) return kept;
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(`${file}.partial`, secret, { mode: 0o600 });
  renameSync(`${file}.partial`, file);
  return secret;
}

/** Runs over a database start PostgreSQLs of their own, of the programs that the embedded one has. @returns {string[]} */
function backendFlags() {
  const folder = embeddedPrograms();
  return folder ? ['--backend', `postgresql=${folder}`] : [];
}
