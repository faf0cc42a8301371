import { api, signIn, tabTo, url } from './lab.ts';
import { expect, test } from './test.ts';

const step = { loop: 'closed', connections: 4, pipelining: 1, durationSeconds: 6, toolWorkers: 1, profiles: ['cpu'] };

async function profiled(name: string, path: string) {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const { id } = await api.createRun(name, specFor(host.id, { path, steps: [step], tool: 'volley' }));
  const run = await api.finish(id);
  expect(run.state).toBe('finished');
  return run;
}

test('a flame graph is searched, turned round and zoomed, by the pointer and by keys alone', async ({ page }) => {
  await signIn(page);
  const run = await profiled('a flame graph', '/compute');
  await page.goto(`${url}/runs/${run.id}`);
  const flame = page.getByRole('application', { name: /^Flame graph, CPU/ });
  await flame.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const told = page.getByText(/[\d,]+ samples? · .* µs\/req · .* in itself · /);
  await expect(told).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/flame-frame=\d+/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/flame-frame/);

  await page.getByRole('searchbox', { name: 'Search functions in the flame graph' }).fill('appendSummary');
  await expect(page.getByText(/^[1-9][\d.]* % matched$/)).toBeVisible();
  await page.getByRole('radio', { name: /^Bottom up/ }).click();
  await expect(page).toHaveURL(/flame-bottom-up=true/);
  await expect(flame).toBeVisible();

  const functions = page.getByRole('region', { name: 'Functions' });
  await expect(functions.getByRole('row').filter({ hasText: 'appendSummary' }).first()).toContainText('µs/req');
});

test('the difference of two profiled runs names the function that a change made dearer', async ({ page }) => {
  await signIn(page);
  // The same server, asked for 16 bytes that are ready, or for a summary that is computed of a hundred products.
  const before = await profiled('before the change', '/simple');
  const after = await profiled('after the change', '/compute');
  await page.goto(`${url}/compare?runs=${before.id},${after.id}`);
  await page.getByRole('button', { name: /^Flame difference/ }).click();
  const section = page.locator('section#flame');
  await expect(section.getByText(/ costs [\d.]+ µs\/req more \(± [\d.]+\)\.$/)).toBeVisible();
  await section.getByRole('radio', { name: /^Total/ }).click();
  const changed = section.getByRole('region', { name: 'Functions that differ' });
  const summary = changed
    .getByRole('row')
    .filter({ hasText: /^workload\.appendSummary/ })
    .first();
  await expect(summary).toContainText(/\+[\d.]+ µs\/req \(± [\d.]+\)/);
  await expect(summary).toContainText('▲ more');
  await expect(section.getByRole('application', { name: /^Flame difference, CPU/ })).toBeVisible();

  // The other way round, by keyboard alone.
  await page.goto(`${url}/compare?runs=${after.id},${before.id}`);
  await tabTo(page, page.getByRole('button', { name: /^Flame difference/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, section.getByRole('radio', { name: /^Self/ }));
  await page.keyboard.press('ArrowRight');
  await expect(section.getByRole('radio', { name: /^Total/ })).toBeChecked();
  await expect(summary).toContainText('▼ less');
});
