// @ts-check
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedStep, plainGet, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { makeCertificate } from './certificate.mjs';
import { OwnAgent } from './own-agent.mjs';
import { processes } from './processes.mjs';
import { databaseText, filesWith } from './search-for.mjs';

const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';
const CADDY = process.env.CADDY ?? '/usr/bin/caddy';
const TLS = { serverName: 'shop.test', verify: 'host', resume: true };

/** @param {string} folder @param {number} port @param {string} token */
const nginxConf = (folder, port, token) => `
daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
events {}
http {
  log_format asked '$status $request_method $uri $server_protocol $ssl_session_reused';
  access_log ${folder}/access.log asked;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  client_max_body_size 16m; client_body_buffer_size 16m; keepalive_requests 10000000;
  server {
    listen 127.0.0.1:${port} ssl http2;
    ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem; ssl_session_cache shared:one:1m; ssl_protocols TLSv1.3;
    location = /health { access_log off; return 200; }
    location = /orders {
      add_header X-Echo $http_authorization always;
      if ($http_authorization != "Bearer ${token}") { return 401 'who are you?'; }
      return 201 'made';
    }
  }
}
`;

/** @param {string} folder @param {number} port */
const caddyfile = (folder, port) => `
{
  admin off
  auto_https off
  storage file_system ${folder}/caddy
  servers {
    protocols h1 h2
  }
}
:${port} {
  bind 127.0.0.1
  tls ${folder}/cert.pem ${folder}/key.pem
  log {
    output file ${folder}/caddy.json
    format json
  }
  respond /health 200
  @order {
    method POST
    path /orders
    header Content-Type application/json
  }
  respond @order "made" 201
  respond /hello "hello" 200
  respond 404
}
`;

/** @param {() => { client: import('../../lab/client.mjs').LabClient, data: string, pid: number }} running the instance */
export function measuresRealServices(running) {
  describe('a service that people run', () => {
    // Some encodings change each of its signs.
    const token = `${randomBytes(9).toString('hex')}/a+b=c&${randomBytes(9).toString('hex')}==`;
    /** @type {string} */ let folder;
    /** @type {OwnAgent} */ let agent;
    const port = { nginx: 0, node: 0, caddy: 0 };

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'millionrps-services-'));
      makeCertificate(folder);
      port.nginx = await freePort();
      port.node = await freePort();
      port.caddy = await freePort();
      const file = (/** @type {string} */ name) => path.join(folder, name);
      writeFileSync(file('nginx.conf'), nginxConf(folder, port.nginx, token));
      writeFileSync(file('Caddyfile'), caddyfile(folder, port.caddy));
      writeFileSync(file('token'), `Bearer ${token}\n`, { mode: 0o600 });
      writeFileSync(file('wrong'), 'Bearer nobody\n', { mode: 0o600 });
      const service = path.join(import.meta.dirname, 'node-service.mjs');
      const config = {
        targets: {
          nginx: {
            argv: [NGINX, '-p', folder, '-e', 'stderr', '-c', file('nginx.conf')],
            port: port.nginx,
            healthPath: '/health',
          },
          node: {
            argv: [
              process.execPath,
              service,
              String(port.node),
              file('key.pem'),
              file('cert.pem'),
              file('served.json'),
            ],
            port: port.node,
            healthPath: '/health',
          },
          caddy: {
            argv: [CADDY, 'run', '--config', file('Caddyfile'), '--adapter', 'caddyfile'],
            port: port.caddy,
            healthPath: '/health',
            // It keeps its configuration there.
            environment: { XDG_CONFIG_HOME: folder },
          },
        },
        certificateAuthorities: file('cert.pem'),
        secrets: { shop: { file: file('token') }, wrong: { file: file('wrong') } },
      };
      writeFileSync(file('agent.json'), JSON.stringify(config));
      agent = await new OwnAgent(running().client, 'service-host', { config: file('agent.json') }).start();
    }, 60_000);

    afterAll(async () => {
      await agent?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    /** @param {string} name @param {object} over @param {object} load */
    const run = async (name, over, load = {}) => {
      const { client } = running();
      const { id } = await agent.host();
      const spec = specFor(id, { path: '/', tool: 'volley', steps: [closedStep(2, 2)], warmupSeconds: 0 });
      const target = { kind: 'named', name, tls: true, parameters: [] };
      const made = await client.createRun(name, {
        ...spec,
        target,
        ...over,
        load: { ...spec.load, tls: TLS, ...load },
      });
      return client.finish(made.id);
    };

    /** What the tool itself says of its only step. */
    const said = async (/** @type {any} */ { id, artifacts }) => {
      const { client } = running();
      const output = artifacts.find(({ kind }) => kind === 'tool-output');
      return client.call('GET', `/runs/${id}/artifacts/${output.id}`);
    };

    const order = (/** @type {string} */ secret) => ({
      ...plainGet('/orders', 1),
      method: 'POST',
      headers: [
        { name: 'Authorization', value: null, secret },
        { name: 'Content-Type', value: 'application/json', secret: null },
      ],
      body: { kind: 'text', text: '{"order":{{number}},"city":"{{city}}"}' },
      expect: { status: 201, bytes: 4, sha256: null, contains: 'made' },
    });
    const variables = [
      { kind: 'counter', name: 'number', from: 1 },
      { kind: 'sample', name: 'city', values: ['Bern', 'Łódź'], order: 'in turn' },
    ];
    const logged = () => readFileSync(path.join(folder, 'access.log'), 'utf8').trim().split('\n');

    it('takes POSTs with a token over HTTP/2, and its access log has just what was sent', async () => {
      const seen = new Set();
      const watch = setInterval(() => {
        for (const { command } of processes()) if (tells(command)) seen.add(command);
      }, 50);
      const steps = [{ ...closedStep(2, 3), pipelining: 10 }];
      const measured = await run('nginx', { requests: [order('shop')], variables }, { protocol: 'h2', steps });
      clearInterval(watch);
      expect(measured).toMatchObject({ state: 'finished', failure: null });
      expect(measured.preflight.answers).toMatchObject([{ status: 201, protocol: 'HTTP/2.0', bodyStart: 'made' }]);
      const [{ point }] = measured.steps;
      expect(point.errors).toEqual({ connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 });
      expect(point.tls).toMatchObject({ version: 'TLS 1.3', applicationProtocol: 'h2' });
      const lines = logged();
      expect(new Set(lines.map((line) => line.split(' ').slice(0, 4).join(' ')))).toEqual(
        new Set(['201 POST /orders HTTP/2.0']),
      );
      const { sent, succeeded } = await said(measured);
      expect(succeeded).toBeGreaterThan(100);
      expect(lines).toHaveLength(sent + 1);
      expect([...seen]).toEqual([]);
      await neverTold(measured, await run('nginx', { requests: [order('shop')], variables }));
    }, 60_000);

    it('is asked the same by the script of that run, which is given the token and holds none', async () => {
      const { client } = running();
      const steps = [{ ...closedStep(2, 3), pipelining: 10 }];
      const measured = await run('nginx', { requests: [order('shop')], variables }, { protocol: 'h2', steps });
      const reply = await fetch(`${client.url}/api/v1/runs/${measured.id}/export?format=script`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      expect(reply.status).toBe(200);
      const script = await reply.text();
      expect(tells(script)).toBe(false);
      writeFileSync(path.join(folder, 'x.sh'), script);
      const byHand = (/** @type {Record<string, string>} */ given) =>
        spawnSync('bash', ['x.sh'], {
          cwd: folder,
          encoding: 'utf8',
          timeout: 50_000,
          env: { ...process.env, RESULTS: 'results', RUN_AS: userInfo().username, ...given },
        });
      const before = logged().length;
      const refused = byHand({});
      expect(refused.stderr).toBe(
        'error: set SECRET_SHOP to the secret shop, which its requests take, in the environment\n',
      );
      const done = byHand({ SECRET_SHOP: `Bearer ${token}` });
      expect(done.stderr).toContain('done; what the tools printed is in results');
      const { sent, succeeded, failed } = JSON.parse(
        readFileSync(path.join(folder, 'results/turn-01-step-01.out'), 'utf8'),
      );
      expect(failed.total).toBe(0);
      expect(succeeded).toBeGreaterThan(100);
      const lines = logged().slice(before);
      expect(lines).toHaveLength(sent);
      expect(new Set(lines.map((line) => line.split(' ').slice(0, 4).join(' ')))).toEqual(
        new Set(['201 POST /orders HTTP/2.0']),
      );
    }, 90_000);

    /** The token as it is, or as a server or a format of files may write it. */
    const written = [...new Set([token, ...token.split(/[/&]/)])].flatMap((part) => [
      part,
      encodeURIComponent(part),
      Buffer.from(part).toString('hex'),
      Buffer.from(part).toString('base64').replace(/=+$/, ''),
    ]);
    const tells = (/** @type {string} */ text) => written.some((one) => text.includes(one));

    /** The token is in no table, file, log, export or share. */
    const neverTold = async (/** @type {any} */ { id }, /** @type {any} */ another) => {
      const { client, data, pid } = running();
      const share = async (/** @type {string[]} */ runIds) => (await client.call('POST', '/shares', { runIds })).url;
      const urls = [await share([id]), await share([id, another.id])];
      const text = async (/** @type {string} */ url) => {
        const answer = await fetch(url, { headers: { authorization: `Bearer ${client.token}` } });
        expect(answer.status, url).toBe(200);
        return answer.text();
      };
      const api = `${client.url}/api/v1/runs/${id}`;
      const texts = await Promise.all([
        databaseText(pid),
        ...urls.flatMap((url) => [text(url), text(url.replace('/s/', '/api/v1/shared/'))]),
        ...['json', 'csv', 'markdown', 'script'].map((format) => text(`${api}/export?format=${format}`)),
        text(api),
        text(`${api}/snapshots`),
      ]);
      expect(texts[0]).toContain('/orders');
      expect(texts.filter(tells)).toEqual([]);
      const folders = [data, agent.folder];
      expect(readFileSync(path.join(agent.folder, 'agent.log'), 'utf8')).not.toBe('');
      expect(written.flatMap((one) => filesWith(one, folders))).toEqual([]);
    };

    it('with a wrong token ends the run in a second, and the run says what was answered', async () => {
      const refused = await run('nginx', { requests: [order('wrong')], variables });
      expect(refused).toMatchObject({ state: 'failed', stepsMeasured: 0, failure: { code: 'preflight-failed' } });
      expect(refused.failure.sentence).toMatch(/^POST \/orders answered 401 Unauthorized, where 201 is expected\./);
      expect(refused.preflight.answers).toMatchObject([{ status: 401, bodyStart: 'who are you?' }]);
    }, 60_000);

    it.each([
      ['http/1.1', '1.1'],
      ['h2', '2.0'],
    ])(
      'of Caddy takes POSTs and GETs over %s, and its log has just what was sent',
      async (protocol, version) => {
        const log = path.join(folder, 'caddy.json');
        const orders = {
          ...plainGet('/orders', 1),
          method: 'POST',
          headers: [{ name: 'Content-Type', value: 'application/json', secret: null }],
          body: { kind: 'text', text: '{"order":7}' },
          expect: { status: 201, bytes: 4, sha256: null, contains: null },
        };
        const measured = await run('caddy', { requests: [orders, plainGet('/hello', 3)] }, { protocol });
        expect(measured).toMatchObject({ state: 'finished', failure: null });
        expect(measured.steps[0].point.tls).toMatchObject({ version: 'TLS 1.3' });
        const { sent, succeeded, failed } = await said(measured);
        expect(Object.values(failed).every((count) => count === 0)).toBe(true);
        expect(succeeded).toBeGreaterThan(100);
        const lines = readFileSync(log, 'utf8').trim().split('\n');
        rmSync(log);
        const served = lines
          .map((line) => JSON.parse(line))
          .filter(({ request }) => request.uri !== '/health')
          .map(({ status, request }) => `${status} ${request.method} ${request.uri} ${request.proto}`);
        expect(new Set(served)).toEqual(
          new Set([`201 POST /orders HTTP/${version}`, `200 GET /hello HTTP/${version}`]),
        );
        // One of each route came before the load.
        expect(served).toHaveLength(sent + 2);
      },
      60_000,
    );

    it.each([
      ['http/1.1', '1.1'],
      ['h2', '2.0'],
    ])(
      'written for Node takes bodies of 48 KiB over %s, and its counter has just what was sent',
      async (protocol, version) => {
        const upload = {
          ...plainGet(`/upload-${version}`, 1),
          method: 'PUT',
          body: { kind: 'base64', base64: Buffer.alloc(48 * 1024, 7).toString('base64') },
          expect: { status: 200, bytes: 5, sha256: null, contains: String(48 * 1024) },
        };
        const measured = await run('node', { requests: [upload] }, { protocol });
        expect(measured).toMatchObject({ state: 'finished', failure: null });
        const { sent, succeeded, failed } = await said(measured);
        expect(Object.values(failed).every((count) => count === 0)).toBe(true);
        expect(succeeded).toBeGreaterThan(10);
        const served = JSON.parse(readFileSync(path.join(folder, 'served.json'), 'utf8'));
        expect(served).toEqual({ [`PUT /upload-${version} HTTP/${version}`]: sent + 1 });
      },
      60_000,
    );
  });
}
