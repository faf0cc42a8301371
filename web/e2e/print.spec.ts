import type { Page } from '@playwright/test';
import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

/** A4 without its margins of 12 mm, in CSS pixels. */
const PAPER = { width: 703, height: 1031 };

/** What stays on paper although nothing can be done with it there. */
const CONTROLS = 'button, select, input, textarea, nav';

/** What cannot be pressed on paper and is drawn all the same; a label, a term and a row's own name are text. */
async function pressable(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const drawn = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const isText = (element: Element): boolean =>
      element.matches(
        '[aria-expanded], [aria-haspopup="dialog"], td button, th button, li button, dt button, dd button',
      );
    return [...document.querySelectorAll(controls)]
      .filter((element) => drawn(element) && !isText(element) && !element.classList.contains('sr-only'))
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.trim());
  }, CONTROLS);
}

/** Sections that are closed on paper: folds without their content, and details that hide theirs. */
async function closed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const folds = [...document.querySelectorAll('section > div > h2 > button[aria-expanded]')].filter(
      (button) => (button.closest('section')?.children.length ?? 0) < 2,
    );
    const details = [...document.querySelectorAll('details')].filter((element) => {
      const [, content] = element.children;
      return element.checkVisibility() && content !== undefined && !content.checkVisibility();
    });
    return [...folds, ...details].map((element) => element.textContent?.slice(0, 60) ?? '');
  });
}

/** Pictures that are larger than a page. */
async function tooLarge(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ width, height }) =>
      [...document.querySelectorAll('svg, canvas, img')].flatMap((picture) => {
        const box = picture.getBoundingClientRect();
        const fits = box.right <= width + 1 && box.height <= height;
        return fits ? [] : [`${picture.tagName} ${Math.round(box.right)} × ${Math.round(box.height)}`];
      }),
    PAPER,
  );
}

/** Text of tables that nobody reads on paper: a CSS pixel is three quarters of a point. */
async function tooTiny(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.data-table :is(th, td), .data-table :is(th, td) *')].flatMap((one) => {
      const own = [...one.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      const size = Number.parseFloat(getComputedStyle(one).fontSize);
      return own && one.checkVisibility() && size < 10 ? [`${size} px: ${one.textContent?.slice(0, 40)}`] : [];
    }),
  );
}

/** As the browser lays it out for paper: it announces printing, and what is closed opens. */
async function onPaper(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.waitForLoadState('networkidle');
}

test('run, comparison, experiment and share are whole on paper: open, within the page, without buttons', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps: [closedStep(4, 1), closedStep(8, 1)] });
  const ids: string[] = [];
  for (const name of ['printed', 'printed again']) ids.push((await api.createRun(name, spec)).id);
  for (const id of ids) await api.finish(id);
  const experiment = await api.call('POST', '/experiments', {
    ...{ kind: 'comparison', question: 'Is prefork faster?', hypothesis: '', seed: 1, start: false },
    baseline: { name: 'one process', spec },
    variants: [{ name: 'prefork', changes: [{ path: '/target/prefork', value: true }] }],
    ...{ rounds: 2, extensionRounds: null, primary: { metric: 'requestsPerSecond', stepIndex: 0 }, marginPercent: 2 },
  });
  const share = await api.call('POST', '/shares', { runIds: ids, baselineRunId: ids[0], experimentId: null });
  const paths = [`/runs/${ids[0]}`, `/compare?runs=${ids.join(',')}`, `/experiments/${experiment.id}`];
  for (const path of [...paths, new URL(share.url).pathname]) {
    await onPaper(page, `${url}${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(await pressable(page), path).toEqual([]);
    expect(await closed(page), path).toEqual([]);
    expect(await tooLarge(page), path).toEqual([]);
    expect(await tooTiny(page), path).toEqual([]);
    expect((await page.pdf({ format: 'A4' })).byteLength, path).toBeGreaterThan(20_000);
    await page.emulateMedia({ media: 'screen' });
  }
});
