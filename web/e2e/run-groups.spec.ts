import type { Page } from '@playwright/test';
import { api, NEWEST_NIGHT, seedNights, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const group = (page: Page) => page.getByRole('region', { name: 'Fiber /simple', exact: true });
const rows = (page: Page) => group(page).locator('tbody tr:not([data-spacer])');

test('runs are listed by target and route, and opened by keyboard alone', async ({ page }) => {
  test.setTimeout(300_000);
  await seedNights();
  await signIn(page);
  await page.goto(`${url}/?q=night`);
  await page.getByRole('radio', { name: /^Groups/ }).check();
  await expect(page).toHaveURL(/as=groups/);
  await expect(group(page)).toContainText('10,000 runs');
  await expect(group(page)).toContainText('none pinned');
  await expect(group(page)).toContainText(/range[\d.]+ k to [\d.]+ k req\/s/);
  await page.getByRole('heading', { name: 'Runs', exact: true }).click();
  await page.keyboard.press('j');
  const head = group(page).getByRole('button', { name: /Fiber \/simple/ });
  await expect(head).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  await expect(rows(page).first()).toContainText(NEWEST_NIGHT);
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: NEWEST_NIGHT })).toBeFocused();
  await page.keyboard.press('b');
  await expect(head.locator('xpath=ancestor::*[@data-row]')).toContainText(/★ baseline[\d.]+ k req\/s/, {
    timeout: 60_000,
  });
  await group(page).getByRole('button', { name: 'name' }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(rows(page).first()).toContainText('fiber /simple, night 1');
  await page.reload();
  await expect(rows(page).first()).toContainText('fiber /simple, night 1');
  const [run] = (await api.call('GET', '/runs?text=night&limit=1')).runs;
  await api.call('DELETE', `/runs/${run.id}/baseline`);
});
