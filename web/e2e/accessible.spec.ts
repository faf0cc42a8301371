import type { Page } from '@playwright/test';
import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { faultsInEachWidth, THEMES } from './accessibility.ts';
import { api, openPalette, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

async function faultsOn(page: Page, path: string): Promise<string[]> {
  await open(page, path);
  return faultsInEachWidth(page, path);
}

/** The palette over the list, with something found and with nothing. */
async function faultsOfPalette(page: Page): Promise<string[]> {
  await open(page, '/');
  const field = await openPalette(page);
  await field.fill('of two');
  await expect(page.getByRole('option', { name: /first of two/ }).first()).toBeVisible();
  const found = await faultsInEachWidth(page, 'palette');
  await field.fill('nothing is called this');
  await expect(page.getByText('Nothing has this name.')).toBeVisible();
  return [...found, ...(await faultsInEachWidth(page, 'palette without a result'))];
}

let paths: string[] | undefined;

/** Every page, with something on it. */
async function pages(): Promise<string[]> {
  if (paths) return paths;
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps: [closedStep(4, 1), closedStep(8, 1)] });
  const runs = [await api.createRun('first of two', spec), await api.createRun('second of two', spec)];
  for (const { id } of runs) await api.finish(id);
  const ids = runs.map(({ id }) => id);
  const experiment = await api.call('POST', '/experiments', {
    ...{ kind: 'comparison', question: 'Is prefork faster?', hypothesis: '', seed: 1, start: false },
    baseline: { name: 'one process', spec },
    variants: [{ name: 'prefork', changes: [{ path: '/target/prefork', value: true }] }],
    ...{ rounds: 2, extensionRounds: null, primary: { metric: 'requestsPerSecond', stepIndex: 0 }, marginPercent: 2 },
  });
  const share = await api.call('POST', '/shares', { runIds: [ids[0]], experimentId: null });
  paths = [
    ...['/', '/runs/new', `/runs/${ids[0]}`, `/runs/new?from=${ids[0]}`, `/compare?runs=${ids.join(',')}`],
    ...['/experiments', '/experiments/new', `/experiments/new?baseline=${ids[0]}`, `/experiments/${experiment.id}`],
    ...['/benchmarks', '/hosts', `/hosts/${host.id}`, '/imports', '/shares', new URL(share.url).pathname],
    ...['account', 'people', 'invites', 'tokens', 'webhooks', 'storage', 'instance', 'audit'].map(
      (tab) => `/settings?tab=${tab}`,
    ),
  ];
  return paths;
}

for (const colorScheme of THEMES) {
  test(`no page breaks a rule of accessibility, wide or on a phone: ${colorScheme}`, async ({ browser }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const found = await faultsOn(page, '/sign-in');
    await signIn(page);
    for (const path of await pages()) found.push(...(await faultsOn(page, path)));
    found.push(...(await faultsOfPalette(page)));
    await context.close();
    expect(found).toEqual([]);
  });
}
