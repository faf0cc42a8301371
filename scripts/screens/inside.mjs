// @ts-check
/** The part of `npm run screens` that is about tuned runs; it is started inside the API's namespace. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { startInstance } from '../lab/borrow.mjs';
import { closedStep, LabClient, specFor } from '../lab/client.mjs';
import { freePort } from '../start/checks.mjs';
import { ensureChromium } from '../test/chromium.mjs';
import { OwnAgent } from '../test/instance/own-agent.mjs';
import { wish } from '../test/namespaces/tuned-host.mjs';
import { shoot } from './shoot.mjs';

const folder = process.argv[2] ?? '';
const { api, server, clients } = JSON.parse(process.env.MILLIONRPS_NAMESPACES ?? '{}');
const [client] = clients;
const data = mkdtempSync('/tmp/millionrps-screens-');
chmodSync(data, 0o755);
const port = String(await freePort(api.address));
const url = `http://${api.address}:${port}`;
const env = {
  ...process.env,
  DATABASE_URL: '',
  MILLIONRPS_DATA: data,
  HOST: '0.0.0.0',
  PORT: port,
  MILLIONRPS_URL: url,
};
const instance = await startInstance(console.log, env);
const lab = new LabClient(url, instance.client.token);
const agents = [
  new OwnAgent(lab, 'bench-server', { namespace: server.namespace }),
  new OwnAgent(lab, 'bench-client', { namespace: client.namespace }),
];
const browser = await chromium.launch({ executablePath: await ensureChromium(console.log), args: ['--no-sandbox'] });
try {
  await Promise.all(agents.map((agent) => agent.start()));
  await shootRuns();
} finally {
  await browser.close();
  for (const agent of agents) await agent.remove();
  await instance.release();
  rmSync(data, { recursive: true, force: true });
}

async function shootRuns() {
  const context = await browser.newContext();
  await (await context.newPage()).goto(instance.link);
  const [serverHost, clientHost] = await Promise.all(agents.map((agent) => agent.host()));
  const steps = [closedStep(10, 6), closedStep(100, 6)];
  const plain = { ...specFor(serverHost.id, { path: '/simple', steps }), clients: [{ hostId: clientHost.id }] };
  const asItIs = await lab.createRun('as it is', plain);
  await lab.finish(asItIs.id);
  const asked = { ...plain.tuning, server: { ...wish, flowSteering: { entries: 4096 } } };
  const tuned = await lab.createRun('packets steered', { ...plain, tuning: asked }, asItIs.id);
  await lab.finish(tuned.id);
  await shoot(context, folder, 'run-tuned', `${url}/runs/${tuned.id}`);
  await shoot(context, folder, 'run-snapshots', `${url}/runs/${tuned.id}?tab=snapshots`);
  await shoot(context, folder, 'compare-tuned', `${url}/compare?runs=${asItIs.id},${tuned.id}&baseline=${asItIs.id}`);
  await shoot(context, folder, 'new-run-tuning', `${url}/runs/new?from=${tuned.id}`);
  await context.close();
}
