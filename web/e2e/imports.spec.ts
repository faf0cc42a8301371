import type { Page } from '@playwright/test';
import { signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

/** What wrk prints, at so many connections. */
const wrk = (connections: number, requests: number): string => `Running 10s test @ http://127.0.0.1:8080/simple
  2 threads and ${connections} connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.20ms    1.01ms  20.57ms   88.12%
    Req/Sec    ${requests / 20}    120.00     9.00k    70.00%
  Latency Distribution
     50%    1.00ms
     75%    1.50ms
     90%    2.10ms
     99%    5.00ms
  ${requests} requests in 10.00s, 12.50MB read
Requests/sec:  ${requests / 10}.00
Transfer/sec:      1.25MB
`;

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function choose(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  await signIn(page);
  await page.goto(`${url}/imports`);
  await page.getByLabel('Choose files').setInputFiles(files);
}

test('a refused file says why, and the others are told and imported as one run', async ({ page }) => {
  await choose(
    page,
    file('at-10.txt', wrk(10, 100_000)),
    file('at-50.txt', wrk(50, 150_000)),
    file('no.json', '{"a":1}'),
  );
  await expect(page.getByText(/no\.json cannot be imported/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 3 files' })).toBeDisabled();
  await page.getByRole('button', { name: 'Leave out 1 refused file' }).click();
  await expect(page.getByText('No metrics of the client').first()).toBeVisible();
  await page.getByRole('switch', { name: 'One run of these files' }).press('Space');
  await page.getByLabel('Name of the run').fill('wrk by hand');
  await expect(page.getByText('2 points')).toBeVisible();
  await page.getByLabel('Source').fill('two terminals on one laptop');
  await page.getByRole('button', { name: 'Import 2 files' }).press('Enter');
  await page.getByRole('link', { name: 'wrk by hand' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'wrk by hand' })).toBeVisible();
  await expect(page.getByText('two terminals on one laptop').first()).toBeVisible();
  // It cannot be run again, so it is no baseline either.
  await expect(page.getByRole('button', { name: 'Compare' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Run again' })).toHaveCount(0);
  await page.goto(`${url}/?q=wrk+by+hand`);
  await expect(page.getByRole('link', { name: 'wrk by hand' })).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByText('Go to a run first: j is the next row, k the row before.').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('b');
  await expect(page.getByText('An imported run can’t be a baseline: it was not measured here.').first()).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByText('A comparison takes 2 to 8 runs; none selected. Select by x.').first()).toBeVisible();
});

test('what is here already is told, and asked about before it is imported again', async ({ page }) => {
  const once = file('again.txt', wrk(10, 123_000));
  await choose(page, once);
  await page.getByRole('button', { name: 'Import 1 file' }).click();
  await page.getByRole('button', { name: 'Import more' }).click();
  await page.getByLabel('Choose files').setInputFiles([once]);
  await expect(page.getByText('All of this is here already')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the one that is here' })).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 file' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Imported before: 1 run. Nothing is stored twice');
  await asked.getByRole('button', { name: 'Back to the files' }).click();
  await page.getByRole('button', { name: 'Import 1 file' }).click();
  await asked.getByRole('button', { name: 'Import all the same' }).click();
  await expect(page.getByRole('heading', { name: 'All of it was imported before' })).toBeVisible();
});

test('the journal is one click away, and opens with the comparison that it is known for', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/`);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Load the journal' }).click();
  await expect(page).toHaveURL(/\/compare\?runs=/);
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible();
  await expect(page.getByText('no repeats').first()).toBeVisible();
});
