import type { Page } from '@playwright/test';
import { seenAtOnce } from './above-the-fold.ts';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const step = (connections: number, durationSeconds = 3) => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  durationSeconds,
  toolWorkers: null,
  profiles: [],
});

async function start(name: string, steps: object[], pauseSeconds = 0): Promise<string> {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps, tool: 'volley', pauseSeconds });
  const { id } = await api.createRun(name, spec);
  return id;
}

const VALIDITY = /\b(valid|suspect|unchecked|invalid)\b/;

/** Answer, validity, limit, next step and one picture, as a reader has them within five seconds. */
async function holdsAll(page: Page): Promise<void> {
  await expect
    .poll(async () => (await seenAtOnce(page)).pictures, { message: 'a picture above the fold' })
    .toBeGreaterThan(0);
  await expect(async () => {
    const { text } = await seenAtOnce(page);
    expect(text).toMatch(/[\d.,]+( [kM])? ?req\/s/);
    expect(text).toMatch(VALIDITY);
    expect(text).toContain('Bottleneck');
    expect(text).toMatch(/[Ll]imit|saturated|unknown|can’t tell/);
    expect(text).toContain('Next:');
  }).toPass({ timeout: 5_000 });
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
});

test('a measured run has everything above the fold, and a page that pushes it down has not', async ({ page }) => {
  const id = await start('five seconds', [step(2), step(8)]);
  const run = await api.finish(id);
  await page.goto(`${url}/runs/${id}`);
  await holdsAll(page);
  const { text } = await seenAtOnce(page);
  expect(text).toContain(run.verdict.validity);
  if (run.verdict.validity === 'suspect') expect(text).toMatch(/~ ?[\d.,]+/);
  await page.evaluate(() => {
    const prose = document.createElement('div');
    prose.style.height = '700px';
    document.querySelector('main')?.prepend(prose);
  });
  expect((await seenAtOnce(page)).pictures).toBe(0);
});

test('on a phone the next step stands with the answer, above the picture', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await start('five seconds, phone', [step(2), step(8)]);
  await api.finish(id);
  await page.goto(`${url}/runs/${id}`);
  await holdsAll(page);
  const next = await page.getByText('Next:').first().boundingBox();
  const picture = await page.getByLabel('req/s and p99 against connections').boundingBox();
  expect(next?.y ?? Infinity).toBeLessThan(picture?.y ?? 0);
});

test('a run of one step has everything above the fold', async ({ page }) => {
  const id = await start('five seconds, one step', [step(4)]);
  await api.finish(id);
  await page.goto(`${url}/runs/${id}`);
  await holdsAll(page);
});

test('a run under way has its progress, its throughput and its picture above the fold', async ({ page }) => {
  const id = await start('five seconds, live', [step(4, 60)]);
  await page.goto(`${url}/runs/${id}`);
  await expect(page).toHaveTitle(/^\d+ % · five seconds, live/, { timeout: 30_000 });
  await expect.poll(async () => (await seenAtOnce(page)).pictures, { timeout: 30_000 }).toBeGreaterThan(0);
  await expect.poll(async () => (await seenAtOnce(page)).text).toContain('measuring at 4 connections');
  const { text } = await seenAtOnce(page);
  expect(text).toContain('Served now');
  await api.call('POST', `/runs/${id}/cancel`);
  await api.finish(id);
  await expect(page.getByRole('status').filter({ hasText: 'five seconds, live: canceled' })).toBeAttached();
});

test('between steps a live page says that no load is driven, and what the step before served', async ({ page }) => {
  const id = await start('five seconds, a pause', [step(4), step(8, 60)], 12);
  await page.goto(`${url}/runs/${id}`);
  const live = page.getByRole('region', { name: 'Running now' });
  await expect(live).toContainText('Between steps. Step 1 served', { timeout: 30_000 });
  await expect(live).toContainText(/[1-9][\d.]*( k)? ?req\/sthe server’s own count, mean of the step/);
  await expect(live.getByText('now, no load').first()).toBeVisible();
  await expect(live).not.toContainText('Served now');
  await api.call('POST', `/runs/${id}/cancel`);
  await api.finish(id);
});

test('a run that came to nothing says so, why, and what to do next above the fold', async ({ page }) => {
  const id = await start('five seconds, canceled', [step(4, 60)]);
  await api.call('POST', `/runs/${id}/cancel`);
  const run = await api.finish(id);
  await page.goto(`${url}/runs/${id}`);
  await expect(page.getByText('No step was measured').first()).toBeVisible();
  const { text } = await seenAtOnce(page);
  expect(text).toContain(run.failure?.sentence ?? 'canceled');
  expect(text).toContain('No step was measured');
  expect(text).toContain('Next:');
});

test('an imported run has everything above the fold', async ({ page }) => {
  const { runs } = await api.call('POST', '/imports/journal');
  const ramp = runs.find(({ name }: { name: string }) => name === '04 30 workers, ramp');
  await page.goto(`${url}/runs/${ramp.runId}`);
  await holdsAll(page);
  expect((await seenAtOnce(page)).text).toContain('imported');
});
