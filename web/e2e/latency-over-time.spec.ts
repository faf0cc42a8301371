import { expect, test } from '@playwright/test';
import { api, signIn, url } from './lab.ts';

const step = { loop: 'closed', connections: 4, pipelining: 1, durationSeconds: 4, toolWorkers: 1, profiles: [] };

test('latency over time is a heat map with p50 and p99, read by keys alone and as a table', async ({ page }) => {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const steps = [step, { ...step, connections: 16 }];
  const { id } = await api.createRun('latency over time', specFor(host.id, { path: '/simple', steps, tool: 'volley' }));
  const run = await api.finish(id);
  expect(run.state).toBe('finished');
  await signIn(page);
  await page.goto(`${url}/runs/${id}`);
  await page.locator('#latency').scrollIntoViewIfNeeded();
  const figure = page.getByRole('figure', { name: 'Latency over time' });
  await expect(figure.getByText(/^A column is 1 s/)).toBeVisible();
  await expect(page.locator('#latency').getByText('closed loop: service time').first()).toBeVisible();

  const map = figure.getByRole('application', { name: /^Latency over time/ });
  await map.focus();
  await page.keyboard.press('ArrowRight');
  const told = figure.getByText(/^\d+:\d\d · [\d.]+ to [\d.]+ ms: /);
  await expect(told).toHaveText(/ % of [\d,]+ requests · p50 [\d.]+ ms, p99 [\d.]+ ms$/);
  const first = await told.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(told).not.toHaveText(first ?? '');
  await page.keyboard.press('Escape');
  await expect(figure.getByText('Point at a cell for its figures.')).toBeVisible();

  await page.locator('#latency').getByRole('button', { name: 'Intervals as table' }).click();
  const rows = figure.getByRole('region', { name: 'Latency by interval' }).getByRole('row');
  await expect(rows).toHaveCount(8 + 1);
  const counts = await rows.locator('td:nth-child(3)').allTextContents();
  const total = counts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
  expect(total).toBe(run.steps[0].point.requests + run.steps[1].point.requests);

  await page.goto(`${url}/runs/${id}?step=2&latency-table=shown`);
  await page.locator('#latency').scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(4 + 1);
});
