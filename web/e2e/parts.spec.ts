import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/start/checks.mjs';
import { faultsIn, LOOKS } from './accessibility.ts';
import { url } from './lab.ts';
import { expect, test } from './test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const components = readdirSync(path.join(root, 'web/ui'), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => name.replace(/\.tsx$/, ''));

let script: ChildProcess;
let parts = '';

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const port = String(await freePort());
  script = spawn(process.execPath, ['scripts/ui.mjs'], { cwd: root, env: { ...process.env, PORT: port } });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [script.stdout, script.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('parts ready')) resolve();
      });
    script.once('exit', (status) => reject(new Error(`scripts/ui.mjs ended with ${status}: ${said}`)));
  });
  parts = said.match(/parts ready (\S+)/)?.[1] ?? '';
});

test.afterAll(async () => {
  const ended = new Promise((resolve) => script.once('exit', resolve));
  script.kill('SIGTERM');
  await ended;
});

/** Names of the parts that are drawn with some height. */
const drawn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-part]')]
      .filter((part) => (part.children[1]?.getBoundingClientRect().height ?? 0) > 0)
      .map(({ dataset }) => dataset.part ?? ''),
  );

for (const [look, options] of LOOKS) {
  test(`the page of parts shows every component of web/ui, and breaks no rule: ${look}`, async ({ browser }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(parts);
    await expect(page.locator('[data-part="strip-chart"] canvas').first()).toBeVisible({ timeout: 60_000 });
    expect(await drawn(page)).toEqual(expect.arrayContaining(components));
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond).toBeLessThanOrEqual(0);
    expect(await faultsIn(page, 'parts')).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
}

test('the built product has neither the page of parts nor its scripts', async ({ request }) => {
  expect((await request.get(`${url}/dev/ui`)).status()).toBe(404);
  const built = path.join(root, 'web/.next/standalone/web/.next');
  const files = readdirSync(built, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(20);
  const marks = ['data-part', 'A part that came when it was shown'];
  const holding = files.filter((name) =>
    marks.some((mark) => readFileSync(path.join(built, name), 'utf8').includes(mark)),
  );
  expect(holding).toEqual([]);
});
