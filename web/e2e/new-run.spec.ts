import { expect, type Page, test } from '@playwright/test';
import { api, edit, signIn, tabTo, url } from './lab.ts';

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
