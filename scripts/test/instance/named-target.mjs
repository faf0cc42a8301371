// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { OwnAgent } from './own-agent.mjs';

const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';

/** Files of a named target are the host's own: the product does not read them. */

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
  it('two runs of an nginx whose configuration was edited in between are not known to be the same', async () => {
    const { client, data } = running();
    const folder = path.join(data, 'nginx');
    mkdirSync(folder);
    const port = await freePort();
    const conf = path.join(folder, 'nginx.conf');
    const config = path.join(folder, 'agent.json');
    const argv = [NGINX, '-p', folder, '-e', 'stderr', '-c', conf];
    writeFileSync(config, JSON.stringify({ targets: { nginx: { argv, port, healthPath: '/' } } }));
    const agent = await new OwnAgent(client, 'nginx-host', { config }).start();
    try {
      const { id } = await agent.host();
      const spec = { ...specFor(id, { path: '/', tool: 'volley', steps: [closedStep(4, 1)], warmupSeconds: 0 }) };
      const ids = [];
      for (const keptAlive of [1_000_000, 1]) {
        writeFileSync(conf, nginxConf(port, folder, keptAlive));
        const made = await client.createRun('nginx', { ...spec, target: { kind: 'named', name: 'nginx' } });
        const run = await client.finish(made.id);
        expect(run.failure).toBeNull();
        ids.push(run.id);
      }
      const compared = await client.call('GET', `/comparison?runs=${ids.join(',')}`);
      expect(compared.headline).toMatch(/^Not known to be the same: the files of nginx were not hashed\./);
      expect(compared.sides.map(({ runIds }) => runIds)).toEqual(ids.map((one) => [one]));
      const codes = compared.warnings.map(({ code }) => code);
      expect(codes).toContain('target-unknown');
      expect(codes).not.toContain('nothing-changed');
      expect(compared.settings.find(({ path }) => path === 'target.files')).toMatchObject({
        values: [null, null],
        same: false,
      });
    } finally {
      await agent.remove();
    }
  });
}
