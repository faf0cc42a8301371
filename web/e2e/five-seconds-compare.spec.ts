import type { Page } from '@playwright/test';
import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { seenAtOnce, tooSmall } from './above-the-fold.ts';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

async function expectAnswer(page: Page, parts: RegExp[]): Promise<void> {
  await expect(page.getByRole('heading', { name: /^(Result|Noise floor)/ })).toBeVisible();
  await expect.poll(async () => (await seenAtOnce(page)).pictures).toBeGreaterThan(0);
  await expect(async () => {
    const { text } = await seenAtOnce(page);
    for (const part of parts) expect(text).toMatch(part);
  }).toPass({ timeout: 5_000 });
}

const CAVEATS = /Caveats \d/;
const LIMIT = /Limited by/;

async function measured(): Promise<{ spec: ReturnType<typeof specFor>; runIds: string[] }> {
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps: [closedStep(4, 1), closedStep(16, 1)], tool: 'volley' });
  const other = { ...spec, target: { ...spec.target, prefork: true, workers: 2 } };
  const runIds: string[] = [];
  for (const [name, one] of [
    ['as it comes', spec],
    ['prefork', other],
    ['as it comes, again', spec],
  ] as const) {
    const { id } = await api.createRun(name, one);
    await api.finish(id);
    runIds.push(id);
  }
  return { spec, runIds };
}

/** Fingers hit what stands there, with every part open. */
async function onAPhone(page: Page, address: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible();
  const folded = page
    .locator('main')
    .getByRole('button', { name: /^(Plan|Configurations|Runs|Caveats)/, expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
  expect(await tooSmall(page)).toEqual([]);
  if (size) await page.setViewportSize(size);
}

test('a comparison answers above the fold, also shared and of one configuration', async ({ page, browser }) => {
  const { runIds } = await measured();
  const [first, other, again] = runIds as [string, string, string];
  await signIn(page);
  await page.goto(`${url}/compare?runs=${first},${other}`);
  const answer = [/Changed: prefork and workers/, /no answer/i, /one run each/, CAVEATS, LIMIT];
  await expectAnswer(page, [...answer, /Repeat 4× as an experiment/]);
  await page.goto(`${url}/compare?runs=${first},${again}`);
  await expectAnswer(page, [/(Noise|Spread): [\d.]+ %/, CAVEATS, LIMIT, /Measure the noise in 4 rounds/]);
  await onAPhone(page, `${url}/compare?runs=${first},${other}`);
  const shared = await api.call('POST', '/shares', { runIds: [first, other], baselineRunId: first });
  const stranger = await browser.newPage();
  await stranger.goto(shared.url);
  await expectAnswer(stranger, [/Frozen copy/, ...answer]);
  await stranger.close();
});

test('an experiment answers above the fold, before and after it ran, and shared', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const { spec } = await measured();
  const experiment = await api.call('POST', '/experiments', {
    kind: 'comparison',
    question: 'Does prefork cost CPU?',
    hypothesis: '',
    baseline: { name: 'one process', spec },
    variants: [{ name: 'prefork', changes: [{ path: '/target/prefork', value: true }] }],
    rounds: 3,
    extensionRounds: null,
    primary: { metric: 'serverCpuUsPerRequest', stepIndex: 1 },
    marginPercent: 2,
    seed: 1,
    start: false,
  });
  await signIn(page);
  await page.goto(`${url}/experiments/${experiment.id}`);
  await expectAnswer(page, [/Does prefork cost CPU\?/, /no answer yet/i, /planned to detect/, CAVEATS, /Start/]);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('no answer yet')).toBeHidden({ timeout: 180_000 });
  const answer = [/no answer|cheaper|costlier|same/i, /Margin ± ?2 %/, /can detect [\d.,]+ % now/, CAVEATS, LIMIT];
  await expectAnswer(page, [...answer, /Next: |Write the finding/]);
  await onAPhone(page, `${url}/experiments/${experiment.id}`);
  const shared = await api.call('POST', '/shares', { runIds: [], experimentId: experiment.id });
  const stranger = await browser.newPage();
  await stranger.goto(shared.url);
  await expectAnswer(stranger, [/Frozen copy/, ...answer]);
  await stranger.close();
});
