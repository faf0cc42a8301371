import { faultsIn } from './accessibility.ts';
import { signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

test('a webhook is made, its secret is shown once, and its log says why a message does not arrive', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(`${url}/settings?tab=webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill('http://10.0.0.7/hook');
  await page.getByLabel('Description').fill('nightly bot');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText(/^It must begin with https\./)).toBeVisible();
  await page.getByLabel('Address').fill('https://10.0.0.7/hook');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/)).toBeVisible();
  expect(await faultsIn(page, 'the secret of a webhook')).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Send a test to nightly bot' }).click();
  const message = page.getByRole('row', { name: /^Test/ });
  await expect(message).toContainText('10.0.0.7 is no address of the internet.', { timeout: 15_000 });
  await expect(message).toContainText('retrying');
  await message.getByRole('button', { name: /^Details/ }).click();
  await expect(page.getByText('"type":"webhook.test"')).toBeVisible();
  expect(await faultsIn(page, 'a message to a webhook')).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'More of nightly bot' }).click();
  await page.getByRole('menuitem', { name: 'Disable …' }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText('Disabled by Administrator. Nothing is sent.')).toBeVisible();
  await expect(message).toContainText('given up');
  expect(await faultsIn(page, 'webhooks')).toEqual([]);
  await page.getByRole('button', { name: 'More of nightly bot' }).click();
  await page.getByRole('menuitem', { name: 'Remove …' }).click();
  await page.getByRole('button', { name: 'Remove the webhook' }).click();
  await expect(page.getByText(/^None yet\. A webhook sends/)).toBeVisible();
});
