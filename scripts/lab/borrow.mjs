// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { checkPort, freePort } from '../start/checks.mjs';
import { spawnHeld } from '../start/ending.mjs';
import { Sentence } from '../start/sentence.mjs';
import { adminTokenFile, readSettings, root, runningInstance } from '../start/settings.mjs';
import { LabClient } from './client.mjs';

/**
 * The instance that runs, or one that is started for the work and stopped after it. What it measures stays in the
 * data folder: the next `npm start` shows it.
 *
 * @param {(line: string) => void} report
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ client: LabClient, pid: number, link: string | null, release: (() => Promise<void>) | null }>} release: null when it was running before
 */
export async function borrowInstance(report, { env = process.env } = {}) {
  const { data } = readSettings(env);
  const running = runningInstance(data);
  if (running) return { client: clientOf(running.callUrl, data, env), pid: running.pid, link: null, release: null };
  return startInstance(report, { ...env, PORT: env.PORT || String(await usualPort()) });
}

/** The port of `npm start` when it is free, so that links go on working once the instance is started again. */
async function usualPort() {
  const { port, host } = readSettings({});
  return checkPort(port, host).then(
    () => port,
    () => freePort(),
  );
}

/** Starts `npm start` as a child and waits for its ready line and its sign-in link. */
export async function startInstance(report, env) {
  const { data } = readSettings(env);
  const { child, stop: release } = spawnHeld(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text));
  let url = '';
  const link = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = line.match(/^millionrps ready (\S+)/);
      const signIn = line.match(/^sign in once with (\S+)/);
      if (ready) url = ready[1] ?? '';
      else if (signIn) resolve(signIn[1]);
      else if (line.startsWith('sign in at ')) resolve(null);
      else report(line);
    });
    child.once('exit', () =>
      reject(new Sentence(complaint.replace(/^millionrps: /, '').trim() || 'The instance ended while starting.')),
    );
  });
  return { client: clientOf(runningInstance(data)?.callUrl ?? url, data, env), pid: child.pid ?? 0, link, release };
}

function clientOf(url, data, env) {
  return new LabClient(url, env.MILLIONRPS_ADMIN_TOKEN || readFileSync(adminTokenFile(data), 'utf8').trim());
}
