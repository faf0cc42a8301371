// @ts-check
/** The part of `npm run screens` that is about runs over several hosts; it is started inside the API's namespace. */
import { chromium } from '@playwright/test';
import { closedStep, specFor } from '../lab/client.mjs';
import { ensureChromium } from '../test/chromium.mjs';
import { placesOfTest, startBridgedInstance, startBridgedLab } from '../test/namespaces/bridged-lab.mjs';
import { wish } from '../test/namespaces/tuned-host.mjs';
import { openParts, shoot } from './shoot.mjs';

const folder = process.argv[2] ?? '';
const places = placesOfTest();
const { stop: stopInstance, ...instance } = await startBridgedInstance();
const { lab, agents, stop } = await startBridgedLab(instance, [
  ['bench-server', places.server],
  ...places.clients.map((place, i) => /** @type {[string, typeof place]} */ ([`bench-client-${i + 1}`, place])),
]);
const browser = await chromium.launch({ executablePath: await ensureChromium(console.log), args: ['--no-sandbox'] });
try {
  const context = await browser.newContext();
  await (await context.newPage()).goto(instance.link);
  const [server, ...clients] = (await Promise.all(agents.map((agent) => agent.host()))).map(({ id }) => ({
    hostId: id,
  }));
  await shootTuned(context, server, clients.slice(0, 1));
  await shootClients(context, server, clients);
  await context.close();
} finally {
  await browser.close();
  await stop();
  await stopInstance();
}

async function shootTuned(context, server, clients) {
  const steps = [closedStep(10, 6), closedStep(100, 6)];
  const plain = { ...specFor(server.hostId, { path: '/simple', steps }), clients };
  const asItIs = await lab.createRun('as it is', plain);
  await lab.finish(asItIs.id);
  const asked = { ...plain.tuning, server: { ...wish, flowSteering: { entries: 4096 } } };
  const tuned = await lab.createRun('packets steered', { ...plain, tuning: asked }, asItIs.id);
  await lab.finish(tuned.id);
  await shoot(context, folder, 'run-tuned', `${lab.url}/runs/${tuned.id}`);
  await shoot(context, folder, 'run-snapshots', `${lab.url}/runs/${tuned.id}?tab=snapshots`);
  await shoot(
    context,
    folder,
    'compare-tuned',
    `${lab.url}/compare?runs=${asItIs.id},${tuned.id}&baseline=${asItIs.id}`,
  );
  await shoot(context, folder, 'new-run-tuning', `${lab.url}/runs/new?from=${tuned.id}`, openParts);
}

/** Four clients as one: with a tool that emits histograms. */
async function shootClients(context, server, clients) {
  const steps = [closedStep(40, 6), closedStep(160, 6)];
  const asked = { ...specFor(server.hostId, { path: '/read', steps, tool: 'volley' }), clients };
  const run = await lab.createRun('four clients as one', asked);
  await lab.finish(run.id);
  await shoot(context, folder, 'run-clients', `${lab.url}/runs/${run.id}`);
  await shoot(context, folder, 'new-run-clients', `${lab.url}/runs/new?from=${run.id}`);
}
