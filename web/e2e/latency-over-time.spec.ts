import type { Page } from '@playwright/test';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

/** What the address zooms to. */
const zoomOf = (page: Page): string => new URL(page.url()).searchParams.get('zoom') ?? '';

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
  await expect(figure.getByText('warm-up').first()).toBeVisible();

  const map = figure.getByRole('application', { name: /^Latency over time/ });
  await map.focus();
  await page.keyboard.press('ArrowRight');
  const told = figure.getByText(/^\d+:\d\d · [\d.]+ to [\d.]+ ms: /);
  await expect(told).toHaveText(/ % of [\d,]+ requests · p50 [\d.]+ ms, p99 [\d.]+ ms$/);
  const first = await told.textContent();
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(told).not.toHaveText(first ?? '', { timeout: 2_000 });
  }).toPass();
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

test('it has the cursor and the zoom of the strips, is in a share, and is printed without being scrolled to', async ({
  page,
  browser,
}) => {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const { id } = await api.createRun(
    'linked',
    specFor(host.id, { path: '/simple', steps: [step, step], tool: 'volley' }),
  );
  expect((await api.finish(id)).state).toBe('finished');
  await signIn(page);
  await page.goto(`${url}/runs/${id}`);
  const map = page.getByRole('application', { name: /^Latency over time/ });
  const served = page.locator('#time-series').getByRole('slider', { name: /^CPUs used/ });
  // Before the page answers to keys, Ctrl+P is the browser's own, and goes unseen.
  await expect(page.getByRole('heading', { level: 1, name: 'linked' })).toBeVisible();
  await expect(map).toHaveCount(0);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', String(document.querySelectorAll('canvas').length));
  });
  await page.keyboard.press('Control+p');
  await expect(page.locator('body[data-printed]')).toHaveCount(1, { timeout: 25_000 });
  await expect(map).toHaveCount(1);
  await expect(page.getByRole('application', { name: /^CPU map/ })).toHaveCount(1);

  await map.focus();
  await page.keyboard.press('ArrowRight');
  await expect(served).toHaveAttribute('aria-valuetext', /^at \d+:\d\d/);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => zoomOf(page)).toMatch(/^[\d.]+\.\.[\d.]+$/);
  const [, to = ''] = zoomOf(page).split('..');
  await expect(served).toHaveAttribute('aria-valuemax', String(Math.round(Number(to))));
  await page.keyboard.press('Escape');
  await expect.poll(() => zoomOf(page)).toBe('');

  const share = await api.call('POST', '/shares', { runIds: [id] });
  const stranger = await browser.newPage();
  await stranger.goto(share.url);
  const shown = stranger.getByRole('figure', { name: 'Latency over time' });
  await expect(shown.getByText(/^A column is 1 s/)).toBeVisible();
  await stranger.getByRole('button', { name: 'Intervals as table' }).click();
  await expect(shown.getByRole('region', { name: 'Latency by interval' }).getByRole('row')).toHaveCount(8 + 1);
  await stranger.close();
});
