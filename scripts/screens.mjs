#!/usr/bin/env node
// @ts-check
/**
 * `npm run screens`: takes the pictures of docs/screens from a real instance with real runs: every page at 1440 and 390
 * pixels, dark and light. Tuned runs are of hosts in network namespaces, which need root.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startInstance } from './lab/borrow.mjs';
import { openBrowser } from './lab/browser.mjs';
import { closedStep, openStep, plainGet, specFor } from './lab/client.mjs';
import { shootBenchmarks } from './screens/benchmarks.mjs';
import { shootExperiments } from './screens/experiments.mjs';
import { shoot, shootPreview } from './screens/shoot.mjs';
import { shootTunedRuns } from './screens/tuned.mjs';
import { freePort } from './start/checks.mjs';
import { temporaryFolder } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { root } from './start/settings.mjs';

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: path.join(root, 'docs/screens') },
      shortest: { type: 'boolean', default: false },
    },
  });
  mkdirSync(values.out, { recursive: true });
  const { folder: data } = temporaryFolder('screens');
  const instance = await startInstance(console.log, {
    ...process.env,
    DATABASE_URL: '',
    MILLIONRPS_DATA: path.join(data, 'data'),
    PORT: String(await freePort()),
  });
  const browser = await openBrowser(data, console.log);
  if (values.shortest) return await takeFirst(browser, instance, values.out);
  await takeAll(browser, instance, values.out);
  await shootTunedRuns(values.out);
});

/** Those for which nothing has to be measured. */
async function takeFirst(browser, { client, link }, folder) {
  const context = await browser.newContext();
  await shoot(context, folder, 'sign-in', `${client.url}/sign-in`);
  await (await context.newPage()).goto(link);
  await shoot(context, folder, 'runs-empty', `${client.url}/`);
}

async function takeAll(browser, { client, link }, folder) {
  const stranger = await browser.newContext();
  await shoot(stranger, folder, 'sign-in', `${client.url}/sign-in`);
  await stranger.close();
  const context = await browser.newContext();
  const first = await context.newPage();
  await first.goto(link);
  await first.close();
  await shoot(context, folder, 'runs-empty', `${client.url}/`);

  const host = await client.readyHost();
  const ramp = [1, 10, 50, 200].map((connections) => closedStep(connections, 6));
  const simple = await client.createRun(
    '/simple, one process',
    specFor(host.id, { path: '/simple', steps: ramp, pauseSeconds: 1 }),
  );
  await client.finish(simple.id);
  const broken = specFor(host.id, { path: '/read', steps: ramp });
  const prefork = await client.createRun(
    '/simple, prefork, 2 workers',
    {
      ...specFor(host.id, { path: '/simple', steps: ramp, pauseSeconds: 1 }),
      target: { ...broken.target, prefork: true, workers: 2 },
    },
    simple.id,
  );
  await client.finish(prefork.id);
  await client.call('PATCH', `/runs/${simple.id}`, { tags: ['baseline'], notes: 'One process, as it comes.' });
  const blocked = await client.createRun('/read on a port in use', {
    ...broken,
    target: { ...broken.target, port: Number(new URL(client.url).port) },
  });
  await client.finish(blocked.id);
  const live = await client.createRun('/read, prefork', {
    ...specFor(host.id, { path: '/read', steps: [closedStep(10, 8), closedStep(50, 240)] }),
    target: { ...broken.target, prefork: true },
  });
  await until(async () => (await client.call('GET', `/runs/${live.id}`)).progress.stepIndex === 1);
  await new Promise((resolve) => setTimeout(resolve, 8_000));

  await shoot(context, folder, 'run-live', `${client.url}/runs/${live.id}`);
  await shoot(context, folder, 'runs', `${client.url}/`);
  for (const [name, key] of /** @type {const} */ ([
    ['palette', 'Control+k'],
    ['shortcuts', '?'],
  ])) {
    await shoot(context, folder, name, `${client.url}/`, async (page) => {
      await page.keyboard.press(key);
      await page.waitForTimeout(1_000);
    });
  }
  await client.call('POST', `/runs/${live.id}/cancel`);
  await client.finish(live.id);
  await shoot(context, folder, 'run-finished', `${client.url}/runs/${simple.id}`);
  await shoot(context, folder, 'run-finished-files', `${client.url}/runs/${simple.id}?tab=files`);
  await shoot(context, folder, 'run-step', `${client.url}/runs/${simple.id}?step=1`);
  await shoot(context, folder, 'run-failed', `${client.url}/runs/${blocked.id}`);
  await shoot(context, folder, 'run-canceled', `${client.url}/runs/${live.id}`);
  await shoot(context, folder, 'new-run', `${client.url}/runs/new`);
  await shoot(context, folder, 'new-run-from', `${client.url}/runs/new?from=${prefork.id}`);
  await shootLoads(context, folder, client, host.id);
  await shootRepeats(context, folder, client, host.id);
  await shootImported(context, folder, client);
  await shootExperiments(context, folder, client, host.id);
  await shootBenchmarks(context, folder, client, host.id);
  await shoot(context, folder, 'imports', `${client.url}/imports`);
  await shootShares(browser, context, folder, client, [simple.id, prefork.id]);
  for (const tab of ['account', 'tokens', 'people', 'invites']) {
    await shoot(context, folder, `settings-${tab}`, `${client.url}/settings?tab=${tab}`);
  }
  await shoot(context, folder, 'hosts', `${client.url}/hosts`);
  await shoot(context, folder, 'host', `${client.url}/hosts/${host.id}`, async (page) => {
    await page.getByRole('button', { name: 'Examine' }).click();
    await page.waitForTimeout(4_000);
  });
  await shoot(context, folder, 'not-found', `${client.url}/runs/01890000-0000-7000-8000-000000000000`);
  await context.close();
}

/** What an open loop, a profiled repetition and a ceiling search look like. */
async function shootLoads(context, folder, client, hostId) {
  const rates = [500, 1_000, 2_000].map((rate) => openStep(rate, 6));
  const profiled = { ...openStep(2_000, 6), profiles: ['cpu', 'mutex', 'heap'] };
  const plain = specFor(hostId, { path: '/read', steps: [...rates, profiled], tool: 'volley' });
  const requests = [plainGet('/read', 60), plainGet('/list', 40)];
  const open = await client.createRun('/read and /list at a rate', { ...plain, requests });
  await client.finish(open.id);
  await shoot(context, folder, 'run-open', `${client.url}/runs/${open.id}`);
  await shoot(context, folder, 'new-run-open', `${client.url}/runs/new?from=${open.id}`);
  const changed = await client.createRun('the same with net/http', {
    ...plain,
    requests,
    target: { ...plain.target, framework: 'nethttp' },
  });
  await client.finish(changed.id);
  const sides = `runs=${open.id},${changed.id}&baseline=${open.id}`;
  await shoot(context, folder, 'compare-flame', `${client.url}/compare?${sides}&open=flame`);
  const ceiling = { kind: 'latency', percentile: 'p99', mostMs: 5 };
  const search = { vary: 'connections', most: 512, growth: 2, precision: 0.2, ceiling };
  const first = specFor(hostId, { path: '/simple', steps: [closedStep(4, 5)], tool: 'volley' });
  const sought = await client.createRun('how many connections within 5 ms', {
    ...first,
    load: { ...first.load, search },
  });
  await client.finish(sought.id);
  await shoot(context, folder, 'run-search', `${client.url}/runs/${sought.id}`);
  await shoot(context, folder, 'new-run-search', `${client.url}/runs/new?from=${sought.id}`);
}

/** What is known of benchmarks that others made: the reference set, an imported run, two of them compared. */
async function shootImported(context, folder, client) {
  const { runs, comparison } = await client.call('POST', '/imports/journal', {});
  const of = (name) => runs.find((run) => run.name.includes(name)) ?? runs[0];
  await shoot(context, folder, 'runs-imported', `${client.url}/?imported=true`);
  for (const picture of ['groups', 'scatter']) {
    await shoot(context, folder, `runs-${picture}`, `${client.url}/?as=${picture}`);
  }
  await shoot(context, folder, 'run-invalid', `${client.url}/runs/${of('no workers').runId}`);
  await shoot(context, folder, 'run-imported', `${client.url}/runs/${of('30 workers').runId}`);
  const { runIds, baselineRunId } = comparison;
  await shoot(
    context,
    folder,
    'compare-imported',
    `${client.url}/compare?runs=${runIds.join(',')}&baseline=${baselineRunId}`,
  );
}

/** Runs of two configurations in turn, so that a difference can be told from noise. */
async function shootRepeats(context, folder, client, hostId) {
  const spec = specFor(hostId, { path: '/compute', steps: [closedStep(8, 5), closedStep(32, 5)] });
  const prefork = { ...spec, target: { ...spec.target, prefork: true, workers: 2 } };
  const runs = [];
  for (let round = 1; round <= 3; round++) {
    for (const [name, one] of [
      ['one process', spec],
      ['prefork', prefork],
    ]) {
      const { id } = await client.createRun(`/compute, ${name}, ${round}`, one);
      await client.finish(id);
      runs.push(id);
    }
  }
  await shoot(context, folder, 'compare-repeats', `${client.url}/compare?runs=${runs.join(',')}&baseline=${runs[0]}`);
}

/** A comparison, its links, and how it looks without an account. */
async function shootShares(browser, context, folder, client, runIds) {
  await shoot(context, folder, 'compare', `${client.url}/compare?runs=${runIds.join(',')}&baseline=${runIds[0]}`);
  const open = await client.call('POST', '/shares', { runIds });
  const closed = await client.call('POST', '/shares', { runIds: runIds.slice(0, 1), expiresInDays: 7 });
  await client.call('POST', `/shares/${closed.id}/revoke`);
  await shoot(context, folder, 'shares', `${client.url}/shares`);
  const { url: invite } = await client.call('POST', '/invites', { email: 'ada@example.org', role: 'operator' });
  const stranger = await browser.newContext();
  await shoot(stranger, folder, 'shared', open.url);
  await shoot(stranger, folder, 'shared-closed', closed.url);
  await shoot(stranger, folder, 'invite', invite);
  const [experiment] = (await client.call('GET', '/experiments')).experiments.filter(({ status }) => status === 'done');
  for (const [name, shared] of Object.entries({
    run: { runIds: runIds.slice(0, 1) },
    comparison: { runIds },
    experiment: { runIds: [], experimentId: experiment.id },
  })) {
    const { url } = await client.call('POST', '/shares', shared);
    await shootPreview(stranger, folder, `preview-${name}`, url);
  }
  await stranger.close();
}

async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200));
}
