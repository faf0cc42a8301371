import { readFileSync } from 'node:fs';
import { faultsIn } from './accessibility.ts';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

test('an administrator finds in the audit log who closed a host, narrows it, and takes it away', async ({ page }) => {
  const { id } = await api.readyHost();
  await api.call('PATCH', `/hosts/${id}`, { labels: ['rack-7'] });
  await api.call('POST', `/hosts/${id}/availability`, { availability: 'cordoned', why: 'kernel update' });
  await api.call('POST', `/hosts/${id}/availability`, { availability: 'open' });
  await signIn(page);
  await page.goto(`${url}/settings?tab=audit`);
  const labelled = page.getByRole('row', { name: /^Rename or label a host/ });
  for (const said of ['labels: rack-7', 'Administrator', '127.0.0.1', 'done'])
    await expect(labelled).toContainText(said);
  await expect(labelled.locator('time + span')).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d \S+/);
  expect(await faultsIn(page, 'audit log')).toEqual([]);

  await labelled.getByRole('link', { name: 'preset token' }).click();
  await expect(page.getByLabel('Who', { exact: true }).locator('option:checked')).toHaveText(
    'preset administrator token',
  );
  await expect(labelled).toBeVisible();
  const signIns = page.getByRole('row', { name: /^Sign in ?with: link/ });
  await expect(signIns).toHaveCount(0);
  await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Anybody' });
  await page.getByLabel('By', { exact: true }).selectOption({ label: 'session' });
  await expect(labelled).toHaveCount(0);
  await expect(signIns.first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await page.getByRole('button', { name: 'Keep entries …' }).click();
  await expect(page.getByLabel('Days', { exact: true })).toHaveValue('730');
  expect(await faultsIn(page, 'how long the audit log is kept')).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByLabel('Action').selectOption({ label: 'Cordon, drain or open a host' });
  await expect(labelled).toHaveCount(0);
  await expect(page.getByRole('row', { name: /why: kernel update/ })).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  for (const line of lines.slice(1)) expect(line).toContain(`,host.availability,host,${id},`);
  await page.getByLabel('Outcome').selectOption({ label: 'failed' });
  await expect(page.getByText('No entry matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(labelled).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: 'Audit log' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('an administrator sees how each part of the instance is', async ({ page }) => {
  await api.readyHost();
  await signIn(page);
  await page.goto(`${url}/settings?tab=instance`);
  const part = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
  await expect(part('Database')).toContainText(/ok ?PostgreSQL \d+\.\d+ answers in/);
  await expect(part('API')).toContainText('Background work is on time.');
  await expect(part('Agents')).toContainText('1 of 1 host online.');
  await expect(page.getByRole('row', { name: /^\d+\.\d+\.\d+\S* 1 1$/ })).toBeVisible();
  await expect(part('Audit log')).toContainText('730 days');
  expect(await faultsIn(page, 'instance')).toEqual([]);
  await page.goto(`${url}/settings?tab=storage`);
  await expect(part('Free on the disk of the data folder')).toContainText(/[GT]B|[GT]iB/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/settings?tab=instance`);
  await expect(page.getByRole('list', { name: 'Health' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('an invite is for a viewer unless somebody says more', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/settings?tab=invites`);
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await expect(page.getByLabel('Role')).toHaveValue('viewer');
});
