// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { OwnAgent } from './own-agent.mjs';
import { alive, processes, until } from './processes.mjs';

/** The script of an experiment over two real nginx of a host's own, each with its own configuration, prefix and port on loopback. */

const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';

/** @typedef {{ name: string, port: number, conf: string, folder: string, argv: string[] }} Own */

/** @param {string} folder @param {number} port @param {{ daemon?: boolean }} [how] */
function configured(folder, port, { daemon = false } = {}) {
  mkdirSync(folder, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`);
  const conf = path.join(folder, daemon ? 'daemon.conf' : 'nginx.conf');
  writeFileSync(
    conf,
    `daemon ${daemon ? 'on' : 'off'}; worker_processes 2; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log ${folder}/access.log; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; location / { return 200 'hello'; } }
}
`,
  );
  return [NGINX, '-p', folder, '-e', 'stderr', '-c', conf];
}

/** Without their command lines: a worker has that of its master until it names itself. */
const nginxes = () =>
  processes()
    .filter(({ command }) => command.startsWith('nginx: ') || command.startsWith(`${NGINX} `))
    .map(({ pid, parent }) => ({ pid, parent }));

/** @param {() => { client: import('../../lab/client.mjs').LabClient, data: string }} running the instance */
export function repeatsNginxByScript(running) {
  describe('a script of an experiment over two nginx', () => {
    /** @type {string} */ let folder;
    /** @type {Own[]} */ let targets;
    /** @type {OwnAgent} */ let agent;
    /** @type {string} */ let experimentId;
    /** @type {import('node:child_process').ChildProcess} */ let bystander;
    /** @type {ReturnType<typeof nginxes>} */ let before;

    beforeAll(async () => {
      const { client, data } = running();
      folder = path.join(data, 'two-nginx');
      targets = [];
      for (const name of ['nginx-a', 'nginx-b']) {
        const [own, port] = [path.join(folder, name), await freePort()];
        targets.push({ name, port, folder: own, conf: path.join(own, 'nginx.conf'), argv: configured(own, port) });
      }
      // As the nginx of a distribution that runs already: no script may touch it.
      const besidePort = await freePort();
      const [program = '', ...words] = configured(path.join(folder, 'beside'), besidePort);
      bystander = spawn(program, words, { stdio: 'ignore' });
      await until('the nginx beside answers', () =>
        fetch(`http://127.0.0.1:${besidePort}/`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      // Its first worker may answer before the second is there.
      before = await until('both workers of the nginx beside are there', () => {
        const found = nginxes();
        return found.length >= 3 && found;
      });
      const config = path.join(folder, 'agent.json');
      const entries = targets.map(({ name, argv, port }) => [name, { argv, port, healthPath: '/' }]);
      writeFileSync(config, JSON.stringify({ targets: Object.fromEntries(entries) }));
      agent = await new OwnAgent(client, 'two-nginx', { config }).start();
      experimentId = await measured();
    }, 120_000);

    afterAll(async () => {
      bystander?.kill('SIGTERM');
      await agent?.remove();
      // The tests after this take a host that is ready.
      if (agent) await until('its host is known to be gone', async () => (await agent.host())?.status === 'offline');
    }, 60_000);

    async function measured() {
      const { client } = running();
      const { id } = await agent.host();
      const spec = specFor(id, { path: '/', tool: 'volley', steps: [closedStep(4, 1)], warmupSeconds: 0 });
      const { id: made } = await client.call('POST', '/experiments', {
        kind: 'comparison',
        question: 'Is b as fast as a?',
        hypothesis: '',
        baseline: {
          name: 'a',
          spec: { ...spec, target: { kind: 'named', name: 'nginx-a', tls: false, parameters: [] } },
        },
        variants: [{ name: 'b', changes: [{ path: '/target/name', value: 'nginx-b' }] }],
        rounds: 2,
        extensionRounds: null,
        primary: { metric: 'requestsPerSecond', stepIndex: 0 },
        marginPercent: 2,
        seed: 1,
        start: true,
      });
      await until(
        'the experiment is done',
        async () => (await client.call('GET', `/experiments/${made}`)).status === 'done',
      );
      return made;
    }

    /** @param {string} id @param {string} format */
    async function exported(id, format) {
      const { client } = running();
      const reply = await fetch(`${client.url}/api/v1/experiments/${id}/export?format=${format}`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      expect(reply.status).toBe(200);
      return reply.text();
    }

    /** The script as it is where the experiment was imported, without the arguments of a host's own programs. */
    async function importedScript() {
      const { client } = running();
      const content = Buffer.from(await exported(experimentId, 'json')).toString('base64');
      const files = [{ name: 'e.json', content, format: null }];
      const made = await client.call('POST', '/imports', { files, joinAs: null, source: null, dryRun: false });
      expect(made.experimentId).not.toBe(experimentId);
      const script = await exported(made.experimentId, 'script');
      for (const { conf } of targets) expect(script).not.toContain(conf);
      return script;
    }

    /** @param {string} script @param {Record<string, string>} [env] */
    function byHand(script, env = {}) {
      writeFileSync(path.join(folder, 'x.sh'), script);
      return /** @type {const} */ ({
        cwd: folder,
        encoding: 'utf8',
        timeout: 80_000,
        env: { ...process.env, RESULTS: 'results', RUN_AS: userInfo().username, ...env },
      });
    }

    const served = () => targets.map((own) => readFileSync(path.join(own.folder, 'access.log'), 'utf8').length);
    const rows = (/** @type {string} */ table) =>
      table.split('\n').filter((line) => /^round [12]: [ab] +4 connections +[1-9]\d* +[\d.]+ +[\d.]+ +0$/.test(line));

    it('starts each with its own arguments, ends with a table, and leaves nothing but what ran before', async () => {
      const was = served();
      const done = spawnSync('bash', ['x.sh'], byHand(await exported(experimentId, 'script')));
      expect(done.stderr).toContain('done; what the tools printed is in results');
      expect(done.status).toBe(0);
      expect(rows(done.stdout)).toHaveLength(4);
      for (const [index, bytes] of served().entries()) expect(bytes).toBeGreaterThan((was[index] ?? 0) + 1000);
      expect(nginxes()).toEqual(before);
    });

    it('refuses where their arguments are not known, names what each needs, and takes it', async () => {
      const script = await importedScript();
      const refused = spawnSync('bash', ['x.sh'], byHand(script));
      expect(refused.status).toBe(1);
      for (const [at, name] of [
        [1, 'a'],
        [2, 'b'],
      ]) {
        expect(refused.stderr).toContain(
          `set TARGET_COMMAND_${at} to the whole command of the target of ${name}: ${path.basename(NGINX)} with`,
        );
      }
      expect(nginxes()).toEqual(before);
      const given = Object.fromEntries(targets.map(({ argv }, at) => [`TARGET_COMMAND_${at + 1}`, argv.join(' ')]));
      const done = spawnSync('bash', ['x.sh'], byHand(script, given));
      expect(done.stderr).toContain('done');
      expect(rows(done.stdout)).toHaveLength(4);
      expect(nginxes()).toEqual(before);
    });

    it('ends an nginx that puts itself into the background, whether or not it answered before that was seen', async () => {
      const [first, second] = targets;
      const away = configured(first?.folder ?? '', first?.port ?? 0, { daemon: true }).join(' ');
      const given = { TARGET_COMMAND_1: away, TARGET_COMMAND_2: second?.argv.join(' ') ?? '' };
      const ended = spawnSync('bash', ['x.sh'], byHand(await importedScript(), given));
      expect(ended.stderr).toMatch(
        /it has to stay in the foreground \(nginx: daemon off\)|done; what the tools printed/,
      );
      expect(nginxes()).toEqual(before);
    });

    it.each(/** @type {const} */ (['SIGINT', 'SIGTERM']))('leaves nothing at %s while load is made', async (signal) => {
      const script = (await exported(experimentId, 'script')).replaceAll('--duration 1s', '--duration 30s');
      const { cwd, env } = byHand(script);
      const child = spawn('bash', ['x.sh'], { cwd, env, stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const loads = () => processes().filter(({ command }) => command.includes('--duration 30s'));
      await until('load is made', () => loads().length > 0);
      const tools = loads();
      child.kill(signal);
      expect(await ended).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(tools.filter(({ pid }) => alive(pid))).toEqual([]);
      expect(nginxes()).toEqual(before);
    });
  });
}
