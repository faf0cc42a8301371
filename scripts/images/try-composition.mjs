// @ts-check
/** Starts the composition that stands on its standard input, and runs one benchmark through it. For scripts/images.mjs alone. */
import { text } from 'node:stream/consumers';
import { closedStep, LabClient, specFor } from '../lab/client.mjs';
import { runScript } from '../start/run-script.mjs';
import { Sentence } from '../start/sentence.mjs';
import { Containers } from './containers.mjs';

const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

await runScript(async () => {
  /** @type {import('./composition.mjs').Composition} */
  const { services } = JSON.parse(await text(process.stdin));
  const containers = new Containers(services);
  await containers.start('postgres');
  await containers.healthy('postgres');
  await containers.finish('migrate');
  await containers.start('web');
  await containers.healthy('web');
  await containers.start('api');
  await containers.healthy('api');
  await containers.start('agent');
  const link = await containers.inside('api', ['node', 'scripts/sign-in-link.mjs', '--url', 'http://127.0.0.1:3000']);
  say(`api: a sign-in link is printed (${new URL(link.trim()).pathname})`);

  const client = new LabClient('http://127.0.0.1:3000', services.api?.environment?.MILLIONRPS_ADMIN_TOKEN ?? '');
  const { id, name, facts } = await client.readyHost();
  say(
    `agent: ${name} joined; its load generators: ${facts.tools.map((/** @type {{ name: string }} */ tool) => tool.name).join(', ')}`,
  );
  for (const tool of ['volley', 'wrk', 'autocannon']) {
    const made = await client.createRun(
      `Images: ${tool}`,
      specFor(id, { path: '/simple', tool, steps: [closedStep(20, 4)] }),
    );
    const run = await client.finish(made.id);
    if (run.state !== 'finished') throw new Sentence(`The run with ${tool} ${run.state}: ${run.failure?.sentence}`);
    const { requestsPerSecond, errors } = run.steps[0].point;
    const failed = Object.values(errors).reduce((sum, some) => sum + some, 0);
    say(`${tool}: ${Math.round(requestsPerSecond)} req/s, ${failed} failed; ${run.verdict?.sentence}`);
  }
});
