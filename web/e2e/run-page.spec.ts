import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { tooSmall } from './above-the-fold.ts';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const step = (over: object) => ({ durationSeconds: 2, toolWorkers: null, profiles: [], ...over });
const closed = (connections: number, profiles: string[] = []) =>
  step({ loop: 'closed', connections, pipelining: 1, profiles, durationSeconds: 3 });
const open = (requestsPerSecond: number) =>
  step({ loop: 'open', requestsPerSecond, arrivals: 'constant', connections: 10 });

async function measured(name: string, steps: object[], search: object | null = null) {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps, tool: 'volley' });
  const { id } = await api.createRun(name, { ...spec, load: { ...spec.load, search } });
  const run = await api.finish(id);
  expect(run.state).toBe('finished');
  return run;
}

test('an open loop shows what was offered, how latency is spread, and its whole histogram', async ({ page }) => {
  await signIn(page);
  const run = await measured('an open loop', [open(200), open(400)]);
  await page.goto(`${url}/runs/${run.id}`);
  const row = page
    .getByRole('region', { name: 'Steps', exact: true })
    .getByRole('row')
    .filter({ hasText: '400 req/s' });
  await expect(row).toContainText(/of 400 offered/);
  await row.getByRole('button', { name: 'Step 2', exact: true }).click();
  await expect(page).toHaveURL(/step=2/);
  await expect(page.getByLabel('Latency in ms, open loop: response time')).toContainText('p99.9');
  await expect(page.getByLabel('req/s and p99 against req/s asked')).toBeVisible();

  const tail = page.getByRole('slider', { name: /^Latency by percentile/ });
  await tail.focus();
  await page.keyboard.press('End');
  await expect(tail).toHaveAttribute('aria-valuetext', /^max: 1: 200 req\/s over 10 connections [\d.,]+ ms/);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const table = page.getByRole('region', { name: 'Latency by percentile' });
  await expect(table.getByRole('row')).toHaveCount(3);

  await page.getByRole('button', { name: 'Histograms' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  const [head, ...rows] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(head).toBe('step,load,latency_us,requests,requests_up_to,percentile');
  const counts = rows.map((line) => line.split(',')).filter(([index]) => index === '2');
  const total = counts.reduce((sum, cells) => sum + Number(cells.at(-3)), 0);
  expect(total).toBe(run.steps[1].point.requests);
});

test('a profiled step stands apart, and its profile is downloaded and read', async ({ page }) => {
  await signIn(page);
  const run = await measured('with a profile', [closed(4), closed(4, ['cpu'])]);
  expect(run.best.stepIndex).toBe(0);
  await page.goto(`${url}/runs/${run.id}`);
  const functions = page.getByRole('region', { name: 'Functions' });
  await expect(functions.getByRole('row').nth(1)).toContainText('%');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'pprof file' }).click(),
  ]);
  // A profile of pprof is gzip.
  expect([...readFileSync(await download.path()).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  await functions.getByRole('button', { name: 'total' }).click();
  await expect(page).toHaveURL(/profile-order=cumulative/);
});

test('a search says what it found, rung by rung', async ({ page }) => {
  await signIn(page);
  const ceiling = { kind: 'latency', percentile: 'p50', mostMs: 0.000_5 };
  const search = { vary: 'connections', most: 4, growth: 2, precision: 1, ceiling };
  const run = await measured('a search', [closed(1)], search);
  await page.goto(`${url}/runs/${run.id}`);
  await expect(page.getByText(run.search.sentence)).toBeVisible();
  await page.getByRole('button', { name: /^Rungs of the search/ }).click();
  const rungs = page.getByRole('region', { name: 'Rungs of the search' });
  await expect(rungs.getByRole('row')).toHaveCount(run.steps.length + 1);
});

test('a run says what limited it, on what evidence, step by step, and in the same words everywhere', async ({
  page,
}) => {
  await signIn(page);
  const run = await measured('what limits it', [closed(2), closed(8)]);
  const { verdict, steps } = run;
  await page.goto(`${url}/runs/${run.id}`);
  const said = page.getByRole('region', { name: 'Result' });
  await said.getByText('Why?').click();
  await expect(said).toContainText(verdict.sentence);
  await expect(said).toContainText(verdict.next);
  const reasons = said.getByRole('list', { name: 'Reasons' }).getByRole('listitem');
  const told = (await reasons.allInnerTexts()).join(' ');
  expect(told.replaceAll('\u00a0', ' ')).toBe(verdict.because);
  await expect(page.getByText(new RegExp(`^${verdict.validity}\\b`)).first()).toBeVisible();
  const evidence = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Evidence' }) });
  const folded = evidence.getByText(/more below 70 %/);
  if (await folded.count()) await folded.click();
  for (const { label } of steps[verdict.stepIndex].verdict.evidence) {
    await expect(evidence.getByText(label, { exact: true }).first()).toBeVisible();
  }
  const other = verdict.stepIndex === 0 ? 1 : 0;
  await page.getByRole('button', { name: `Step ${other + 1}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`step=${other + 1}`));
  await expect(evidence).toContainText(steps[other].verdict.sentence);

  await page.getByRole('button', { name: 'More actions' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Markdown', exact: true }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain(verdict.sentence);

  await page.goto(`${url}/?validity=${verdict.validity}`);
  const row = page.getByRole('row').filter({ hasText: 'what limits it' });
  await expect(row.getByText(new RegExp(`\\b${verdict.validity}\\b`)).first()).toBeVisible();
  const another = ['valid', 'suspect', 'invalid'].find((one) => one !== verdict.validity);
  await page.goto(`${url}/?validity=${another}`);
  await expect(page.getByRole('button', { name: new RegExp(`Validity: ${another}`) })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'what limits it' })).toHaveCount(0);
});

test('on a phone a finger hits whatever it is meant for, the actions take one row, and nothing is wider than the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const run = await measured('on a phone', [closed(2), closed(8)]);
  await page.goto(`${url}/runs/${run.id}?step=2`);
  const actions = ['Run again …', 'Share …', 'More actions'].map((name) =>
    page
      .getByRole('main')
      .getByRole(name.startsWith('Run') ? 'link' : 'button', { name })
      .first(),
  );
  await expect(actions[0] as Locator).toBeVisible();
  const tops = await Promise.all(actions.map(async (one) => (await one.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  for (const section of ['latency', 'time-series', 'evidence', 'setup', 'files'])
    await page.locator(`#${section}`).scrollIntoViewIfNeeded();
  await page.getByRole('application', { name: /^Latency over time/ }).scrollIntoViewIfNeeded();
  await page.locator('#time-series figure').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('application', { name: /^CPU map/ })).toBeVisible();
  expect((await tooSmall(page)).filter((one) => !one.includes('Skip to'))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
