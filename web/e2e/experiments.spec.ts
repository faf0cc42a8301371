import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { api, edit, signIn, tabTo, url } from './lab.ts';
import { expect, test } from './test.ts';

let baselineId = '';

/** A run short enough for rounds of it. */
async function baseline(): Promise<string> {
  if (baselineId !== '') return baselineId;
  const host = await api.readyHost();
  const { id } = await api.createRun('short one', specFor(host.id, { path: '/simple', steps: [closedStep(4, 1)] }));
  await api.finish(id);
  baselineId = id;
  return id;
}

async function newExperiment(page: Page): Promise<void> {
  await signIn(page);
  await page.goto(`${url}/experiments/new?baseline=${await baseline()}`);
  await expect(page.getByRole('heading', { name: 'How it is decided' })).toBeVisible();
}

async function change(page: Page, setting: string): Promise<void> {
  await page.getByLabel('Change a setting').last().fill(setting);
  await page.getByLabel('Change a setting').last().press('Enter');
}

test('a variant is made by keyboard, and what the design can show is said before Run', async ({ page }) => {
  await newExperiment(page);
  const panel = page.getByRole('complementary', { name: 'This experiment' });
  await expect(panel.getByText('stands here once')).toBeVisible();
  await change(page, 'prefork');
  await expect(page.getByLabel('prefork in the variant')).toBeFocused();
  await expect(page.getByLabel('prefork in the variant')).toHaveValue('true');
  await expect(panel.getByText('Smallest difference in throughput')).toBeVisible();
  await expect(panel.getByText('queued one after another')).toBeVisible();
  // Nothing typed is lost by a reload, and a fault stands at its field.
  await page.getByLabel('Rounds', { exact: true }).fill('1');
  await page.reload();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('Ask what the experiment is to answer.')).toBeVisible();
  await expect(page.getByText('A whole number from 2 to 60.')).toBeVisible();
  await expect(page.getByLabel('Question')).toBeFocused();
  await expect(page.getByLabel('prefork in the variant')).toHaveValue('true');
});

test('a JSON pointer on its way to its setting breaks no page, and a setting after it is the setting', async ({
  page,
}) => {
  await newExperiment(page);
  await page.getByRole('button', { name: 'By JSON pointer' }).click();
  const pointer = page.getByLabel('JSON pointer into the baseline’s configuration');
  await pointer.fill('/target/prefork');
  await page.getByLabel(/in the variant$/).fill('true');
  await pointer.fill('/target');
  await page.getByLabel(/in the variant$/).press('Tab');
  await expect(page.getByText('/target holds several settings; change one of them')).toBeVisible();
  await page.reload();
  await expect(pointer).toHaveValue('/target');
  await page.getByRole('button', { name: /^Remove the change of/ }).click();
  await page.getByLabel('Change a setting').fill('prefork');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('prefork in the variant')).toBeFocused();
  await expect(pointer).toHaveCount(0);
});

test('a variant that changes several groups comes apart with one click', async ({ page }) => {
  await newExperiment(page);
  await change(page, 'workers');
  await page.getByLabel('workers in the variant', { exact: true }).fill('1');
  await change(page, 'CPU set of the target');
  await page.getByLabel('CPU set of the target in the variant').fill('0');
  await expect(page.getByText('It changes 2 groups at once: target, tuning')).toBeVisible();
  await page.getByRole('button', { name: 'Make 2 variants, one for each group' }).click();
  await expect(page.getByRole('group', { name: /^Variant \d$/ })).toHaveCount(2);
  await expect(page.getByText('Changes tuning alone.')).toBeVisible();
});

test('an experiment runs its rounds, shows nothing before the last, and is written up', async ({ page, browser }) => {
  test.setTimeout(240_000);
  await newExperiment(page);
  await page.getByLabel('Question').fill('Does one worker do?');
  await change(page, 'workers');
  await page.getByLabel('workers in the variant', { exact: true }).fill('1');
  await page.getByLabel('Rounds', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Does one worker do?' })).toBeVisible();
  await expect(page.getByText('Figures are not compared before the last round is over')).toBeVisible();
  await expect(page.getByText('no answer yet')).toBeVisible();
  await expect(page.getByText('no answer yet')).toBeHidden({ timeout: 180_000 });
  await expect(page.getByRole('heading', { name: 'Why this answer' })).toBeVisible();
  await page.getByRole('button', { name: 'Write the finding' }).click();
  await page.getByLabel('Finding').fill('**Not told** <script>alert(1)</script> [x](javascript:alert(1))');
  await page.getByRole('button', { name: 'Insert figures' }).click();
  await page.getByRole('menuitem', { name: 'Declared: throughput' }).click();
  await page.getByRole('button', { name: 'Save the finding' }).click();
  await expect(page.locator('strong', { hasText: 'Not told' })).toBeVisible();
  await expect(page.getByRole('figure').filter({ hasText: 'rounds in random order' })).toContainText('req/s');
  await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0);
  await seenByOthers(browser, new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await page.goto(`${url}/experiments`);
  await expect(page.getByRole('row', { name: /Does one worker do/ })).toContainText(/done.*2 of 2/);
  // Among the runs it is one line, until it is opened.
  await page.goto(url);
  const round = page.getByRole('link', { name: /· round 1$/ });
  await expect(page.getByText('experiment, 4 runs').first()).toBeVisible();
  await expect(round).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the runs of Does one worker do?' }).press('Enter');
  await expect(round.first()).toBeVisible();
  await expect(page).toHaveURL(/open=/);
});

/** The shared copy opens without signing in, with the figures of its finding. */
async function seenByOthers(browser: Browser, experimentId: string): Promise<void> {
  const shared = await api.call('POST', '/shares', { runIds: [], experimentId });
  const stranger = await browser.newPage();
  await stranger.goto(shared.url);
  await expect(stranger.getByRole('figure').filter({ hasText: 'rounds in random order' })).toContainText('req/s');
  await expect(stranger.getByRole('heading', { name: /^Configurations/ })).toBeVisible();
  await stranger.waitForLoadState('networkidle');
  await expect(stranger).toHaveURL(shared.url);
  await stranger.close();
}

test('one that is planned starts and stops on request, and its runs outlive it', async ({ page }) => {
  await newExperiment(page);
  await page.getByRole('radio', { name: 'Noise floor (A/A)' }).click();
  await page.getByLabel('Question').fill('How noisy is this machine?');
  await page.getByLabel('Rounds', { exact: true }).fill('30');
  await page.getByRole('button', { name: 'Plan only' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop the experiment' }).click();
  await expect(page.getByText('no claim is made').first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the experiment' }).click();
  await expect(page).toHaveURL(`${url}/experiments`);
  await expect(page.getByRole('link', { name: /How noisy/ })).toHaveCount(0);
});

test('New run hands its configuration over as a baseline', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/runs/new`);
  await edit(page, 'Workers and port');
  await page.getByLabel('Workers', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Run as comparison' }).click();
  await expect(page.getByText('What stood in New run')).toBeVisible();
  await expect(page.getByText(/1 worker/).first()).toBeVisible();
});

test('a design that comes as a file is opened on hosts that are chosen here', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/experiments/new`);
  const file = page.getByLabel('A design as JSON');
  await file.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(page.getByText('This is no design of an experiment')).toBeVisible();
  await file.setInputFiles(fileURLToPath(new URL('../../docs/regimes/retries.json', import.meta.url)));
  await expect(page.getByLabel('Load generator host')).toBeVisible();
  await page.getByRole('button', { name: 'Open this design' }).press('Enter');
  await expect(page.getByLabel('Question')).toHaveValue(/What do retries do/);
  await expect(page.getByText('Of the design that was opened')).toBeVisible();
  await expect(page.getByRole('group', { name: /^Variant \d$/ })).toHaveCount(3);
  await page.getByRole('button', { name: 'Plan only' }).click();
  await expect(page.getByRole('heading', { name: /What do retries do/ })).toBeVisible();
});

const RECIPE = 'What does gzip cost?';

/** The page of the experiment that was just started. */
async function startedExperiment(page: Page) {
  await expect(page.getByRole('heading', { name: RECIPE })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return { read: () => api.call('GET', `/experiments/${id}`) };
}

test('a recipe is set up, run in three rounds and read by keyboard alone', async ({ page }) => {
  test.setTimeout(340_000);
  await signIn(page);
  await page.goto(`${url}/experiments/new`);
  await tabTo(page, page.getByRole('button', { name: `Set up: ${RECIPE}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Question')).toHaveValue(RECIPE);
  await expect(page.getByRole('group', { name: /^Variant \d$/ })).toHaveCount(2);
  await expect(page.getByLabel('route in the variant')).toHaveCount(2);
  await expect(page.getByLabel(/JSON pointer/)).toHaveCount(0);
  const rounds = page.getByLabel('Rounds', { exact: true });
  await tabTo(page, rounds);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await expect(rounds).toHaveValue('3');
  const seconds = page.getByLabel('Seconds per step');
  await tabTo(page, seconds);
  await page.keyboard.type('2');
  await expect(page.getByText(/^In total 9 runs, about /)).toBeVisible();
  await expect(page.getByText('Under 5 s the figures are not steady enough to compare.')).toBeVisible();
  await expect(page.getByText(`From the recipe: ${RECIPE} (2 s per step)`)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Run', exact: true }));
  await page.keyboard.press('Enter');
  const { read } = await startedExperiment(page);
  await expect.poll(async () => (await read()).status, { timeout: 280_000, intervals: [2000] }).toBe('done');
  await expect(page.getByText((await read()).headline).first()).toBeVisible();
  const { configurations } = await read();
  for (const { spec } of configurations) expect(spec.load.steps[0].durationSeconds).toBe(2);
});

test('a recipe is set up and started by mouse', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/experiments/new`);
  await page.getByRole('button', { name: `Set up: ${RECIPE}` }).click();
  await page.getByLabel('Rounds', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const { read } = await startedExperiment(page);
  await expect.poll(async () => (await read()).status).toBe('running');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop the experiment' }).click();
  await expect(page.getByText('no claim is made').first()).toBeVisible({ timeout: 60_000 });
});
