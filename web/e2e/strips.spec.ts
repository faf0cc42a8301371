import { expect, type Locator, type Page, test } from '@playwright/test';
import { api, signIn, url } from './lab.ts';

const step = { loop: 'closed', connections: 4, pipelining: 1, durationSeconds: 5, toolWorkers: 1, profiles: [] };

let runId: string;

test.beforeAll(async () => {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps: [step, step], tool: 'volley' });
  ({ id: runId } = await api.createRun('Strips', { ...spec, samplesPerSecond: 10 }));
  expect((await api.finish(runId)).state).toBe('finished');
});

const strip = (page: Page, name: string): Locator =>
  page.locator('#time-series').getByRole('slider', { name: `${name}: cursor in time` });

async function openRun(page: Page, query = ''): Promise<void> {
  await signIn(page);
  await page.goto(`${url}/runs/${runId}${query}`);
  await strip(page, 'CPUs used').scrollIntoViewIfNeeded();
}

/** From and to, in seconds, as the address has them. */
const zoomOf = (page: Page): number[] =>
  (new URL(page.url()).searchParams.get('zoom') ?? '').split('..').filter(Boolean).map(Number);

async function drag(page: Page, over: Locator, from: number, to: number): Promise<void> {
  const box = await over.boundingBox();
  if (!box) throw new Error('the strip is not drawn');
  // The axis takes 68 px on the left, and 8 px are left over on the right.
  const x = (share: number): number => box.x + 68 + share * (box.width - 76);
  await page.mouse.move(x(from), box.y + 60);
  await page.mouse.down();
  await page.mouse.move(x((from + to) / 2), box.y + 60);
  await page.mouse.move(x(to), box.y + 60);
  await page.mouse.up();
}

test('dragging over a strip zooms all of them, and the address opens the same', async ({ page }) => {
  await openRun(page);
  const last = Number(await strip(page, 'CPUs used').getAttribute('aria-valuemax'));
  await drag(page, strip(page, 'CPUs used'), 0.25, 0.5);
  const series = page.locator('#time-series');
  await expect(series.getByRole('status')).toHaveText(/^Shown: \d+:\d\d to \d+:\d\d, all hosts$/);
  const [from = 0, to = 0] = zoomOf(page);
  expect(Math.abs(from - last / 4)).toBeLessThan(1);
  expect(Math.abs(to - last / 2)).toBeLessThan(1);
  const others = page.getByRole('slider', { name: /cursor in time$/ });
  for (const other of await others.all()) expect(await other.getAttribute('aria-valuemax')).toBe(`${Math.round(to)}`);

  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(series.getByRole('status')).toHaveText(/^Shown: /);
  await series.getByRole('button', { name: 'Whole run' }).click();
  await expect(series.getByRole('status')).toHaveCount(0);
  await expect.poll(() => zoomOf(page)).toEqual([]);
});

test('keys mark a stretch, zoom to it and go back, and one cursor stands on every strip', async ({ page }) => {
  await openRun(page);
  const used = strip(page, 'CPUs used');
  await used.focus();
  for (let reading = 0; reading < 20; reading++) await page.keyboard.press('ArrowRight');
  const told = /^at \d+:\d\d/;
  for (const other of await page.getByRole('slider', { name: /cursor in time$/ }).all())
    await expect(other).toHaveAttribute('aria-valuetext', told);
  for (let reading = 0; reading < 35; reading++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => zoomOf(page).length).toBe(2);
  const [from = 0, to = 0] = zoomOf(page);
  // 35 readings at ten a second.
  expect(to - from).toBeGreaterThan(3);
  expect(to - from).toBeLessThan(4.5);
  await page.keyboard.press('Escape');
  await expect.poll(() => zoomOf(page)).toEqual([]);
  await expect(used).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger scrolls over the strips, holds the cursor, and zooms by a button', async ({ page }) => {
    await openRun(page);
    const used = strip(page, 'CPUs used');
    expect(await used.evaluate((box) => getComputedStyle(box).touchAction)).toBe('pan-y');
    await used.tap();
    await expect(used).toHaveAttribute('aria-valuetext', /^at \d+:\d\d/);
    await page.locator('#time-series').getByRole('button', { name: 'Zoom in' }).tap();
    await expect.poll(() => zoomOf(page).length).toBe(2);
  });
});
