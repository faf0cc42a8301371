import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const step = { loop: 'closed', connections: 4, pipelining: 1, durationSeconds: 4, toolWorkers: 1, profiles: [] };

test('what each CPU did is a map, read by keys alone and as a table', async ({ page }) => {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const { id } = await api.createRun(
    'CPU by CPU',
    specFor(host.id, { path: '/simple', steps: [step], tool: 'volley' }),
  );
  expect((await api.finish(id)).state).toBe('finished');
  await signIn(page);
  await page.goto(`${url}/runs/${id}`);
  const series = page.locator('#time-series');
  await expect(series.getByText('CPUs used').first()).toBeVisible();
  await series.getByText('NIC lo, bits').last().scrollIntoViewIfNeeded();

  const map = page.getByRole('application', { name: /^CPU map, busy: \d+ CPUs/ });
  await map.focus();
  await page.keyboard.press('ArrowRight');
  const figure = page.getByRole('figure', { name: 'CPU map' });
  const told = figure.getByText(/^−?\d+:\d\d · CPU 0 · [\d.]+ % busy/);
  await expect(told).toBeVisible();
  const first = await told.textContent();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(told).not.toHaveText(first ?? '');
  await page.keyboard.press('Escape');
  await expect(figure.getByText(/Point at a cell for its figure\.$/)).toBeVisible();

  await figure.getByRole('radio', { name: 'softirq' }).click();
  await expect(page).toHaveURL(/cpu-work=softirq/);
  await figure.getByRole('button', { name: 'CPUs as table' }).click();
  const table = figure.getByRole('region', { name: 'CPUs, softirq' });
  await expect(table.getByRole('row')).toHaveCount(host.facts.cpus + 1);
  await expect(table.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText(/^[\d.]+$/);
});
