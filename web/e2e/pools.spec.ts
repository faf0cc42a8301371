import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { tooSmall } from './above-the-fold.ts';
import { api, edit, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const SECOND = 'second of the pool';
const LABEL = 'browser-test';

interface Named {
  id: string;
  name: string;
}

let agent: ChildProcess;
let data: string;
let first: Named;
let second: Named;
let before: { id: string }[] = [];

async function end(runId: string): Promise<void> {
  await api.call('POST', `/runs/${runId}/cancel`);
  await api.finish(runId);
}

/** A second host, which is the same machine; its labels come with its token. */
test.beforeAll(async () => {
  first = await api.readyHost();
  const { token } = await api.call('POST', '/join-tokens', { labels: [LABEL] });
  data = mkdtempSync('/tmp/millionrps-second-agent-');
  agent = spawn('.build/bin/agent', ['run', '--url', url, '--data', data, '--name', SECOND], {
    env: { ...process.env, MILLIONRPS_JOIN_TOKEN: token },
    stdio: 'ignore',
  });
  await expect(async () => {
    const { hosts } = await api.call('GET', '/host-states');
    second = hosts.find(({ name, status }: { name: string; status: string }) => name === SECOND && status === 'ready');
    expect(second).toBeTruthy();
  }).toPass({ timeout: 60_000 });
});

test.afterAll(async () => {
  for (const { id } of before) await end(id);
  for (const { id } of [first, second]) {
    await api.call('POST', `/hosts/${id}/availability`, { availability: 'open' });
    await api.call('PATCH', `/hosts/${id}`, { labels: [] });
  }
  await fetch(`${api.url}/api/v1/hosts/${second.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${api.token}` },
  });
  const ended = new Promise((resolve) => agent.once('exit', resolve));
  agent.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
});

test('a run on any host of a pool waits while that is cordoned, and starts once it is open', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/hosts`);
  const filter = page.getByRole('group', { name: 'Labels' }).getByRole('button', { name: LABEL });
  await expect(filter).toHaveText(`${LABEL} 1`);
  await page.getByRole('button', { name: `Actions on ${first.name}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Labels …' }).press('Enter');
  await page.getByLabel('Add a label').fill(LABEL);
  await page.getByRole('button', { name: 'Save labels' }).click();
  await expect(filter).toHaveText(`${LABEL} 2`);
  await filter.click();
  await expect(page).toHaveURL(`${url}/hosts?label=${LABEL}`);

  // Longer than any machine takes for the pages that follow; canceled once they were looked at.
  const onlyOf = (hostId: string) => specFor(hostId, { path: '/simple', steps: [closedStep(1, 300)], tool: 'volley' });
  before = await Promise.all([first, second].map(({ id, name }) => api.createRun(`on ${name}`, onlyOf(id))));

  await page.goto(`${url}/runs/new`);
  await edit(page, 'Hosts');
  await page.getByLabel('Server host').selectOption(`any of ${LABEL}`);
  const chosen = await page.getByLabel('Server host').inputValue();
  expect([first.id, second.id]).toContain(chosen);
  const host = chosen === first.id ? first : second;
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('Waits until its host is free')).toBeVisible();
  const runUrl = page.url();
  const runId = runUrl.match(/[0-9a-f-]{36}/)?.[0] ?? '';

  await page.goto(`${url}/hosts/${host.id}`);
  await page.getByRole('button', { name: `Actions on ${host.name}` }).click();
  await page.getByRole('menuitem', { name: 'Cordon …' }).click();
  await page.getByLabel('What for (optional)').fill('kernel update');
  await page.getByRole('button', { name: 'Cordon', exact: true }).click();
  await expect(page.getByText('Cordoned by Administrator (kernel update): no run starts on it')).toBeVisible();
  await page.goto(runUrl);
  await expect(page.getByText(`Waits: ${host.name} was cordoned by Administrator (kernel update)`)).toBeVisible();

  // What runs goes on, and the host is left alone once that is over.
  for (const { id } of before) {
    expect((await api.call('GET', `/runs/${id}`)).endedAtUs).toBeNull();
    await end(id);
  }
  expect((await api.call('GET', `/hosts/${host.id}`)).status).toBe('closed');
  expect((await api.call('GET', `/runs/${runId}`)).state).toBe('queued');

  await page.goto(`${url}/runs/new`);
  await edit(page, 'Hosts');
  await page.getByLabel('Server host').selectOption(`any of ${LABEL}`);
  await expect(page.getByLabel('Server host')).toHaveValue(host === first ? second.id : first.id);
  await page.getByLabel('Any', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Pick clients' }).click();
  await expect(page.getByText(/^Pool browser-test has .*; 2 are needed: .* is cordoned\.$/)).toBeVisible();

  await page.goto(runUrl);
  await page.getByRole('link', { name: /^Page of / }).click();
  await page.getByRole('button', { name: 'Open for runs' }).click();
  await expect(page.getByRole('button', { name: 'Open for runs' })).toHaveCount(0);
  expect((await api.finish(runId)).state).toBe('finished');
});

test('a host is drained, and says so; on a phone no control is missed by a finger', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/hosts/${second.id}`);
  await page.getByRole('button', { name: `Actions on ${second.name}` }).click();
  await page.getByRole('menuitem', { name: 'Drain …' }).click();
  await page.getByRole('button', { name: 'Drain', exact: true }).click();
  await expect(page.getByText('Drained by Administrator: nothing is left to run on it')).toBeVisible();
  await expect(page.getByRole('main').getByText('drained', { exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/hosts`);
  await expect(page.getByRole('button', { name: 'Open for runs' })).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
  await page.goto(`${url}/runs/new`);
  // On a phone the whole line is what a finger hits.
  await page.locator('summary', { has: page.getByRole('heading', { name: 'Hosts', exact: true }) }).click();
  await expect(page.getByRole('button', { name: 'Pick clients' })).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
});

test('a label that was typed is in the line of a host to come, and none is said to be while there is no line', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(`${url}/hosts`);
  await page.getByRole('button', { name: 'Enrol a host' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enrol a host' });
  await expect(dialog.getByText('The token is for one host')).toBeVisible();
  const field = dialog.getByLabel('Label for the host (optional)');
  const said = dialog.getByText('The line above is new: it gives the host this label. The one before works no more.');
  const open = async () => (await (await page.request.get(`${url}/api/v1/join-tokens`)).json()).tokens.length;
  const openBefore = await open();
  await field.fill(LABEL);
  await expect(said).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Done' }).focus();
  await expect(said).toBeVisible();
  expect(await open()).toBe(openBefore);

  await page.route('**/api/v1/join-tokens', (route) => route.abort());
  await dialog.getByRole('button', { name: `Remove ${LABEL}` }).click();
  await field.fill('other');
  await field.press('Enter');
  await expect(dialog.getByText('No join token could be made')).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('a cordon whose answer was lost is said to be unconfirmed, and the host is read again', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/hosts/${second.id}`);
  await page.route('**/availability', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: `Actions on ${second.name}` }).click();
  await page.getByRole('menuitem', { name: 'Cordon …' }).click();
  await page.getByRole('button', { name: 'Cordon', exact: true }).click();
  await expect(page.getByText(`Not confirmed: ${second.name} may be cordoned by now`)).toBeVisible();
  await expect(page.getByText('Cordoned by Administrator: no run starts on it')).toBeVisible();
});
