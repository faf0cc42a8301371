import type { Page } from '@playwright/test';
import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { seenAtOnce, tooSmall } from './above-the-fold.ts';
import { api } from './lab.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

let links: Record<'run' | 'comparison' | 'experiment' | 'revoked', string>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps: [closedStep(4, 1), closedStep(16, 1)], tool: 'volley' });
  const prefork = { ...spec, target: { ...spec.target, prefork: true, workers: 2 } };
  const runIds: string[] = [];
  for (const [name, one] of [
    ['one process', spec],
    ['prefork', prefork],
  ] as const) {
    const { id } = await api.createRun(name, one);
    await api.finish(id);
    runIds.push(id);
  }
  const experiment = await api.call('POST', '/experiments', {
    ...{ kind: 'comparison', question: 'Does prefork cost CPU?', hypothesis: '', seed: 1, start: true },
    baseline: { name: 'one process', spec: { ...spec, load: { ...spec.load, steps: [closedStep(16, 1)] } } },
    variants: [{ name: 'prefork', changes: [{ path: '/target/prefork', value: true }] }],
    ...{ rounds: 3, extensionRounds: null, primary: { metric: 'requestsPerSecond', stepIndex: 0 }, marginPercent: 2 },
  });
  await expect
    .poll(async () => (await api.call('GET', `/experiments/${experiment.id}`)).status, { timeout: 180_000 })
    .toBe('done');
  const share = (body: object) => api.call('POST', '/shares', { runIds: [], ...body });
  const revoked = await share({ runIds: runIds.slice(0, 1) });
  await api.call('POST', `/shares/${revoked.id}/revoke`);
  links = {
    run: (await share({ runIds: runIds.slice(0, 1) })).url,
    comparison: (await share({ runIds, baselineRunId: runIds[0] })).url,
    experiment: (await share({ experimentId: experiment.id })).url,
    revoked: revoked.url,
  };
});

/** The parts of an answer are seen without scrolling, nothing is wider than the phone, no control is missed by a finger, and the link has a picture. */
async function answers(page: Page, parts: RegExp[]): Promise<void> {
  await expect
    .poll(async () => (await seenAtOnce(page)).pictures, { message: 'a picture above the fold' })
    .toBeGreaterThan(0);
  const { text } = await seenAtOnce(page);
  for (const part of [/Frozen copy/, ...parts]) expect(text).toMatch(part);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await tooSmall(page)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const drawn = await page.request.get(picture ?? '');
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/png']);
}

test('a shared run answers on a stranger’s phone, and opens what the bottleneck rests on', async ({ page }) => {
  await page.goto(links.run);
  await answers(page, [
    /[\d.,]+( [kM])? ?req\/s/,
    /\b(valid|suspect|unchecked|invalid)\b/,
    /Bottleneck/,
    /[Ll]imited|saturated|unknown|can’t tell/,
    /Next:/,
  ]);
  await page.getByText('Why?', { exact: true }).first().tap();
  await expect(page.locator('details[open]').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Section' }).selectOption({ label: 'Steps' });
  await expect(page.locator('#steps')).toBeInViewport();
});

test('a shared comparison answers on a stranger’s phone, and opens its caveats and differences', async ({ page }) => {
  await page.goto(links.comparison);
  await answers(page, [/no answer/i, /one run each/, /Changed: prefork/, /Limited by/, /Caveats \d/]);
  for (const name of [/^Caveats/, /^Differences/]) {
    await page.getByRole('button', { name, expanded: false }).tap();
    await expect(page.getByRole('button', { name, expanded: true })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Differences' })).toContainText('Prefork');
  expect(await tooSmall(page)).toEqual([]);
});

test('a shared experiment answers on a stranger’s phone', async ({ page }) => {
  await page.goto(links.experiment);
  await answers(page, [
    /Does prefork cost CPU\?/,
    /no answer|faster|slower|same/i,
    /Margin ± ?2 %/,
    /Limited by/,
    /Caveats \d/,
  ]);
  await page.getByRole('button', { name: /^Caveats/, expanded: false }).tap();
  await expect(page.getByRole('button', { name: /^Caveats/, expanded: true })).toBeVisible();
});

test('a link that was taken back says so on a phone, and whom to ask', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(links.revoked);
  await expect(page.getByRole('heading', { name: 'This link is closed' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const { text } = await seenAtOnce(page);
  expect(text).toMatch(/taken back; ask whoever sent it/);
  expect(await tooSmall(page)).toEqual([]);
});
