// @ts-check
/** An instance that speaks TLS with a certificate that it made, on a port of root alone where root starts it: people, programs and its own agent reach it so. */
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startInstance } from '../../lab/borrow.mjs';
import { closedStep, specFor } from '../../lab/client.mjs';
import { checkPort, freePort } from '../../start/checks.mjs';
import { root } from '../../start/settings.mjs';
import { childOf } from './processes.mjs';

const isRoot = process.getuid?.() === 0;

/** @type {string} */ let data;
/** @type {string} */ let url;
/** @type {Awaited<ReturnType<typeof startInstance>>} */ let instance;

const settings = (/** @type {NodeJS.ProcessEnv} */ more) => ({
  ...process.env,
  DATABASE_URL: '',
  MILLIONRPS_ADMIN_TOKEN: '',
  MILLIONRPS_URL: '',
  MILLIONRPS_DATA: data,
  ...more,
});

beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'millionrps-secure-'));
  chmodSync(data, 0o755);
  const port = isRoot ? await freePortOfRoot() : await freePort();
  url = `https://127.0.0.1:${port}`;
  instance = await startInstance(() => {}, settings({ PORT: String(port), MILLIONRPS_TLS: 'self-signed' }));
});
afterAll(async () => {
  await instance?.release?.();
  rmSync(data, { recursive: true, force: true });
});

async function freePortOfRoot() {
  for (let port = 1023; port > 600; port--) {
    const free = await checkPort(port, '127.0.0.1').then(
      () => true,
      () => false,
    );
    if (free) return port;
  }
  throw new Error('no port below 1024 is free');
}

/**
 * Checks the certificate as a browser does that trusts it.
 *
 * @param {string} place
 * @param {import('node:http').OutgoingHttpHeaders} [headers]
 * @returns {Promise<{ status: number | undefined, headers: import('node:http').IncomingHttpHeaders, body: string }>} body: its beginning, if it is a stream
 */
function ask(place, headers = {}) {
  const ca = readFileSync(path.join(data, 'tls/certificate.pem'));
  return new Promise((resolve, reject) => {
    const request = https.get(new URL(place, url), { ca, headers }, (reply) => {
      let body = '';
      const answer = () => resolve({ status: reply.statusCode, headers: reply.headers, body });
      reply.setEncoding('utf8').on('data', (text) => {
        body += text;
        if (!reply.headers['content-type']?.includes('event-stream')) return;
        answer();
        request.destroy();
      });
      reply.on('end', answer);
    });
    request.once('error', reject);
  });
}

it('signs people in by https alone, and shows them pages and live events', async () => {
  const opened = await ask(instance.link ?? '');
  const [cookie = ''] = opened.headers['set-cookie'] ?? [];
  expect(instance.link).toMatch(new RegExp(`^${url}/`));
  expect(cookie).toMatch(/^__Host-millionrps.*; Secure/);
  const signedIn = { cookie: cookie.split(';')[0] };
  expect((await ask('/hosts', signedIn)).body).toContain('Hosts');
  const { id } = await instance.client.readyHost();
  const spec = specFor(id, { path: '/simple', steps: [closedStep(4, 1)], tool: 'volley' });
  const run = await instance.client.createRun('over TLS', spec);
  const events = await ask(`/api/v1/runs/${run.id}/events`, signedIn);
  expect(events.body).toMatch(/^(id|event|data|retry): /m);
  expect((await instance.client.finish(run.id)).state).toBe('finished');
});

it('has links of shares begin with https, and previews that lead there', async () => {
  const { runs } = await instance.client.call('GET', '/runs');
  const share = await instance.client.call('POST', '/shares', { runIds: [runs[0].id], expiresInDays: 1 });
  expect(share.url).toMatch(new RegExp(`^${url}/s/`));
  expect((await ask(share.url)).body).toContain(`${url}/s/`);
});

it('is known to its own agent by its key, which only its owner reads', () => {
  const { fingerprint } = JSON.parse(readFileSync(path.join(data, 'agent/credential.json'), 'utf8'));
  expect(fingerprint).toMatch(/^sha256\/\/[\w+/]{43}=$/);
  expect(new X509Certificate(readFileSync(path.join(data, 'tls/certificate.pem'))).checkIP('127.0.0.1')).toBe(
    '127.0.0.1',
  );
  expect(existsSync(path.join(data, 'tls/key.pem'))).toBe(true);
});

it.runIf(isRoot)('has an API that may open such a port, and do nothing else of root', () => {
  const status = readFileSync(`/proc/${childOf(instance.pid, 'millionrps-api').pid}/status`, 'utf8');
  const sets = [...status.matchAll(/^Cap(?:Inh|Prm|Eff|Bnd|Amb):\t(\w+)$/gm)].map(([, set]) => set);
  // Bit 10: CAP_NET_BIND_SERVICE.
  expect(sets).toEqual(Array(5).fill('0000000000000400'));
  expect(status).toMatch(/^Uid:\t(655\d\d)\t\1\t\1\t\1$/m);
  expect(status).toMatch(/^Groups:\s*$/m);
});

it('gives sign-in links to the command of this machine', () => {
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'scripts/sign-in-link.mjs')], {
    env: settings({}),
    encoding: 'utf8',
  });
  expect(stdout).toMatch(new RegExp(`^${url}/`));
});

it('does not start with plain HTTP for other machines, and says what to do', async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'millionrps-plain-'));
  chmodSync(own, 0o755);
  const started = spawnSync(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env: settings({ MILLIONRPS_DATA: own, HOST: '0.0.0.0', PORT: String(await freePort()) }),
    encoding: 'utf8',
    timeout: 60_000,
  });
  rmSync(own, { recursive: true, force: true });
  expect(started.status).toBe(1);
  expect(started.stderr).toMatch(
    /^millionrps: 0\.0\.0\.0 can be reached from other machines, .* MILLIONRPS_INSECURE_HTTP=1\.\n$/,
  );
});
