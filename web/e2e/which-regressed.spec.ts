import type { Page } from '@playwright/test';
import { api, NEWEST_NIGHT, openPalette, REGRESSED_NIGHT, seedNights, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const rows = (page: Page) => page.getByRole('table').first().locator('tbody tr:not([data-spacer])');

async function openNights(page: Page): Promise<void> {
  await seedNights();
  await signIn(page);
  await page.goto(`${url}/?q=night`);
  await expect(rows(page).first()).toContainText(NEWEST_NIGHT);
}

async function expectTheOne(page: Page): Promise<void> {
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(REGRESSED_NIGHT);
  await expect(rows(page)).toContainText(/−1[0-9]\.\d %/);
}

test('ten thousand runs are narrowed to the one that regressed, by mouse', async ({ page }) => {
  test.setTimeout(600_000);
  await openNights(page);
  const first = rows(page).first();
  await first.hover();
  await first.getByRole('button', { name: `Baseline of its group: ${NEWEST_NIGHT}` }).click();
  await expect(page.getByText('Baseline of Fiber /simple, for everybody.', { exact: true })).toBeVisible();
  await expect(first).toContainText('★ baseline', { timeout: 60_000 });
  await page.getByRole('button', { name: 'vs ★' }).click();
  await page.getByRole('menuitemcheckbox', { name: /regressed/ }).click();
  await page.keyboard.press('Escape');
  await expectTheOne(page);
  await rows(page).getByRole('link').first().click();
  await expect(page.getByRole('link', { name: /vs ★/ })).toContainText(/−1[0-9]\.\d %/);
  const [run] = (await api.call('GET', '/runs?text=night&limit=1')).runs;
  await api.call('DELETE', `/runs/${run.id}/baseline`);
});

test('the same by keyboard alone, and any run is found by its name', async ({ page }) => {
  await openNights(page);
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: NEWEST_NIGHT })).toBeFocused();
  await page.keyboard.press('b');
  await expect(rows(page).first()).toContainText('★ baseline', { timeout: 60_000 });
  await openPalette(page);
  await page.keyboard.type('regressed');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/against=worse/);
  await expectTheOne(page);
  await openPalette(page);
  await page.keyboard.type(NEWEST_NIGHT);
  await expect(page.getByRole('option', { name: new RegExp(NEWEST_NIGHT) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(NEWEST_NIGHT);
});
