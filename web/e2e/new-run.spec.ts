import type { Page } from '@playwright/test';
import { tooSmall } from './above-the-fold.ts';
import { api, edit, signIn, tabTo, url } from './lab.ts';
import { expect, test } from './test.ts';

const FOLD_PX = 900;

/** The run of the page, once it is over and its verdict is shown. */
async function readsVerdict(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}/);
  const run = await api.finish(page.url().match(/[0-9a-f-]{36}/)?.[0] ?? '');
  expect(run.state).toBe('finished');
  await expect(page.getByText(/\b(valid|suspect|unchecked|invalid)\b/).first()).toBeVisible();
  await expect(page.getByText('Bottleneck').first()).toBeVisible();
}

const preset = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Start with' }).getByRole('button', { name });

test('a quick look is three clicks from the list, to a finished verdict', async ({ page }) => {
  await signIn(page);
  await page.goto(url);
  await page.getByRole('link', { name: 'New run' }).first().click();
  await preset(page, /^Quick look/).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await readsVerdict(page);
});

test('the same by keyboard alone', async ({ page }) => {
  await signIn(page);
  await page.goto(url);
  // Keys wait, as the link does, until it is known what the person may do.
  await expect(page.getByRole('link', { name: 'New run' }).first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(preset(page, /^Quick look/)).toBeVisible();
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await tabTo(page, preset(page, /^Quick look/));
  await page.keyboard.press('Space');
  await tabTo(page, run);
  await page.keyboard.press('Enter');
  await readsVerdict(page);
});

test('a preset that was chosen by mistake takes nothing that was typed', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/runs/new`);
  await edit(page, 'Load');
  const connections = page.getByLabel('Step 1: connections');
  await connections.fill('77');
  await preset(page, /^Ceiling/).click();
  await preset(page, /^Quick look/).click();
  await expect(connections).toHaveValue('10');
  await page.reload();
  const kept = page.getByRole('region', { name: 'What you had typed' });
  await kept.getByRole('button', { name: 'Back to what you had typed' }).click();
  // The search that the first preset began is the last that was set aside, and has the steps beneath it.
  await edit(page, 'Load');
  await page.getByRole('radiogroup', { name: 'Plan' }).getByRole('radio', { name: 'Steps' }).click();
  await expect(page.getByLabel('Step 1: connections')).toHaveValue('77');
});

test('what runs, how long, and Run are above the fold', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/runs/new`);
  const seen = [
    preset(page, /^Quick look/),
    ...['Hosts', 'Target', 'Requests', 'Load', 'Tuning', 'Tool'].map((name) =>
      page.getByRole('heading', { level: 2, name, exact: true }),
    ),
    page.getByText('Duration', { exact: true }),
    page.getByRole('img', { name: /^Load over time/ }),
    page.getByRole('button', { name: 'Run', exact: true }),
  ];
  for (const part of seen) {
    await expect(part).toBeVisible();
    const box = await part.boundingBox();
    expect((box?.y ?? FOLD_PX) + (box?.height ?? 0)).toBeLessThanOrEqual(FOLD_PX);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const run = await page.getByRole('button', { name: 'Run', exact: true }).boundingBox();
  expect((run?.y ?? 844) + (run?.height ?? 0)).toBeLessThanOrEqual(844);
});

test('every control of the form is large enough for a finger', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/runs/new`);
  await expect(page.getByRole('heading', { level: 2, name: 'Profiling' })).toBeVisible();
  const parts = page.locator('main details');
  expect(await parts.count()).toBeGreaterThan(8);
  await parts.evaluateAll((all) => {
    for (const part of all) (part as HTMLDetailsElement).open = true;
  });
  expect(await tooSmall(page)).toEqual([]);
  await page.goto(`${url}/experiments/new`);
  await expect(page.getByRole('heading', { name: 'Recipes' })).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
});

test('Run is a tab away from whoever came to the form by n', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/hosts`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await expect(async () => {
    if (!page.url().endsWith('/runs/new')) await page.keyboard.press('n');
    await expect(run).toBeVisible({ timeout: 5000 });
  }).toPass();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveText('Go to Run');
  await page.keyboard.press('Enter');
  await expect(run).toBeFocused();
});

test('Run is two tabs from the beginning of the page, and Ctrl Enter from a field', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/runs/new`);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await expect(run).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveText('Go to Run');
  await page.keyboard.press('Enter');
  await expect(run).toBeFocused();
  await edit(page, 'Load');
  await page.getByLabel('Step 1: connections').fill('none');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Nothing was sent; what you typed is kept.')).toBeVisible();
  await page.getByLabel('Step 1: connections').fill('10');
  await page.getByLabel('Name', { exact: true }).fill('by Ctrl Enter');
  await page.keyboard.press('Control+Enter');
  await readsVerdict(page);
  await expect(page.getByRole('heading', { level: 1, name: 'by Ctrl Enter' })).toBeVisible();
});

test('a draft that is restored is said to be, and can be started afresh', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/runs/new`);
  const restored = page.getByRole('region', { name: 'Restored draft' });
  await expect(preset(page, /^Quick look/)).toBeVisible();
  await expect(restored).toHaveCount(0);
  await edit(page, 'Load');
  await page.getByLabel('Step 1: connections').fill('x');
  await page.goto(url);
  // The key is heard once the browser has taken over what the server sent.
  await expect(async () => {
    if (new URL(page.url()).pathname === '/') await page.keyboard.press('n');
    await expect(restored).toContainText('1 field needs a look', { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await restored.getByRole('button', { name: 'Start afresh' }).click();
  await expect(restored).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'What you had typed' })).toBeVisible();
  await edit(page, 'Load');
  await expect(page.getByLabel('Step 1: connections')).toHaveValue('10');
});

test('a pasted line of curl chooses the target by its address', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/runs/new`);
  await edit(page, 'Requests');
  await page.getByRole('button', { name: 'Paste curl' }).press('Enter');
  await expect(page.getByLabel('A line of curl')).toBeFocused();
  await page.getByLabel('A line of curl').fill('wget /');
  await page.getByRole('button', { name: 'Add this request' }).press('Enter');
  await expect(page.getByLabel('A line of curl')).toBeFocused();
  await page.getByLabel('A line of curl').fill("curl 'http://127.0.0.1:8099/orders?page=2' -H 'Accept: text/plain'");
  await page.getByRole('button', { name: 'Add this request' }).press('Enter');
  await expect(page.locator(':focus')).toContainText('Target: what listens on port 8099');
  await expect(page.getByText(/^Target: what listens on port 8099 of /)).toBeVisible();
  await expect(page.locator('details', { has: page.getByRole('heading', { name: 'Target' }) })).toContainText('8099');
  await expect(page.getByText('/orders?page=2').first()).toBeVisible();
  await page.getByRole('button', { name: 'Put back Fiber' }).press('Enter');
  await expect(page.locator(':focus')).toContainText('Target: Fiber, as before.');
  await expect(page.locator('details', { has: page.getByRole('heading', { name: 'Target' }) })).toContainText('Fiber');
  await expect(page.getByText('/orders?page=2')).toHaveCount(0);
});

test('advice about a line of curl names parts that the form has', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/runs/new`);
  await edit(page, 'Requests', 'Tool');
  await page.getByRole('button', { name: 'Paste curl' }).press('Enter');
  await page.getByLabel('A line of curl').fill("curl 'http://127.0.0.1:8099/' --compressed --http2 -k");
  await page.getByRole('button', { name: 'Add this request' }).press('Enter');
  await page.getByRole('button', { name: /^Change how requests travel/ }).click();
  const tool = page.locator('details', { has: page.getByRole('heading', { name: 'Tool', exact: true }) });
  for (const [advice, field] of [
    [/turn on Decompression under Tool/, 'Decompression'],
    [/choose it as the Protocol under Tool/, 'Protocol'],
  ] as const) {
    await expect(page.getByText(advice)).toBeVisible();
    await expect(tool.getByText(field, { exact: true })).toBeVisible();
  }
});
