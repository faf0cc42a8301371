import type { Page } from '@playwright/test';
import { api, edit, signIn, tabTo, url } from './lab.ts';
import { expect, test } from './test.ts';

const closed = { loop: 'closed', connections: 4, pipelining: 1, durationSeconds: 2, toolWorkers: null, profiles: [] };

async function closedLoop(): Promise<string> {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps: [closed], tool: 'volley' });
  const { id } = await api.createRun('a closed loop', spec);
  expect((await api.finish(id)).state).toBe('finished');
  return id;
}

/** The page is on the form that an advice prepared, and Run was pressed: what it made, measured to the end. */
async function expectSecond(page: Page, id: string): Promise<void> {
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}/);
  const second = await api.finish(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  expect(second.state).toBe('finished');
  expect(second.id).not.toBe(id);
  const loops = second.steps.map(({ spec }: { spec: { loop: string } }) => spec.loop);
  expect(loops).toEqual(['closed', 'open']);
}

const advice = (page: Page) =>
  page
    .locator('#findings')
    .getByRole('listitem')
    .filter({ hasText: 'closed-loop-latency' })
    .getByRole('link', { name: 'Add an open-loop step' });

test('advice is a button, and its run is measured to the end', async ({ page }) => {
  const id = await closedLoop();
  await signIn(page);
  await page.goto(`${url}/runs/${id}`);
  await page
    .locator('#findings')
    .getByText(/^Notes/)
    .click();
  await advice(page).click();
  await expect(page.getByText('Made from')).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expectSecond(page, id);
});

test('the same by keyboard alone', async ({ page }) => {
  const id = await closedLoop();
  await signIn(page);
  await page.goto(`${url}/runs/${id}`);
  const notes = page.locator('#findings summary').filter({ hasText: /^Notes/ });
  await tabTo(page, notes);
  await page.keyboard.press('Enter');
  await tabTo(page, advice(page));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Made from')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Run', exact: true }));
  await page.keyboard.press('Enter');
  await expectSecond(page, id);
});

test('what is changed in a copy of a run is compared with the run in rounds', async ({ page }) => {
  const id = await closedLoop();
  await signIn(page);
  await page.goto(`${url}/runs/new?from=${id}`);
  await expect(page.getByText('Made from')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run as comparison' })).toBeVisible();
  await edit(page, 'Workers and port');
  await page.getByLabel('Workers', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Compare with original' }).press('Enter');
  await expect(page.getByLabel('Question')).toHaveValue('Does throughput differ between a closed loop and 1 worker?');
  const variant = page.getByRole('group', { name: 'Variant 1' });
  await expect(variant.getByLabel('Called')).toHaveValue('1 worker');
  await expect(variant.getByLabel('workers in the variant', { exact: true })).toHaveValue('1');
  await page.getByRole('button', { name: 'Plan only' }).click();
  await expect(page.getByRole('heading', { name: /^Does throughput differ/ })).toBeVisible();
});
