import type { Page } from '@playwright/test';
import { api, NEWEST_NIGHT, openPalette, seedNights, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const rows = (page: Page) => page.getByRole('table').first().locator('tbody tr:not([data-spacer])');
const views = (page: Page) => page.locator('[data-saved-views]');

async function openNights(page: Page, query = ''): Promise<void> {
  await seedNights();
  await signIn(page);
  await page.goto(`${url}/?q=night${query}`);
  await expect(rows(page).first()).toBeVisible();
}

/** In the dialog that is open. */
async function saveAs(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Saved ‘${name}’.`, { exact: true })).toBeVisible();
}

async function deleteOpenView(page: Page, name: string): Promise<void> {
  await views(page).click();
  await page.getByRole('menuitem', { name: `Delete ‘${name}’` }).click();
  await expect(page.getByText(`Deleted the view ‘${name}’.`, { exact: true })).toBeVisible();
}

test('a view is saved by keyboard alone, outlives a reload, and opens from the palette', async ({ page }) => {
  test.setTimeout(300_000);
  await openNights(page, '&sort=name&dir=asc');
  await expect(rows(page).first()).toContainText('fiber /simple, night 1');
  await page.keyboard.press('v');
  await page.getByRole('menuitem', { name: 'Save as a view …' }).press('Enter');
  await saveAs(page, 'Nights by name');
  await expect(views(page)).toContainText('Nights by name');
  await page.reload();
  await expect(views(page)).toContainText('Nights by name');
  await expect(rows(page).first()).toContainText('fiber /simple, night 1');

  await page.goto(`${url}/hosts`);
  await openPalette(page);
  await page.keyboard.type('nights by');
  await expect(page.getByRole('option')).toHaveText([/Nights by name.*your view/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=night&sort=name&saved=/);
  await expect(rows(page).first()).toContainText('fiber /simple, night 1');

  const saved = new URL(page.url()).searchParams.get('saved');
  await page.goto(`${url}/?saved=${saved}`);
  await expect(page).toHaveURL(/sort=name/);
  await expect(rows(page).first()).toContainText('fiber /simple, night 1');
  await deleteOpenView(page, 'Nights by name');
  await expect(page).not.toHaveURL(/saved=/);
});

test('a view tells that it was changed since, goes back, and takes the change over', async ({ page }) => {
  test.setTimeout(300_000);
  await openNights(page);
  await views(page).click();
  await page.getByRole('menuitem', { name: 'Save as a view …' }).click();
  await saveAs(page, 'Nights');
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await expect(rows(page).first()).toContainText('fiber /simple, night 1');
  await expect(views(page)).toContainText('changed');
  await views(page).click();
  await page.getByRole('menuitem', { name: 'Back to ‘Nights’ as saved' }).click();
  await expect(rows(page).first()).toContainText(NEWEST_NIGHT);
  await expect(views(page)).not.toContainText('changed');
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await page.getByRole('button', { name: 'Update view' }).click();
  await expect(page.getByText('Updated ‘Nights’.', { exact: true })).toBeVisible();
  await expect(views(page)).not.toContainText('changed');
  await deleteOpenView(page, 'Nights');
});

test('a favourite is made by a key and narrows the list', async ({ page }) => {
  test.setTimeout(300_000);
  await openNights(page);
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: NEWEST_NIGHT })).toBeFocused();
  await page.keyboard.press('f');
  const heart = page.getByRole('button', { name: `Favourite of yours: ${NEWEST_NIGHT}` });
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Favourites', exact: true }).click();
  await expect(page).toHaveURL(/favourite=true/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(NEWEST_NIGHT);
  await rows(page).getByRole('link', { name: NEWEST_NIGHT }).click();
  const own = page.getByRole('button', { name: 'Favourite of yours', exact: true });
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await own.click();
  await expect(own).toHaveAttribute('aria-pressed', 'false');
  await page.goBack();
  await expect(page.getByText('No ended run matches these filters.')).toBeVisible();
});

test('the picture of the list opens a run by a click, selects by a box and by keys, and keeps kinds apart', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await openNights(page);
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('night 99');
  const { points } = await api.call('GET', '/run-points?text=night+99&view=ended');
  const several = points.length;
  expect(several).toBeGreaterThan(200);
  await page.getByRole('radio', { name: /^Scatter/ }).check();
  await expect(page).toHaveURL(/as=scatter/);
  await expect(page.getByText(`${several} of ${several} ended runs`, { exact: true })).toBeVisible();
  await expect(page.getByText(/don’t rank across them/)).toHaveCount(0);
  const plot = page.getByRole('application', { name: `Throughput against p99 of ${several} runs` });
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Selected runs' })).toContainText('1 run selected');
  const box = await plot.boundingBox();
  if (!box) throw new Error('the plot has no box');
  await page.mouse.move(box.x + 70, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 25, box.y + box.height - 50, { steps: 4 });
  await page.mouse.up();
  await expect(
    page.getByText(`${several} runs in this box. Draw a smaller one: at most 200.`, { exact: true }),
  ).toBeVisible();

  const most = points.reduce((best: (typeof points)[0], one: (typeof points)[0]) =>
    one.requestsPerSecond > best.requestsPerSecond ? one : best,
  );
  await plot.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('link', { name: most.name })).toBeVisible();
  // The ring around it says where it is.
  const ring = plot.locator('circle[r="10"]');
  const [x, y] = [Number(await ring.getAttribute('cx')), Number(await ring.getAttribute('cy'))];
  await plot.click({ position: { x, y } });
  await expect(page).toHaveURL(new RegExp(`/runs/${most.runId}$`));
});
