import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

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

test('an annotation is added at the cursor by keys, stands on every strip and in the list, is edited and removed', async ({
  page,
}) => {
  await openRun(page);
  const used = strip(page, 'CPUs used');
  await used.focus();
  for (let reading = 0; reading < 30; reading++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Annotate the run' });
  await expect(dialog.getByLabel('From')).toHaveValue(/^0:\d\d\.\d$/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Write what happened.')).toBeVisible();
  await dialog.getByLabel('Text').fill('cron started here');
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Annotations' });
  await expect(list.getByRole('listitem')).toContainText('cron started here');
  const { annotations } = await api.call('GET', `/runs/${runId}`);
  expect(annotations).toMatchObject([{ text: 'cron started here', toUs: null }]);

  await list.getByRole('button', { name: 'Edit annotation 1' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit annotation' });
  await editor.getByLabel('To').fill('0:05.5');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(list.getByRole('listitem')).toContainText('to 0:05.5');

  const { url: shared } = await api.call('POST', '/shares', { runIds: [runId] });
  await page.context().clearCookies();
  await page.goto(shared);
  await expect(list.getByRole('listitem')).toContainText('cron started here');
  await expect(list.getByRole('button', { name: /^Show annotation 1, at / })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Edit annotation 1' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Annotate' })).toHaveCount(0);

  await openRun(page);
  await list.getByRole('button', { name: 'Remove annotation 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(list).toHaveCount(0);
});

/** What a menu of a picture saves. */
async function saved(page: Page, picture: string, what: string): Promise<{ name: string; bytes: Buffer }> {
  await page
    .getByRole('button', { name: `Save or copy: ${picture}` })
    .last()
    .click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: what }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('pictures are saved as CSV with units, as PNG at twice the size, and as SVG where they are drawn', async ({
  page,
}) => {
  await openRun(page);
  const csv = await saved(page, 'CPUs used', 'Save data as CSV');
  expect(csv.name).toBe('strips-cpus_used.csv');
  const [head = '', ...rows] = csv.bytes.toString('utf8').trimEnd().split('\r\n');
  expect(head).toMatch(/^time_s,.*target.*_cpus/);
  const series = await api.call('GET', `/runs/${runId}/series`);
  const used = series.hosts[0].columns.find(({ name }: { name: string }) => name === 'targetCpus').values;
  const place = head.split(',').findIndex((name) => name.startsWith('target'));
  const drawn = rows
    .map((row) => row.split(',')[place])
    .filter(Boolean)
    .map(Number);
  expect(drawn.length).toBeGreaterThan(80);
  for (const value of drawn.slice(0, 20)) expect(used).toContain(value);

  const png = await saved(page, 'CPUs used', 'Save as PNG');
  expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  const figure = strip(page, 'CPUs used').locator('xpath=ancestor::figure');
  const box = await figure.boundingBox();
  // A head of 34 px and edges of 16.
  expect(png.bytes.readUInt32BE(16)).toBe(2 * (Math.ceil(box?.width ?? 0) + 32));
  expect(png.bytes.readUInt32BE(20)).toBe(2 * (Math.ceil(box?.height ?? 0) + 66));
  expect(await inkOf(page, png.bytes)).toBeGreaterThan(500);

  const svg = await saved(page, 'Throughput and p99 against step', 'Save as SVG');
  const text = svg.bytes.toString('utf8');
  expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(text).toContain('Strips · Throughput and p99 against step');
  expect(text).toContain('p99, right, log scale');
  expect(text).not.toContain('var(--');
  await page.getByRole('button', { name: 'Save or copy: CPUs used' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy image' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Save as SVG' })).toHaveCount(0);
});

/** How many pixels of a picture are of another colour than its corner. */
const inkOf = (page: Page, png: Buffer): Promise<number> =>
  page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const pen = canvas.getContext('2d');
    if (!pen) return 0;
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const pixels = new Uint32Array(data.buffer);
    return pixels.filter((pixel) => pixel !== pixels[0]).length;
  }, png.toString('base64'));

test('an image that the browser does not let out is said to be so', async ({ page }) => {
  await openRun(page);
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Save or copy: CPUs used' }).click();
  await page.getByRole('menuitem', { name: 'Copy image' }).click();
  const refused = 'The browser did not let the page copy an image. Save it as PNG instead.';
  await expect(page.getByText(refused, { exact: true })).toBeVisible();
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
