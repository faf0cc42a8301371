// @ts-check
import { createServer } from 'node:net';
import { spawnHeld } from '../start/ending.mjs';
import { pythonPath } from './python-packages.mjs';

const STARTS_WITHIN_MS = 60_000;

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
    env: { ...process.env, PYTHONPATH: pythonPath('moto'), PYTHONDONTWRITEBYTECODE: '1' },
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
