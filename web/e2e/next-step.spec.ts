import { expect, test } from '@playwright/test';
import { api, edit, signIn, url } from './lab.ts';

const closed = { loop: 'closed', connections: 4, pipelining: 1, durationSeconds: 2, toolWorkers: null, profiles: [] };

async function closedLoop(): Promise<string> {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps: [closed], tool: 'volley' });
  const { id } = await api.createRun('a closed loop', spec);
  expect((await api.finish(id)).state).toBe('finished');
  return id;
}

test('advice is a button, and its run is measured to the end', async ({ page }) => {
  const id = await closedLoop();
  await signIn(page);
  await page.goto(`${url}/runs/${id}`);

  const findings = page.locator('#findings');
  await findings.getByText(/^Notes/).click();
  await findings
    .getByRole('listitem')
    .filter({ hasText: 'closed-loop-latency' })
    .getByRole('link', { name: 'Add an open-loop step' })
    .click();
  await expect(page.getByText('Made from')).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}/);
  const second = await api.finish(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  expect(second.state).toBe('finished');
  expect(second.id).not.toBe(id);
  const loops = second.steps.map(({ spec }: { spec: { loop: string } }) => spec.loop);
  expect(loops).toEqual(['closed', 'open']);
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
  await expect(variant.getByLabel('/target/workers in the variant')).toHaveValue('1');
  await page.getByRole('button', { name: 'Plan only' }).click();
  await expect(page.getByRole('heading', { name: /^Does throughput differ/ })).toBeVisible();
});
