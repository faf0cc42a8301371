// @ts-check
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { spawnHeld } from '../start/ending.mjs';
import { Sentence } from '../start/sentence.mjs';

/** What answers in place of AWS in tests: EC2, S3, SSM. https://docs.getmoto.org/en/latest/docs/server_mode.html */
const PACKAGE = 'moto[server]==5.2.5';
const folder = path.resolve(import.meta.dirname, '../../.build/tools/moto');
const STARTS_WITHIN_MS = 60_000;

/**
 * Installs the emulator into a folder of this checkout. Throws a Sentence that says what is missing.
 *
 * @param {(line: string) => void} report
 */
export function ensureAwsEmulator(report) {
  const mark = path.join(folder, 'installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === PACKAGE) return;
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0) {
    throw new Sentence('The tests of AWS need python3 with pip; install it (on Debian: apt-get install python3-pip).');
  }
  report(`installing ${PACKAGE} ...`);
  mkdirSync(path.dirname(folder), { recursive: true });
  const partial = `${folder}.${process.pid}.partial`;
  try {
    const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', partial, PACKAGE];
    execFileSync('python3', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    writeFileSync(path.join(partial, 'installed'), PACKAGE);
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/**
 * Starts an emulator of its own on loopback, as ready as AWS is: nothing exists in it but the default network. It ends
 * with `stop`, or with this process.
 *
 * @returns {Promise<{ url: string, env: Record<string, string>, stop: () => Promise<void> }>} `env` makes an AWS SDK,
 * and whatever is started with it, talk to this emulator alone
 */
export async function startAwsEmulator() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { child, stop } = spawnHeld('python3', ['-m', 'moto.server', '--host', '127.0.0.1', '--port', String(port)], {
    env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const giveUpAt = Date.now() + STARTS_WITHIN_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`the AWS emulator ended with ${child.exitCode}`);
    if (Date.now() > giveUpAt) throw new Error('the AWS emulator does not answer');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const env = {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'emulated',
    AWS_SECRET_ACCESS_KEY: 'emulated',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  return { url, env, stop };
}

const answers = (/** @type {string} */ url) =>
  fetch(`${url}/moto-api/data.json`).then(
    (reply) => reply.ok,
    () => false,
  );

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
