import type { Page } from '@playwright/test';
import { closedStep, specFor } from '../../scripts/lab/client.mjs';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

let runId: string;

test.beforeAll(async () => {
  const host = await api.readyHost();
  const spec = specFor(host.id, { path: '/simple', steps: [closedStep(4, 1)], tool: 'volley' });
  ({ id: runId } = await api.createRun('shared from here', spec));
  expect((await api.finish(runId)).state).toBe('finished');
});

async function openDialog(page: Page) {
  await signIn(page);
  await page.goto(`${url}/runs/${runId}`);
  await page.getByRole('button', { name: 'Share …' }).click();
  return page.getByRole('dialog', { name: 'Share this run' });
}

test('a link that leads to this machine alone says so where it is made, and what to start the instance with', async ({
  page,
}) => {
  const dialog = await openDialog(page);
  await expect(dialog.getByText('Only this machine can open it.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByText('Only this machine can open it.')).toBeVisible();
  await expect(
    dialog.getByText(`HOST=0.0.0.0 MILLIONRPS_TLS=self-signed MILLIONRPS_URL=https://10.0.0.5:${new URL(url).port}`),
  ).toBeVisible();
  await page.goto(`${url}/shares`);
  await expect(page.getByText('Only this machine can open it.')).toBeVisible();
});

test('revoking a link by keys leaves the focus in the dialog that it was in', async ({ page }) => {
  await api.call('POST', '/shares', { runIds: [runId], title: 'to be revoked' });
  const dialog = await openDialog(page);
  const revoke = dialog.getByRole('button', { name: 'Revoke the link of to be revoked' });
  await revoke.focus();
  await page.keyboard.press('Enter');
  const sure = page.getByRole('alertdialog', { name: 'Revoke this link?' });
  await sure.getByRole('button', { name: 'Revoke the link' }).focus();
  await page.keyboard.press('Enter');
  await expect(revoke).toHaveCount(0);
  expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Share …' })).toBeFocused();
});
