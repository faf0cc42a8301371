import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

test('a term of a heading says what it means, by mouse, by keys and by touch', async ({ page }) => {
  const { specFor } = await import('../../scripts/lab/client.mjs');
  const host = await api.readyHost();
  const step = { loop: 'closed', connections: 2, pipelining: 1, durationSeconds: 1, toolWorkers: null, profiles: [] };
  const { id } = await api.createRun('terms', specFor(host.id, { path: '/simple', steps: [step], tool: 'volley' }));
  await api.finish(id);
  await signIn(page);
  await page.goto(`${url}/runs/${id}`);
  const term = page.getByRole('button', { name: 'p99 latency' });
  const meaning = page.getByRole('dialog', { name: 'p99' });

  await term.hover();
  await expect(meaning).toContainText('99 of 100 requests');
  await page.mouse.move(0, 0);
  await expect(meaning).toBeHidden();

  await page.getByRole('button', { name: 'Bottleneck' }).press('Shift+Tab');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await term.dispatchEvent('click');
  await expect(meaning).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
});
