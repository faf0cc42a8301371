import type { Locator, Page } from '@playwright/test';
import { seedScale, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

let runId: string;

test.beforeAll(async () => {
  ({ largeRunId: runId } = await seedScale());
});

const strip = (page: Page): Locator =>
  page.locator('#time-series').getByRole('slider', { name: 'CPUs used: cursor in time' }).first();

/** Of how many readings the row under the cursor is the mean: a row of one says nothing of it. */
async function readingsUnderCursor(page: Page): Promise<number> {
  const used = strip(page);
  await used.scrollIntoViewIfNeeded();
  const box = await used.boundingBox();
  if (!box) throw new Error('the strip is not drawn');
  await page.mouse.move(box.x + box.width * 0.4, box.y + 50);
  await expect(used).toHaveAttribute('aria-valuetext', /^at \d+:\d\d/);
  const text = (await used.getAttribute('aria-valuetext')) ?? '';
  await page.mouse.move(0, 0);
  return Number(/mean of (\d+) readings/.exec(text)?.[1] ?? 1);
}

const zoomed = (page: Page): [number, number] | null => {
  const [from, to] = (new URL(page.url()).searchParams.get('zoom') ?? '').split('..').map(Number);
  return from === undefined || to === undefined ? null : [from, to];
};

test('zooming into a run of 3,000 readings shows each of them, and the address opens the same', async ({ page }) => {
  const asked: URL[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.pathname.endsWith('/series')) asked.push(address);
  });
  await signIn(page);
  await page.goto(`${url}/runs/${runId}`);
  expect(await readingsUnderCursor(page)).toBeGreaterThan(1);
  expect(asked.every(({ searchParams }) => searchParams.get('toUs') === null)).toBe(true);

  const used = strip(page);
  const box = await used.boundingBox();
  if (!box) throw new Error('the strip is not drawn');
  const x = (share: number): number => box.x + 68 + share * (box.width - 76);
  await page.mouse.move(x(0.4), box.y + 50);
  await page.mouse.down();
  await page.mouse.move(x(0.45), box.y + 50);
  await page.mouse.move(x(0.5), box.y + 50);
  await page.mouse.up();
  await expect.poll(() => zoomed(page)).not.toBeNull();
  const [from, to] = zoomed(page) ?? [0, 0];
  expect(to - from).toBeLessThan(60);
  await expect.poll(() => readingsUnderCursor(page)).toBe(1);
  const parts = asked.filter(({ searchParams }) => searchParams.get('toUs') !== null);
  expect(parts.length).toBeGreaterThan(0);
  for (const { searchParams } of parts) {
    const seconds = (Number(searchParams.get('toUs')) - Number(searchParams.get('afterUs'))) / 1e6;
    expect(seconds).toBeLessThan(to - from + 5);
  }

  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await expect.poll(() => readingsUnderCursor(page)).toBe(1);
  await page.locator('#time-series').getByRole('button', { name: 'Whole run' }).first().click();
  await expect.poll(() => readingsUnderCursor(page)).toBeGreaterThan(1);
});
