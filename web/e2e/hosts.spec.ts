import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { tooSmall } from './above-the-fold.ts';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

test('a host is examined from its page, and shows its present settings', async ({ page }) => {
  await signIn(page);
  const host = await api.readyHost();
  await page.goto(`${url}/hosts`);
  await page.getByRole('link', { name: host.name, exact: true }).click();
  await expect(page).toHaveURL(`${url}/hosts/${host.id}`);
  await expect(page.getByRole('heading', { level: 1, name: host.name })).toBeVisible();
  await expect(page.getByText(host.facts.kernel)).toBeVisible();

  await page.getByRole('button', { name: 'Examine' }).press('Enter');
  await expect(page.getByText(/checks? (is|are) fine/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Examine again' })).toBeFocused();

  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Find in keys and values' }).fill('kernel/release');
  await expect(page.getByRole('row').filter({ hasText: 'kernel/release' })).toContainText(host.facts.kernel);
  await expect(page).toHaveURL(/key=kernel/);
});

test('a run that asks for no tuning says so, and its snapshots do not differ', async ({ page }) => {
  await signIn(page);
  const host = await api.readyHost();
  const { id } = await api.createRun('left alone', specFor(host.id, { path: '/simple', steps: [closedStep(5, 2)] }));
  const run = await api.finish(id);
  expect(run.tuning[0].restoreMatches).toBe(true);
  await page.goto(`${url}/runs/${id}`);
  await expect(page.getByText(/left as it was: no tuning was asked for; 4 snapshots/)).toBeVisible();
  await page.getByRole('button', { name: 'Snapshots' }).click();
  await expect(page).toHaveURL(/tab=snapshots/);
  await page.getByRole('combobox', { name: 'To' }).selectOption('1.restored');
  await expect(page).toHaveURL(/to=1\.restored/);
  await page.getByRole('button', { name: /^Show all/ }).click();
  await page.getByRole('searchbox', { name: 'Find in keys and values' }).fill('kernel/release');
  const row = page.getByRole('row').filter({ hasText: 'kernel/release' });
  await expect(row.getByText(host.facts.kernel)).toHaveCount(2);
  await expect(row.getByText('differs')).toHaveCount(0);
});

test('on a phone no control of the hosts is missed by a finger', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const { id } = await api.readyHost();
  await page.goto(`${url}/hosts`);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
  await page.goto(`${url}/hosts/${id}`);
  await expect(page.getByRole('heading', { name: 'Runs on this host' })).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
});

test('a host that does not exist is told kindly', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/hosts/01890000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'There is no such host' })).toBeVisible();
});
