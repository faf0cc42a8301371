import type { Browser, Page } from '@playwright/test';
import { api, edit, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

interface Copied {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the spec is looked at by its parts
  spec: any;
}

async function newRun(page: Page, from = '', ...parts: string[]): Promise<void> {
  await signIn(page);
  await page.goto(`${url}/runs/new${from}`);
  await edit(page, 'Load', ...parts);
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
  await newRun(page, '', 'Target', 'Workers and port');
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
  await edit(page, 'Workers and port');
  await expect(page.getByLabel('Workers', { exact: true })).toHaveValue('2');
  expect((await copied(page)).spec.target).toMatchObject({ kind: 'reference', framework: 'nethttp', workers: 2 });
});

test('a removed step leaves the focus in its list', async ({ page }) => {
  await newRun(page);
  await page.getByRole('button', { name: 'Add a step' }).press('Enter');
  const removes = page.getByRole('button', { name: /^Remove step/ });
  const count = await removes.count();
  await removes.last().press('Enter');
  await expect(page.getByRole('button', { name: `Remove step ${count - 1}` })).toBeFocused();
  for (let left = count - 1; left > 1; left--) await removes.first().press('Enter');
  await expect(page.getByRole('button', { name: 'Duplicate step 1' })).toBeFocused();
});

test('routes are added, weighed and removed by keyboard', async ({ page }) => {
  await newRun(page, '', 'Requests');
  const add = page.getByRole('button', { name: 'Add a route' });
  await add.press('Enter');
  await page.getByLabel('Route').nth(1).selectOption('/list');
  await page.getByLabel('Weight').nth(0).fill('3');
  await page.getByLabel('Weight').nth(1).fill('2');
  await expect(page.getByText('60 % /simple, 40 % /list').first()).toBeVisible();
  const { name, spec } = await copied(page);
  expect(spec.requests).toMatchObject([
    { method: 'GET', path: '/simple', weight: 3, body: null },
    { method: 'GET', path: '/list', weight: 2, headers: [] },
  ]);
  expect(name).toContain('/simple and 1 more');
  await page.getByRole('button', { name: 'Remove /list' }).press('Enter');
  await expect(page.getByLabel('Weight')).toHaveCount(0);
  await expect(page.getByLabel('Route')).toBeFocused();
});

test('a route over a database shows what its pool is given, and keeps it', async ({ page }) => {
  await newRun(page, '', 'Requests');
  await expect(page.getByRole('heading', { name: 'Backends' })).toBeHidden();
  await page.getByLabel('Route').selectOption('/db-write');
  await edit(page, 'Backends');
  const database = page.getByRole('group', { name: /^Database/ });
  await database.getByLabel('Connections').fill('1001');
  await database.getByLabel('Connections').blur();
  await expect(page.getByText('A whole number from 1 to 1,000.')).toBeVisible();
  await database.getByLabel('Connections').fill('3');
  await database.getByRole('switch', { name: 'Commit on disk' }).press('Space');
  const given = { poolSize: 3, prepared: true, batch: 1, synchronousCommit: false };
  await expect.poll(async () => (await copied(page)).spec.target.database).toEqual(given);
  await page.getByLabel('Route').selectOption('/simple');
  await expect(page.getByRole('heading', { name: 'Backends' })).toBeHidden();
  expect((await copied(page)).spec.target.database).toBeNull();
});

/** What a browser records of a page that signs its requests. */
async function recording(browser: Browser, path: string): Promise<void> {
  const context = await browser.newContext({ recordHar: { path } });
  const page = await context.newPage();
  await page.route('**/orders', (route) => route.fulfill({ status: 201, json: { id: 1 } }));
  await page.goto(`${url}/sign-in`);
  await page.evaluate(async () => {
    const headers = { authorization: 'Bearer planted-in-a-header', 'content-type': 'application/json' };
    for (const body of ['{"item":1}', '{"item":1}', '{"item":2}'])
      await fetch('/orders', { method: 'POST', headers, body });
  });
  await context.close();
}

test('a recording of the browser becomes requests, without its credentials', async ({ page, browser }, info) => {
  const har = info.outputPath('recorded.har');
  await recording(browser, har);
  await newRun(page, '', 'Target', 'Requests');
  await choose(page, 'Kind', 'Listening already');
  await page.getByRole('button', { name: 'Open a HAR file' }).press('Enter');
  await page.getByLabel('A HAR file').setInputFiles(har);
  await expect(page.getByLabel('Requests of')).toContainText(url);
  await expect(page.getByText('The value of authorization was not kept.')).toBeVisible();
  const recorded = page.getByRole('group', { name: /recorded as its weight/ });
  for (const box of await recorded.getByRole('checkbox', { name: /^\/(?!orders)/ }).all()) await box.uncheck();
  // More were recorded than a run asks for: the last ones wait to be chosen.
  for (const box of await recorded.getByRole('checkbox', { name: 'POST /orders' }).all()) await box.check();
  await page.getByRole('button', { name: 'Add 2 requests' }).press('Enter');
  await expect(page.getByText('66.7 % POST /orders, 33.3 % POST /orders')).toBeVisible();
  // No host has the secret yet, so that each stands open with what is missing.
  await expect(page.getByLabel('Headers, one a line').first()).toHaveValue(
    /^authorization: \{\{secret:authorization\}\}$/m,
  );
  await expect(page.getByLabel('Text of the body').first()).toHaveValue('{"item":1}');
  expect(await page.evaluate(() => Object.values({ ...sessionStorage, ...localStorage }).join())).not.toContain(
    'planted',
  );
});

test('a recording opened beside the reference server makes its address the target, and can be put back', async ({
  page,
  browser,
}, info) => {
  const har = info.outputPath('recorded.har');
  await recording(browser, har);
  await newRun(page, '', 'Requests');
  const target = page.locator('details', { has: page.getByRole('heading', { name: 'Target', exact: true }) });
  await page.getByRole('button', { name: 'Open a HAR file' }).press('Enter');
  await expect(page.getByText('The address that it recorded becomes the target.')).toBeVisible();
  await page.getByLabel('A HAR file').setInputFiles(har);
  await page.getByRole('button', { name: /^Add \d+ requests?$/ }).press('Enter');
  await expect(target).toContainText(new URL(url).port);
  await page.getByRole('button', { name: 'Put back Fiber' }).click();
  await expect(target).toContainText('Fiber');
});

test('a ramp is filled from values, and a step is repeated with profiles', async ({ page }) => {
  await newRun(page, '', 'Profiling');
  await page.locator('summary').filter({ hasText: 'Fill the ramp' }).click();
  await page.getByLabel('From', { exact: true }).fill('10');
  await page.getByLabel('To', { exact: true }).fill('1000');
  await page.getByRole('textbox', { name: 'Steps', exact: true }).fill('3');
  await page.getByRole('textbox', { name: 'Steps', exact: true }).press('Enter');
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
  await newRun(page, '', 'Tool');
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

test('a ceiling search tells its rungs and its longest time, and is refused where it has no room', async ({ page }) => {
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
  await expect(page.getByLabel('Most connections')).toHaveAccessibleDescription(/has no room/);
});

test('a run made from another asks for exactly the same', async ({ page }) => {
  await newRun(page, '', 'Requests', 'Workers and port', 'Tool', 'Profiling');
  await page.getByRole('button', { name: 'Add a route' }).click();
  await choose(page, 'Random source', 'Locked');
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
