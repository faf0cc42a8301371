import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const HOUR_MS = 3_600_000;

test('a run of just now is that in a browser whose clock is an hour ahead, or behind', async ({ page }) => {
  const host = await api.readyHost();
  const { id } = await api.createRun('clock', specFor(host.id, { path: '/simple', steps: [closedStep(2, 1)] }));
  await api.finish(id);
  await signIn(page);
  for (const offMs of [HOUR_MS, -HOUR_MS]) {
    await page.clock.install({ time: Date.now() + offMs });
    await page.goto(url);
    const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) });
    await expect(row.locator('time').first()).toHaveText(/now$|\d+ (s|min) ago$/);
  }
});
