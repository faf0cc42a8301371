import { expect, test } from '@playwright/test';
import { api, signIn, url } from './lab.ts';

test('advice is a button, and its run is measured to the end', async ({ page }) => {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const closed = { loop: 'closed', connections: 4, pipelining: 1, durationSeconds: 2, toolWorkers: null, profiles: [] };
  const { id } = await api.createRun(
    'a closed loop',
    specFor(host.id, { path: '/simple', steps: [closed], tool: 'volley' }),
  );
  expect((await api.finish(id)).state).toBe('finished');
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
