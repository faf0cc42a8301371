import type { Page } from '@playwright/test';
import { api, edit, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const OFF = 'prefork off';
const ON = 'prefork on';

/** The run of the page, from its address, once it is over. */
async function finished(page: Page): Promise<{ id: string; state: string }> {
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}/);
  const id = page.url().match(/[0-9a-f-]{36}/)?.[0] ?? '';
  return api.finish(id);
}

async function runOnce(page: Page): Promise<void> {
  await page.goto(`${url}/runs/new`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(OFF);
  await edit(page, 'Target', 'Load');
  const prefork = page.getByRole('switch', { name: 'Prefork' });
  await expect(prefork).not.toBeChecked();
  for (const [index, connections] of [5, 20].entries()) {
    await page.getByRole('textbox', { name: `Step ${index + 1}: connections` }).fill(String(connections));
    await page.getByRole('textbox', { name: `Step ${index + 1}: duration in seconds` }).fill('3');
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  expect((await finished(page)).state).toBe('finished');
}

/** The same again, with prefork and a number of workers. */
async function runVariant(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Run again' }).first().click();
  const made = page.getByRole('region', { name: 'Made from another run' });
  await expect(made).toContainText(OFF);
  await edit(page, 'Target', 'Workers and port');
  await page.getByRole('switch', { name: 'Prefork' }).click();
  await page.getByRole('textbox', { name: 'Workers', exact: true }).fill('2');
  await expect(made).toContainText('2 changes: prefork, workers');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(ON);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  expect((await finished(page)).state).toBe('finished');
}

/** From the list, the baseline chosen first. */
async function compare(page: Page): Promise<void> {
  await page.goto(url);
  await page.getByRole('checkbox', { name: `Select ${OFF}` }).check();
  await page.getByRole('checkbox', { name: `Select ${ON}` }).check();
  const link = page.getByRole('link', { name: 'Compare 2 runs' });
  await link.press('Enter');
  await expect(page).toHaveURL(/\/compare\?runs=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  await page.goBack();
  await expect(link).toBeFocused();
  await link.press('Enter');
  await expect(page).toHaveURL(/\/compare\?runs=/);
}

/**
 * What the head of the page asks for early is what the page asks for: with another address it would ask twice, each time.
 * Where the API was silent for seconds, as on a busy machine, a page asks anew once it is back, and may be loaded again here.
 */
async function asksOnce(page: Page, place: RegExp): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.locator('figure svg').first()).toBeVisible();
    const asked = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, initiatorType }) => ({
        place: new URL(name).pathname,
        by: initiatorType,
      })),
    );
    expect(asked.flatMap((one) => (place.test(one.place) ? [one.by] : []))).toEqual(['link']);
  }).toPass({ timeout: 30_000 });
}

async function openSection(page: Page, name: RegExp): Promise<void> {
  const section = page.getByRole('button', { name, expanded: false });
  await section.click();
  await expect(page.getByRole('button', { name, expanded: true })).toBeVisible();
}

async function seeDifferences(page: Page): Promise<void> {
  await expect(page.getByText('Changed: prefork and workers')).toBeVisible();
  await openSection(page, /^Differences/);
  await expect(page).toHaveURL(/open=differences/);
  const differences = page.getByRole('region', { name: 'Differences' });
  await expect(differences.getByRole('row', { name: /^Prefork/i })).toContainText(/off.*on/);
  await expect(differences.getByRole('row', { name: /^Workers (?!started)/i })).toContainText('2');
  await expect(differences.getByText('Target', { exact: true })).toBeVisible();
  // Same machine, same load, same tuning: no other group has a difference.
  for (const group of ['Hardware', 'Tuning', 'Load', 'Software']) {
    await expect(differences.getByText(group, { exact: true })).toHaveCount(0);
  }
  await openSection(page, /^By step/);
  await expect(page.getByRole('region', { name: 'By step' })).toContainText('%');
  const [runs = ''] = new URL(page.url()).searchParams.getAll('runs');
  const { headline, outcomes } = await api.call('GET', `/comparison?runs=${runs}`);
  await expect(page.getByText(headline).first()).toBeVisible();
  // One run a side claims nothing, whatever the figures.
  await expect(page.getByText('one run each').filter({ visible: true }).first()).toBeVisible();
  await openSection(page, /^All metrics.*none with an answer/);
  await expect(page.getByRole('list', { name: 'Outcomes' }).getByRole('listitem')).toHaveCount(outcomes.length);
}

/** The button fills the form of an experiment with both configurations. */
async function prepareRepeats(page: Page): Promise<void> {
  const compared = page.url();
  await page.getByRole('button', { name: 'Repeat 4× as an experiment' }).click();
  await expect(page.getByLabel('Question')).toHaveValue(/prefork off.* and prefork on/);
  await expect(page.getByLabel('Rounds', { exact: true })).toHaveValue('4');
  await expect(page.getByText('Configuration of').getByRole('link', { name: OFF })).toBeVisible();
  await expect(
    page
      .getByText('/target/workers')
      .or(page.getByLabel(/workers in the variant/))
      .first(),
  ).toBeVisible();
  await page.goto(compared);
}

async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Share/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this comparison' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Does prefork help?');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = dialog.getByRole('link', { name: 'Open the shared page' });
  await expect(link).toBeVisible();
  return (await link.getAttribute('href')) ?? '';
}

async function revoke(page: Page): Promise<void> {
  await page.goto(`${url}/shares`);
  await page.getByRole('button', { name: 'Revoke the link of Does prefork help?' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke the link' }).click();
  await expect(page.getByRole('heading', { name: 'Revoked and expired' })).toBeVisible();
}

test('a person compares a baseline with a variant, shares it, and takes the link back', async ({ page, browser }) => {
  test.setTimeout(180_000);
  await signIn(page);
  await runOnce(page);
  await runVariant(page);
  const { pathname } = new URL(page.url());
  await compare(page);
  await asksOnce(page, /\/api\/v1\/comparison$/);
  await seeDifferences(page);
  await prepareRepeats(page);
  const link = await share(page);
  await page.goto(url + pathname);
  await asksOnce(page, /\/api\/v1\/runs\/[^/]+$/);

  const stranger = await browser.newContext();
  const shared = await stranger.newPage();
  await shared.goto(link);
  await expect(shared.getByText('Does prefork help?').first()).toBeVisible();
  await expect(shared.getByText('Changed: prefork and workers')).toBeVisible();
  await openSection(shared, /^Differences/);
  await expect(shared.getByRole('region', { name: 'Differences' })).toContainText(/prefork/i);
  await expect(shared.getByText(/SHA-256/)).toBeVisible();
  expect(await stranger.cookies()).toEqual([]);
  const picture = await shared.locator('meta[property="og:image"]').getAttribute('content');
  expect(new URL(picture ?? '').origin).toBe(url);
  const drawn = await shared.request.get(picture ?? '');
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/png']);
  expect((await drawn.body()).length).toBeGreaterThan(5_000);
  await expect(shared.getByRole('link', { name: /JSON/ })).toBeVisible();
  // Nothing of the lab itself opens for a stranger.
  await shared.goto(url);
  await expect(shared).toHaveURL(/\/sign-in/);

  await revoke(page);
  await shared.goto(link);
  await expect(shared.getByRole('heading', { name: 'This link is closed' })).toBeVisible();
  await expect(shared.getByText(/taken back; ask whoever sent it/)).toBeVisible();
  const closed = await shared.locator('meta[property="og:image"]').getAttribute('content');
  expect(new URL(closed ?? '').origin).toBe(url);
  await stranger.close();
});
