// @ts-check
import { randomBytes } from 'node:crypto';
import { openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { admitApi } from '../../postgres/api-role.mjs';
import { startPostgres } from '../../postgres.mjs';
import { runPrisma } from '../../prisma.mjs';
import { API_ARGS } from '../../start/api-command.mjs';
import { build } from '../../start/build.mjs';
import { freePort } from '../../start/checks.mjs';
import { hold, spawnHeld } from '../../start/ending.mjs';
import { Sentence } from '../../start/sentence.mjs';
import { root } from '../../start/settings.mjs';

const READY_WITHIN_MS = 60_000;

/** A PostgreSQL with an empty, migrated database; `apiUrl` is for the API, as an instance has it. @param {string} folder */
export async function startDatabase(folder) {
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  hold(postgres.stop);
  const { status, output } = await runPrisma(['migrate', 'deploy'], { databaseUrl: postgres.url, capture: true });
  if (status !== 0) throw new Error(output);
  return { ...postgres, apiUrl: await admitApi(postgres.url) };
}

/**
 * Processes of the API on one database, with the same secrets and one folder of files: replicas.
 *
 * @typedef {{ url: string, pid: number, logFile: string, kill: () => Promise<void> }} Replica
 */
export class Replicas {
  /** @param {{ folder: string, databaseUrl: string, env?: NodeJS.ProcessEnv }} options */
  constructor({ folder, databaseUrl, env = {} }) {
    this.folder = folder;
    this.token = randomBytes(24).toString('base64url');
    this.env = {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      MILLIONRPS_DATA: folder,
      MILLIONRPS_SECRET: randomBytes(32).toString('base64url'),
      MILLIONRPS_ADMIN_TOKEN: this.token,
      LOG_LEVEL: 'warn',
      ...env,
    };
  }

  /** @param {number} [port] @returns {Promise<Replica>} */
  async start(port) {
    await build({ report: () => {}, web: false, go: false });
    const asked = port ?? (await freePort());
    const url = `http://127.0.0.1:${asked}`;
    const logFile = path.join(this.folder, `api-${asked}.log`);
    const log = openSync(logFile, 'a');
    const env = { ...this.env, PORT: String(asked), MILLIONRPS_URL: url };
    const { child } = spawnHeld(process.execPath, API_ARGS, {
      env,
      cwd: root,
      stdio: ['ignore', log, log],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await this.ready(url, child, logFile);
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    return { url, pid: child.pid ?? 0, logFile, kill };
  }

  async ready(url, child, logFile) {
    const endsMs = performance.now() + READY_WITHIN_MS;
    while (
      !(await fetch(`${url}/api/v1/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || performance.now() > endsMs)
        throw new Sentence(`An API process did not come up: ${readFileSync(logFile, 'utf8').slice(-1000)}`);
      await sleep(100);
    }
  }
}
