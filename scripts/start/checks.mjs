// @ts-check
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathFault, Sentence } from './sentence.mjs';

export function checkPlatform() {
  if (process.platform !== 'linux')
    throw new Sentence('millionrps needs Linux: it tunes and samples the Linux kernel.');
}

/** 20.19+, 22.12+, or 24 and later. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
  if (!fits) throw new Sentence(`Node ${version} is not supported; install Node 20.19+, 22.12+ or 24+.`);
}

const GO_MINOR = 25;

export function checkGo() {
  let answer;
  try {
    answer = execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    throw new Sentence(`Go is missing; install Go 1.${GO_MINOR} or later (https://go.dev/dl) and put it on the PATH.`);
  }
  const minor = Number(answer.match(/go1\.(\d+)/)?.[1]);
  if (minor < GO_MINOR) throw new Sentence(`${answer.trim()} is too old; install Go 1.${GO_MINOR} or later.`);
}

export function checkDataFolder(folder) {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw pathFault(Object.assign(error, { path: folder }), 'set MILLIONRPS_DATA to a folder that you may write to');
  }
}

/** Parent by parent: mkdirSync's own recursion never ends under /proc. */
function makeFolder(folder) {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return;
    throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' });
  }
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

export async function checkPort(port, host) {
  const error = await listenError(port, host);
  if (error === null) return;
  if (error === 'EADDRINUSE')
    throw new Sentence(`Port ${port} on ${host} is in use; stop what uses it or set PORT to another one.`);
  throw new Sentence(`Port ${port} on ${host} cannot be used (${error}); set PORT to another one.`);
}

/** @returns {Promise<string | null>} */
function listenError(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? 'unknown'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** @returns {Promise<number>} */
export function freePort(host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
