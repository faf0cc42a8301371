import type { Page } from '@playwright/test';
import { api, asPage, seedNights, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';

/** Names that begin alike, tags, an impossible figure, a pinned baseline and runs that are held against it. */
async function fill(): Promise<string> {
  await api.call('POST', '/imports/journal');
  await seedNights();
  const [run] = (await api.call('GET', '/runs?text=night+1&sort=created&direction=asc&limit=1')).runs;
  await api.call('PUT', `/runs/${run.id}/baseline`);
  return run.id;
}

const firstRow = (page: Page) => page.locator('tbody tr:not([data-spacer])').first();

test.describe
  .serial('the list of runs', () => {
    let baselineId: string;
    test.beforeAll(async () => {
      test.setTimeout(300_000);
      baselineId = await fill();
    });
    // Other tests of this instance begin without one.
    test.afterAll(() => api.call('DELETE', `/runs/${baselineId}/baseline`));

    test('fits into 1440 px, and shows figures that cannot be believed as such', async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await signIn(page);
      for (const query of ['', '?q=night', '?tag=journal']) {
        await page.goto(`${url}/${query}`);
        await expect(firstRow(page)).toBeVisible();
        const over = await page.locator('.data-table').evaluate((table) => {
          const room = table.parentElement as HTMLElement;
          return room.scrollWidth - room.clientWidth;
        });
        expect(over, query).toBeLessThanOrEqual(0);
      }
      const impossible = page.getByRole('row', { name: /04 no workers/ });
      await expect(impossible).toContainText('~4.91 M invalid');
      const notMet = page.getByRole('row', { name: /06b \/simple vegeta/ });
      await expect(notMet).toContainText('~589 k suspect');
      await expect(notMet.getByTitle(/588,883 req\/s in another step is suspect/)).toBeVisible();
      const deep = page.getByRole('row', { name: /06b \/simple baseline/ });
      await expect(deep).toContainText('1,000 × 100 deep');
      const cut = await deep
        .locator('[data-goes-on]')
        .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length);
      expect(cut, 'names that are cut').toBe(0);
      await page.goto(`${url}/?as=groups&tag=journal`);
      await expect(page.getByRole('region', { name: 'Fiber prefork /simple' })).toContainText('1 invalid');
    });

    test('takes the oldest of what is chosen at one stroke as the baseline, and says so', async ({ page }) => {
      await signIn(page);
      const { runs } = await api.call('GET', '/runs?text=06b+compute&sort=created&direction=asc');
      await page.goto(`${url}/?q=06b+compute`);
      await expect(page.locator('tbody tr:not([data-spacer])')).toHaveCount(runs.length);
      await page.getByRole('checkbox', { name: 'Select all runs shown' }).check();
      const bar = page.getByRole('region', { name: 'Selected runs' });
      await expect(bar).toContainText(`baseline: ${runs[0].name}`);
      await bar.getByRole('link', { name: `Compare ${runs.length} runs` }).click();
      await expect(page).toHaveURL(new RegExp(`baseline=${runs[0].id}`));
    });

    test('has targets for fingers', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await signIn(page);
      for (const path of ['/', '/?as=groups', '/?as=scatter']) {
        await page.goto(`${url}${path}`);
        await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
        await expect(page.getByRole('radio', { name: /^Table/ })).toBeVisible();
        const small = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('header a, header button, main :is(a, button, select)')]
            .filter((one) => one.checkVisibility() && !one.closest('p') && one.getBoundingClientRect().width > 1)
            .filter((one) => one.getBoundingClientRect().height < 43.5 && !one.matches('.hit'))
            .map((one) => one.outerHTML.slice(0, 120)),
        );
        expect(small, path).toEqual([]);
      }
    });

    test('keeps the focus of whoever has no pointer', async ({ page }) => {
      await signIn(page);
      await page.goto(`${url}/`);
      await expect(firstRow(page)).toBeVisible();
      await page.getByRole('radio', { name: /^Table/ }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page).toHaveURL(/as=groups/);
      await expect(page.getByRole('radio', { name: /^Groups/ })).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(firstRow(page)).toBeVisible();

      await page.keyboard.press('/');
      await page.keyboard.type('entry 08');
      await expect(page).toHaveURL(/q=entry\+08/);
      await expect(page.getByRole('row')).toHaveCount(3);
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('link', { name: '08 IRQs pinned' })).toBeFocused();
      for (const key of ['x', 'j', 'x', 'c']) await page.keyboard.press(key);
      await expect(page).toHaveURL(/\/compare/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Compare');
      await page.goBack();
      await expect(page.getByRole('link', { name: '08 baseline' })).toBeFocused();

      const made = await page.request.post(`${url}/api/v1/run-views`, {
        headers: asPage(),
        data: { name: 'chosen by keys', query: 'q=night' },
      });
      expect(made.status()).toBe(201);
      await page.reload();
      await expect(firstRow(page)).toBeVisible();
      for (const last of ['Escape', 'Enter', 'Escape']) {
        await page.keyboard.press('v');
        await expect(page.getByRole('menuitem', { name: 'chosen by keys', exact: true }), last).toBeFocused();
        await page.keyboard.press(last);
        if (last === 'Enter') await expect(page).toHaveURL(/saved=/);
        // It is gone from the document first, and gives the focus back then: a menu opened between the two would close again.
        await expect(page.locator('[role=menu]')).toHaveCount(0);
        await expect(page.locator('[data-saved-views]')).toBeFocused();
      }
    });

    test('says within seconds that the API does not answer, and goes on when it does', async ({ page }) => {
      await signIn(page);
      await page.goto(`${url}/`);
      await expect(firstRow(page)).toBeVisible();
      let silent = true;
      const waiting: (() => void)[] = [];
      await page.route('**/api/v1/**', async (route) => {
        if (silent) await new Promise<void>((resolve) => waiting.push(resolve));
        await route.continue().catch(() => {});
      });
      await page.getByRole('searchbox', { name: 'Search runs' }).fill('night 2');
      const said = page.getByRole('alert').filter({ hasText: 'The millionrps API does not answer' });
      await expect(said).toBeVisible({ timeout: 6_500 });
      await expect(said).toContainText('what you typed stays');
      silent = false;
      for (const go of waiting) go();
      await expect(said).toBeHidden({ timeout: 10_000 });
      await expect(firstRow(page)).toContainText(/night \d*2/);
    });
  });

test('revoking a link by keyboard leads to the next one', async ({ page }) => {
  await api.call('POST', '/imports/journal');
  const [{ id }] = (await api.call('GET', '/runs?tag=journal&limit=1')).runs;
  for (const expiresInDays of [1, 2]) await api.call('POST', '/shares', { runIds: [id], expiresInDays });
  await signIn(page);
  await page.goto(`${url}/shares`);
  const revoke = page.getByRole('button', { name: /^Revoke the link of/ });
  await revoke.first().focus();
  const open = await revoke.count();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke the link' }).press('Enter');
  await expect(revoke).toHaveCount(open - 1);
  await expect(revoke.first()).toBeFocused();
});

test('an address that names nothing answers with 404, and the page says where to go', async ({ page }) => {
  await signIn(page);
  for (const [path, said] of [
    [`/runs/${NOWHERE}`, 'There is no such run'],
    ['/runs/cut-short', 'There is no such run'],
    [`/experiments/${NOWHERE}`, 'There is no such experiment'],
    [`/hosts/${NOWHERE}`, 'There is no such host'],
    ['/s/share_nothing', 'There is nothing under this link'],
  ] as const) {
    const reply = await page.goto(`${url}${path}`);
    expect([path, reply?.status()]).toEqual([path, 404]);
    await expect(page.getByRole('heading', { name: said })).toBeVisible();
    await expect(page.getByRole('main').or(page.locator('body')).getByRole('link').first()).toBeVisible();
  }
  const { runs } = await api.call('GET', '/runs?limit=1');
  for (const { id } of runs) expect((await page.goto(`${url}/runs/${id}`))?.status()).toBe(200);
});

test('the address of the runs leads to their list, and a page that is not there to every other', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/runs?text=fiber&state=finished`);
  await expect(page).toHaveURL(`${url}/?text=fiber&state=finished`);
  await page.goto(`${url}/nowhere`);
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
  await page.getByRole('link', { name: 'Experiments', exact: true }).click();
  await expect(page).toHaveURL(`${url}/experiments`);
});
