// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { OwnAgent } from './own-agent.mjs';

const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';

/** @param {number} port @param {string} folder @param {number} keptAlive requests until nginx closes a connection */
const nginxConf = (port, folder, keptAlive) => `
daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off; keepalive_requests ${keptAlive};
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; location / { return 200 'hello'; } }
}
`;

/** @param {() => { client: import('../../lab/client.mjs').LabClient, data: string }} running the instance */
export function comparesNginx(running) {
  it('names the file of an nginx that was edited between two runs, and knows two runs of the same one', async () => {
    const { client, data } = running();
    const folder = path.join(data, 'nginx');
    mkdirSync(folder);
    const port = await freePort();
    const conf = path.join(folder, 'nginx.conf');
    const free = path.join(folder, 'workers.conf');
    const config = path.join(folder, 'agent.json');
    const argv = [NGINX, '-p', folder, '-e', 'stderr', '-c', conf];
    const target = { argv, port, healthPath: '/', environment: { HIDDEN: 'planted-value' } };
    const declared = { ...target, identityFiles: [conf], versionCommand: [NGINX, '-v'] };
    const workers = {
      argv: [NGINX, '-p', folder, '-e', 'stderr', '-c', free, '-g', 'worker_processes {{workers}};'],
      port,
      healthPath: '/',
      identityFiles: [free],
      parameters: { workers: { values: [1, 2], default: 1 } },
    };
    writeFileSync(free, nginxConf(port, folder, 1000).replace('worker_processes 1;', ''));
    writeFileSync(config, JSON.stringify({ targets: { nginx: declared, undeclared: target, workers } }));
    const agent = await new OwnAgent(client, 'nginx-host', { config }).start();
    try {
      const { id } = await agent.host();
      const spec = specFor(id, { path: '/', tool: 'volley', steps: [closedStep(4, 1)], warmupSeconds: 0 });
      /** @param {number} keptAlive @param {string} name */
      const measure = async (keptAlive, name) => {
        writeFileSync(conf, nginxConf(port, folder, keptAlive));
        const made = await client.createRun('nginx', {
          ...spec,
          target: { kind: 'named', name, tls: false, parameters: [] },
        });
        const run = await client.finish(made.id);
        expect(run.failure).toBeNull();
        return run;
      };
      /** @param {{ id: string }[]} runs */
      const compare = (...runs) => client.call('GET', `/comparison?runs=${runs.map((run) => run.id).join(',')}`);
      const sha256 = () => createHash('sha256').update(readFileSync(conf)).digest('hex');
      const first = await measure(1_000_000, 'nginx');
      const before = sha256();
      const same = await measure(1_000_000, 'nginx');
      const edited = await measure(1, 'nginx');
      const after = sha256();

      const { identity, identityAtEnd } = first.target;
      const program = createHash('sha256').update(readFileSync(NGINX)).digest('hex');
      expect(identity.binary).toMatchObject({ path: realpathSync(NGINX), sha256: program });
      expect(identity.files).toContainEqual(expect.objectContaining({ path: conf, sha256: before, declared: true }));
      expect(identity.files.some((file) => file.path.includes('libc.so'))).toBe(true);
      expect(identity.version).toMatch(/^nginx version: nginx\/\d/);
      expect(identity.environmentNames).toContain('HIDDEN');
      expect(identity.unread).toEqual([]);
      expect(identityAtEnd.files).toEqual(expect.arrayContaining(identity.files));
      expect(JSON.stringify(first)).not.toContain('planted-value');

      const unchanged = await compare(first, same);
      expect(unchanged.headline).toBe('Same configuration: no setting made a difference.');
      expect(unchanged.sides).toHaveLength(1);

      const changed = await compare(first, edited);
      const short = [before, after].map((hash) => hash.slice(0, 12));
      expect(changed.because).toContain(`The target changed between A and B: ${conf} (${short[0]} → ${short[1]}).`);
      expect(changed.sides.map(({ runIds }) => runIds)).toEqual([[first.id], [edited.id]]);
      const codes = changed.warnings.map(({ code }) => code);
      expect(codes).toContain('target-changed');
      expect(codes).not.toContain('nothing-changed');
      expect(changed.settings.filter((row) => row.group === 'target' && !row.same)).toMatchObject([
        { path: `target.files.${conf}`, values: [before, after] },
      ]);

      /** @param {string} value */
      const withWorkers = (value) =>
        client.createRun('nginx', {
          ...spec,
          target: { kind: 'named', name: 'workers', tls: false, parameters: [{ name: 'workers', value }] },
        });
      const made = [await withWorkers('1'), await withWorkers('2')];
      const [one, two] = [await client.finish(made[0].id), await client.finish(made[1].id)];
      expect([one, two].map(({ target }) => target.command.at(-1))).toEqual([
        'worker_processes 1;',
        'worker_processes 2;',
      ]);
      expect([one, two].map((run) => run.steps[0].evidence.server.processes)).toEqual([2, 3]);
      const varied = await compare(one, two);
      expect(varied.settings.filter((row) => row.group === 'target' && !row.same)).toContainEqual(
        expect.objectContaining({ path: 'spec.target.parameters', values: ['workers 1', 'workers 2'] }),
      );
      await expect(withWorkers('3')).rejects.toThrow('allows 1, 2 for workers, not 3');

      const unknown = [await measure(1, 'undeclared'), await measure(1, 'undeclared')];
      const told = await compare(...unknown);
      expect(told.because).toMatch(/^Not known to be the same: the files of undeclared are not declared/);
      expect(told.warnings.map(({ code }) => code)).toContain('target-unknown');
    } finally {
      await agent.remove();
    }
  }, 120_000);
}
