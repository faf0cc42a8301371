import { expect, type Page, test } from '@playwright/test';
import { api, signIn, url } from './lab.ts';

interface Copied {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the spec is looked at by its parts
  spec: any;
}

async function newRun(page: Page, from = ''): Promise<void> {
  await signIn(page);
  await page.goto(`${url}/runs/new${from}`);
  await expect(page.getByRole('heading', { name: 'Load profile', exact: true })).toBeVisible();
}

async function copied(page: Page): Promise<Copied> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const panel = page.getByRole('complementary', { name: 'This run' });
  await panel.getByRole('button', { name: 'Copy as JSON' }).click();
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
}

const choose = (page: Page, group: string, option: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option, exact: true }).click();

test('a target of another kind takes nothing from what was typed for the first', async ({ page }) => {
  await newRun(page);
  await page.getByLabel('Workers', { exact: true }).fill('2');
  await choose(page, 'Framework', 'net/http');
  await choose(page, 'Kind', 'Listening already');
  await expect(page.getByLabel('Workers', { exact: true })).toBeHidden();
  await expect(page.getByText(/allows no port/)).toBeVisible();
  await page.getByText('How to add one').click();
  await expect(page.getByText('"listeningPorts": [8080, 9000]')).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText(/nothing was sent/i)).toBeVisible();
  await choose(page, 'Kind', 'Reference server');
  await expect(page.getByLabel('Workers', { exact: true })).toHaveValue('2');
  expect((await copied(page)).spec.target).toMatchObject({ kind: 'reference', framework: 'nethttp', workers: 2 });
});

test('routes are added, weighed and removed by keyboard', async ({ page }) => {
  await newRun(page);
  const add = page.getByRole('button', { name: 'Add a route' });
  await add.press('Enter');
  await page.getByLabel('Route').nth(1).selectOption('/list');
  await page.getByLabel('Weight').nth(0).fill('3');
  await page.getByLabel('Weight').nth(1).fill('2');
  await expect(page.getByText('60 % /simple, 40 % /list').first()).toBeVisible();
  const { name, spec } = await copied(page);
  expect(spec.requests).toEqual([
    { method: 'GET', path: '/simple', weight: 3 },
    { method: 'GET', path: '/list', weight: 2 },
  ]);
  expect(name).toContain('60 % /simple, 40 % /list');
  await page.getByRole('button', { name: 'Remove /list' }).press('Enter');
  await expect(page.getByLabel('Weight')).toHaveCount(0);
  await expect(page.getByLabel('Route')).toBeFocused();
});

test('a ramp is filled from values, and a step is repeated with profiles', async ({ page }) => {
  await newRun(page);
  await page.locator('summary').filter({ hasText: 'Fill the ramp' }).click();
  await page.getByLabel('From', { exact: true }).fill('10');
  await page.getByLabel('To', { exact: true }).fill('1000');
  await page.getByLabel('Steps', { exact: true }).fill('3');
  await page.getByLabel('Steps', { exact: true }).press('Enter');
  await expect(page.getByLabel('Step 3: connections')).toHaveValue('1000');
  await page.getByRole('checkbox', { name: 'Also profile step 2' }).check();
  await page.getByRole('group', { name: 'Profiles of step 2' }).getByLabel('mutex').check();
  const { load } = (await copied(page)).spec;
  expect(load.tool).toBe('volley');
  expect(
    load.steps.map((step: { connections: number; profiles: string[] }) => [step.connections, step.profiles]),
  ).toEqual([
    [10, []],
    [100, []],
    [100, ['cpu', 'mutex']],
    [1000, []],
  ]);
});

test('a tool without an open loop says why in its place, and nothing typed for it is lost', async ({ page }) => {
  await newRun(page);
  await choose(page, 'Loop', 'Open loop');
  await page.getByLabel('Step 1: rate').fill('1,500');
  await page.getByLabel('Step 1: arrivals').selectOption('poisson');
  expect((await copied(page)).spec.load.steps[0]).toMatchObject({
    loop: 'open',
    requestsPerSecond: 1500,
    arrivals: 'poisson',
    connections: null,
  });
  await page.getByRole('radio', { name: /^autocannon/ }).click();
  await expect(page.getByRole('radiogroup', { name: 'Loop' })).toHaveAccessibleDescription(/autocannon/);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Open loop', exact: true })).toBeFocused();
  await choose(page, 'Loop', 'Closed loop');
  await expect(page.getByRole('radio', { name: 'Open loop', exact: true })).toHaveCount(0);
  await expect(page.getByText(/^No open loop: /)).toBeVisible();
  await page.getByRole('radio', { name: /^volley/ }).click();
  await choose(page, 'Loop', 'Open loop');
  await expect(page.getByLabel('Step 1: rate')).toHaveValue('1,500');
});

test('a ceiling search tells its rungs and its longest time, and is refused where it has nowhere to go', async ({
  page,
}) => {
  await newRun(page);
  await choose(page, 'Plan', 'Ceiling search');
  await page.getByLabel('First rung: connections').fill('100');
  await page.getByLabel('Most connections').fill('1000');
  await choose(page, 'Ceiling', 'Latency');
  await page.getByLabel('At most').fill('2.5');
  await expect(page.getByText('100, 200, 400, 800, 1,000 connections.')).toBeVisible();
  const { load } = (await copied(page)).spec;
  expect(load.steps).toHaveLength(1);
  expect(load.search).toEqual({
    vary: 'connections',
    most: 1000,
    growth: 2,
    precision: 0.1,
    ceiling: { kind: 'latency', percentile: 'p99', mostMs: 2.5 },
  });
  await page.getByLabel('Most connections').fill('100');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByLabel('Most connections')).toBeFocused();
  await expect(page.getByLabel('Most connections')).toHaveAccessibleDescription(/nowhere to go/);
});

test('a run made from another asks for exactly the same', async ({ page }) => {
  await newRun(page);
  await page.getByRole('button', { name: 'Add a route' }).click();
  await choose(page, 'Picking of products', 'Locked');
  await choose(page, 'Loop', 'Each its own');
  await page.getByLabel('Step 2: loop').selectOption('open');
  await page.getByRole('checkbox', { name: 'Also profile step 1' }).check();
  await page.getByRole('switch', { name: 'Decompression' }).click();
  const { spec } = await copied(page);
  const { id } = await api.createRun('to be made anew', spec);
  await api.call('POST', `/runs/${id}/cancel`);
  await newRun(page, `?from=${id}`);
  await expect(page.getByText('Nothing changed yet')).toBeVisible();
  expect((await copied(page)).spec).toEqual(spec);
});
