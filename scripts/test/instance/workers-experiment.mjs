// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { OwnAgent } from './own-agent.mjs';
import { descendants, until } from './processes.mjs';

/** How many workers nginx has stands in its configuration alone: an experiment varies them by a template of that. */

const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';

/** @param {string} folder @param {number} port */
const template = (folder, port) => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`);
  return `
daemon off; worker_processes {{workers}}; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log ${folder}/access.log; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; location / { return 200 'with {{workers}} of {{{{workers}}'; } }
}
`;
};

const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');

/** @param {() => { client: import('../../lab/client.mjs').LabClient, data: string }} running the instance */
export function variesWorkers(running) {
  describe('an experiment over the workers of nginx, by a template of its configuration', () => {
    /** @type {string} */ let folder;
    /** @type {string} */ let source;
    /** @type {string} */ let text;
    /** @type {OwnAgent} */ let agent;
    /** @type {any} */ let experiment;
    /** How many workers of nginx were seen below a process while runs had that value. @type {Record<string, Set<number>>} */
    const seen = { 1: new Set(), 2: new Set() };

    /** The first configuration leaves them to their default, and its runs say which that was. */
    const workersOf = (/** @type {any} */ run) => run.spec.target.parameters[0].value;

    const workersBelow = (/** @type {number} */ pid) =>
      descendants(pid).filter(({ command }) => command.startsWith('nginx: worker process')).length;

    beforeAll(async () => {
      const { client, data } = running();
      folder = path.join(data, 'workers');
      mkdirSync(folder);
      source = path.join(folder, 'nginx.conf.in');
      const port = await freePort();
      text = template(folder, port);
      writeFileSync(source, text);
      const target = {
        argv: [NGINX, '-p', folder, '-e', 'stderr', '-c', '{{conf}}'],
        port,
        healthPath: '/',
        identityFiles: [],
        parameters: { workers: { values: [1, 2] } },
        templates: { conf: { from: source } },
      };
      const config = path.join(folder, 'agent.json');
      writeFileSync(config, JSON.stringify({ targets: { nginx: target } }));
      agent = await new OwnAgent(client, 'workers-host', { config }).start();
      const { id } = await agent.host();
      const spec = specFor(id, { path: '/', tool: 'volley', steps: [closedStep(4, 2)], warmupSeconds: 0 });
      const chosen = (/** @type {string} */ value) => [{ name: 'workers', value }];
      const { id: made } = await client.call('POST', '/experiments', {
        kind: 'comparison',
        question: 'Are two workers faster than one?',
        hypothesis: '',
        baseline: {
          name: 'one',
          spec: { ...spec, target: { kind: 'named', name: 'nginx', tls: false, parameters: [] } },
        },
        variants: [{ name: 'two', changes: [{ path: '/target/parameters', value: chosen('2') }] }],
        rounds: 2,
        extensionRounds: null,
        primary: { metric: 'requestsPerSecond', stepIndex: 0 },
        marginPercent: 2,
        seed: 1,
        start: true,
      });
      experiment = await until(
        'the experiment is done',
        async () => {
          const now = await client.call('GET', `/experiments/${made}`);
          const slot = now.slots.find(({ runState }) => runState === 'measuring');
          const count = workersBelow(agent.pid);
          // The run may have been over when the processes were looked at.
          const run = slot && count > 0 && (await client.call('GET', `/runs/${slot.runId}`));
          if (run && run.state === 'measuring') seen[workersOf(run)]?.add(count);
          return now.status === 'done' && now.result && now;
        },
        120_000,
      );
    }, 180_000);

    afterAll(async () => {
      await agent?.remove();
    });

    const runs = () =>
      Promise.all(
        experiment.slots.map(async ({ runId }) => {
          const run = await running().client.call('GET', `/runs/${runId}`);
          return { workers: workersOf(run), run };
        }),
      );

    it('starts one worker and two, by a copy with their number, and nothing of it stays', async () => {
      expect(Object.fromEntries(Object.entries(seen).map(([value, counts]) => [value, [...counts]]))).toEqual({
        1: [1],
        2: [2],
      });
      const all = await runs();
      expect(all.map(({ workers }) => workers).sort()).toEqual(['1', '1', '2', '2']);
      for (const { workers, run } of all) {
        expect(run).toMatchObject({ state: 'finished', failure: null });
        const copy = run.target.command.at(-1);
        expect(path.basename(copy)).toBe('nginx.conf');
        const filled = text.replaceAll('{{{{', '\0').replaceAll('{{workers}}', workers).replaceAll('\0', '{{');
        expect(run.target.identity.files).toContainEqual(
          expect.objectContaining({ path: copy, sha256: sha256(filled), filledFrom: source, declared: true }),
        );
        expect(run.target.identity.files).toContainEqual(
          expect.objectContaining({ path: source, sha256: sha256(text), declared: true }),
        );
        expect(run.steps[0].evidence.server.processes).toBe(Number(workers) + 1);
        expect(existsSync(copy)).toBe(false);
      }
    });

    it('is decided, and names what the variants differ in', async () => {
      expect(experiment.headline).toMatch(/two/);
      expect(experiment.configurations[1].groups).toEqual(['target']);
      expect(experiment.result.settings).toContainEqual(
        expect.objectContaining({ path: 'spec.target.parameters', same: false }),
      );
      const { warnings } = experiment.result;
      const codes = warnings.map(({ code }) => code);
      expect(codes).not.toContain('changed-more-than-one-thing');
      expect(codes).not.toContain('target-unknown');
      expect(codes).not.toContain('target-changed');
    });

    const script = async () => {
      const { client } = running();
      const reply = await fetch(`${client.url}/api/v1/experiments/${experiment.id}/export?format=script`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      expect(reply.status).toBe(200);
      writeFileSync(path.join(folder, 'x.sh'), await reply.text());
      return { cwd: folder, env: { ...process.env, RESULTS: 'results', RUN_AS: userInfo().username } };
    };

    it('is repeated by its script, which starts each nginx with its workers', async () => {
      const child = spawn('bash', ['x.sh'], { ...(await script()), stdio: ['ignore', 'pipe', 'pipe'] });
      /** @type {Record<string, Set<number>>} */ const answered = { 1: new Set(), 2: new Set() };
      let [printed, said, over] = ['', '', false];
      child.stdout.setEncoding('utf8').on('data', (part) => (printed += part));
      child.stderr.setEncoding('utf8').on('data', (part) => (said += part));
      const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
      ended.then(() => (over = true));
      const port = /listen 127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      while (!over) {
        const says = await fetch(`http://127.0.0.1:${port}/`)
          .then((reply) => reply.text())
          .catch(() => '');
        const workers = workersBelow(child.pid ?? 0);
        const told = /^with (\d) of \{\{workers\}\}$/.exec(says)?.[1];
        // Between two turns it may have been another one.
        if (told && workers > 0) answered[told]?.add(workers);
        await new Promise((done) => setTimeout(done, 20));
      }
      expect(said).toContain('done; what the tools printed is in results');
      expect(await ended).toBe(0);
      expect(answered['1']).toContain(1);
      expect(answered['2']).toContain(2);
      expect(printed.split('\n').filter((line) => /^round [12]: (one|two) .* [1-9]\d* .* 0$/.test(line))).toHaveLength(
        4,
      );
    }, 60_000);

    it('refuses by name, in its script, when the template was edited', async () => {
      const how = await script();
      const edited = text.replace('error_log stderr', 'error_log stderr warn');
      writeFileSync(source, edited);
      const refused = spawnSync('bash', ['x.sh'], { ...how, encoding: 'utf8', timeout: 30_000 });
      writeFileSync(source, text);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(
        `${source} is not the file that was measured (SHA-256 then ${sha256(text)}, here ${sha256(edited)})`,
      );
      expect(readFileSync(source, 'utf8')).toBe(text);
    }, 40_000);
  });
}
