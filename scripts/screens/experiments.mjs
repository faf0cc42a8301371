// @ts-check
/** Pictures of experiments: planned, running, done, and the form that says what a design can show. */
import { closedStep, specFor } from '../lab/client.mjs';
import { shoot } from './shoot.mjs';

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} folder
 * @param {import('../lab/client.mjs').LabClient} client
 * @param {string} hostId
 */
export async function shootExperiments(context, folder, client, hostId) {
  const at = (/** @type {string} */ id) => `${client.url}/experiments/${id}`;
  await shoot(context, folder, 'experiments-empty', `${client.url}/experiments`);
  await shoot(context, folder, 'recipes', `${client.url}/experiments/new`);
  const spec = specFor(hostId, { path: '/simple', steps: [closedStep(4, 2), closedStep(16, 2)], tool: 'volley' });
  const first = await client.createRun('/simple, as it comes', spec);
  await client.finish(first.id);
  const asked = {
    kind: 'comparison',
    question: 'Does one worker cost less CPU per request?',
    hypothesis: 'One scheduler for one CPU wakes fewer threads.',
    baseline: { name: 'one per CPU', spec },
    variants: [
      { name: '1 worker', changes: [{ path: '/target/workers', value: 1 }] },
      { name: 'net/http', changes: [{ path: '/target/framework', value: 'nethttp' }] },
    ],
    rounds: 4,
    extensionRounds: null,
    primary: { metric: 'serverCpuUsPerRequest', stepIndex: 1 },
    marginPercent: 2,
    seed: 20,
    start: true,
  };
  const running = await client.call('POST', '/experiments', asked);
  await until(client, running.id, ({ runsDone }) => runsDone >= 4);
  await shoot(context, folder, 'experiment-running', at(running.id));
  await until(client, running.id, ({ status }) => status === 'done');
  const planned = await client.call('POST', '/experiments', {
    ...asked,
    question: 'Is it the worker or its CPU?',
    variants: [
      {
        name: '1 worker on CPU 0',
        changes: [
          { path: '/target/workers', value: 1 },
          { path: '/tuning/targetCpus', value: '0' },
        ],
      },
    ],
    start: false,
  });
  const finding = 'One machine has both sides, so **this holds here only**. Next: the load from a second host.';
  await client.call('PATCH', `/experiments/${running.id}`, { finding });
  await shoot(context, folder, 'experiment-done', at(running.id));
  await shoot(context, folder, 'experiment-planned', at(planned.id));
  await shoot(context, folder, 'experiments', `${client.url}/experiments`);
  await shootForm(context, folder, `${client.url}/experiments/new?baseline=${first.id}`);
}

/** What a person types to ask for two groups at once. */
function shootForm(context, folder, url) {
  return shoot(context, folder, 'new-experiment', url, async (page) => {
    await page.getByLabel('Question').fill('Is it the worker or its CPU?');
    for (const [setting, value] of [
      ['workers', '1'],
      ['CPU set of the target', '0'],
    ]) {
      await page.getByRole('combobox', { name: 'Change a setting' }).fill(setting);
      await page.getByRole('combobox', { name: 'Change a setting' }).press('Enter');
      await page.getByLabel(`${setting} in the variant`, { exact: true }).fill(value);
    }
    await page.waitForTimeout(2_000);
  });
}

async function until(client, id, isSo) {
  while (!isSo(await client.call('GET', `/experiments/${id}`)))
    await new Promise((resolve) => setTimeout(resolve, 500));
}
