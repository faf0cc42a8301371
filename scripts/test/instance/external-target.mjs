// @ts-check
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedStep, plainGet, specFor } from '../../lab/client.mjs';
import { makeCertificate } from './certificate.mjs';
import { OwnAgent } from './own-agent.mjs';

const TLS = { serverName: null, verify: 'host', resume: true };
/** So long that nobody's CPU is full of four connections. */
const ANSWER_MS = 20;

/** @param {() => { client: import('../../lab/client.mjs').LabClient }} running the instance */
export function measuresTargetsWithoutAnAgent(running) {
  describe('an address without an agent', () => {
    /** @type {string} */ let folder;
    /** @type {OwnAgent} */ let agent;
    /** @type {import('node:https').Server} */ let server;
    /** @type {string} */ let origin;
    /** @type {Record<string, number>} */
    const served = {};

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'millionrps-outside-'));
      makeCertificate(folder);
      const file = (/** @type {string} */ name) => path.join(folder, name);
      const options = { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) };
      server = createServer(options, async ({ url = '', headers }, response) => {
        const asked = `${headers.host} ${url}`;
        served[asked] = (served[asked] ?? 0) + 1;
        await sleep(ANSWER_MS);
        if (url === '/moved') return void response.writeHead(302, { location: '/elsewhere' }).end();
        response.end('slow');
      });
      await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      origin = `https://127.0.0.1:${port}`;
      writeFileSync(
        file('agent.json'),
        JSON.stringify({ addresses: [`${origin}/`], certificateAuthorities: file('cert.pem') }),
      );
      agent = await new OwnAgent(running().client, 'outside-host', { config: file('agent.json') }).start();
    }, 60_000);

    afterAll(async () => {
      await agent?.remove();
      server?.closeAllConnections();
      server?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** @param {string} at @param {any} request */
    const run = async (at, request) => {
      const { client } = running();
      const { id } = await agent.host();
      const spec = specFor(id, { path: '/', tool: 'volley', steps: [closedStep(4, 5)], warmupSeconds: 0 });
      const { id: runId } = await client.createRun('outside', {
        ...spec,
        server: null,
        target: { kind: 'external', origin: at },
        requests: [request],
        load: { ...spec.load, tls: TLS },
      });
      return client.finish(runId);
    };

    it('is loaded from a client alone, and the verdict leaves open what nobody measured', async () => {
      const measured = await run(origin, plainGet('/slow', 1));
      expect(measured).toMatchObject({
        state: 'finished',
        spec: { server: null },
        hosts: [{ name: 'outside-host', roles: ['client'] }],
        target: { url: origin, command: [], resolved: [{ addresses: ['127.0.0.1'] }] },
      });
      const [{ point, evidence, clients }] = measured.steps;
      expect(point).toMatchObject({
        serverRequests: null,
        serverCpus: null,
        serverCpuUsPerRequest: null,
        otherCpus: null,
      });
      expect(point).toMatchObject({ connectionsEstablished: 4, tls: { version: 'TLS 1.3' } });
      expect(evidence).toMatchObject({ server: null, sharedMachine: true });
      expect(clients[0].figures.resolved).toEqual(['127.0.0.1']);
      expect(measured.verdict).toMatchObject({ wall: 'unknown', confidence: 'cannot-tell' });
      expect(measured.verdict.because).toContain(origin);
      // The second where other work had filled this machine.
      expect(
        [
          `Install an agent on the host of ${origin}`,
          'Name the target in the configuration file of outside-host',
        ].filter((advice) => measured.verdict.next.includes(advice)),
      ).toHaveLength(1);
      expect(measured.findings.map(({ code }) => code)).toContain('server-unobserved');
      const { client } = running();
      const output = measured.artifacts.find(({ kind }) => kind === 'tool-output');
      const { sent, succeeded } = await client.call('GET', `/runs/${measured.id}/artifacts/${output.id}`);
      expect(succeeded).toBeGreaterThan(100);
      // And the preflight.
      expect(served[`${origin.slice('https://'.length)} /slow`]).toBe(sent + 1);
    }, 60_000);

    it('is never followed to another place', async () => {
      const expect302 = {
        ...plainGet('/moved', 1),
        expect: { status: 302, bytes: null, sha256: null, contains: null },
      };
      expect(await run(origin, expect302)).toMatchObject({ state: 'finished', failure: null });
      expect(Object.keys(served).filter((asked) => asked.endsWith('/elsewhere'))).toEqual([]);
    }, 60_000);

    it('is refused where the file of the host does not have it', async () => {
      await expect(run('https://127.0.0.1:9', plainGet('/', 1))).rejects.toThrow(
        `The configuration file of outside-host does not let it load https://127.0.0.1:9 (it allows ${origin}); add it there under addresses.`,
      );
    });
  });
}
