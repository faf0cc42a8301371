import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startInstance } from '../../scripts/lab/borrow.mjs';
import { openStep, specFor } from '../../scripts/lab/client.mjs';
import { freePort } from '../../scripts/start/checks.mjs';
import { seenAtOnce } from './above-the-fold.ts';
import { api, REGRESSED_NIGHT, seedNights, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

interface Look {
  name: string;
  width: number;
  height: number;
  /** Runs that have to be in sight: of a list, below one that runs. */
  listed: number;
  below: number;
}

const LOOKS: Look[] = [
  { name: 'wide', width: 1440, height: 900, listed: 14, below: 9 },
  { name: 'a phone', width: 390, height: 844, listed: 3, below: 2 },
];

async function seenBy(page: Page, { width, height }: Look) {
  await page.setViewportSize({ width, height });
  return seenAtOnce(page);
}

async function expectRows(page: Page, look: Look, rows: number): Promise<string> {
  await expect.poll(async () => (await seenBy(page, look)).rows, { message: look.name }).toBeGreaterThanOrEqual(rows);
  return (await seenBy(page, look)).text;
}

const FIGURE = /[\d.,]+ [kM]? ?req\/s/;

/** An instance on which nothing was measured, for as long as the work takes. */
async function onNewInstance(work: (link: string) => Promise<void>): Promise<void> {
  const data = mkdtempSync('/tmp/millionrps-empty-');
  chmodSync(data, 0o755);
  const env = { ...process.env, DATABASE_URL: '', MILLIONRPS_DATA: data, PORT: String(await freePort()) };
  const { link, release } = await startInstance(() => {}, env);
  try {
    await work(link ?? '');
  } finally {
    await release();
    rmSync(data, { recursive: true, force: true });
  }
}

test('an instance without runs says what to do first', async ({ page }) => {
  test.setTimeout(240_000);
  await onNewInstance(async (link) => {
    await page.goto(link);
    await expect(page.getByText(/Nothing has been measured yet|Enrol a host/)).toBeVisible();
    for (const look of LOOKS) {
      const { text } = await seenBy(page, look);
      expect(text).toMatch(/Nothing has been measured yet.*New run|Enrol a host.*Go to hosts/);
    }
  });
});

test('a list of runs shows them, and not what stands around them', async ({ page }) => {
  test.setTimeout(600_000);
  await seedNights();
  await signIn(page);
  for (const path of ['/?q=night', '/']) {
    await page.goto(`${url}${path}`);
    for (const look of LOOKS) {
      const text = await expectRows(page, look, look.listed);
      expect(text).toMatch(FIGURE);
      expect(text).toMatch(/\b(valid|suspect|unchecked|invalid)\b/);
    }
  }
  await page.evaluate(() => {
    const above = document.createElement('div');
    above.style.height = '500px';
    document.querySelector('main')?.prepend(above);
  });
  for (const look of LOOKS) expect((await seenBy(page, look)).rows).toBeLessThan(look.listed);
});

test('what runs stands above the list with its progress, and the list stays in sight', async ({ page }) => {
  test.setTimeout(600_000);
  await seedNights();
  await signIn(page);
  const host = await api.readyHost();
  // Little load, which leaves the CPUs to the browser.
  const spec = specFor(host.id, { path: '/simple', steps: [openStep(20, 60)], tool: 'volley' });
  const { id } = await api.createRun('in sight', spec);
  await page.goto(url);
  await expect(page.getByRole('progressbar', { name: 'Progress of in sight' })).toBeVisible();
  for (const look of LOOKS) {
    const text = await expectRows(page, look, look.below);
    expect(text).toContain('Running now 1 running');
    expect(text).toContain('in sight');
  }
  await api.call('POST', `/runs/${id}/cancel`);
  await api.finish(id);
});

test('a filter without a result says so beside the way out', async ({ page }) => {
  await seedNights();
  await signIn(page);
  await page.goto(`${url}/?q=nothing-is-called-this`);
  await expect(page.getByText('No ended run matches these filters.')).toBeVisible();
  for (const look of LOOKS) {
    const { text } = await seenBy(page, look);
    expect(text).toMatch(/No ended run matches these filters\. Clear filters/);
  }
});

test('narrowed to what regressed, the run and by how much is in sight', async ({ page }) => {
  test.setTimeout(600_000);
  await seedNights();
  await signIn(page);
  const [newest] = (await api.call('GET', '/runs?text=night&limit=1')).runs;
  await api.call('PUT', `/runs/${newest.id}/baseline`);
  await page.goto(`${url}/?q=night&against=worse`);
  for (const look of LOOKS) {
    await expectRows(page, look, 1);
    // The filters come with what they can be set to, which may be after the rows.
    await expect(async () => {
      const { text } = await seenBy(page, look);
      expect(text).toContain(REGRESSED_NIGHT);
      expect(text).toMatch(/−1[0-9]\.\d %/);
      expect(text).toMatch(/vs ★: regressed|2 set/);
    }).toPass({ timeout: 15_000 });
  }
  await api.call('DELETE', `/runs/${newest.id}/baseline`);
});
