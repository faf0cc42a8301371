import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Page } from '@playwright/test';
import { faultsIn } from './accessibility.ts';
import { api, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

const PASSWORD = 'correct horse battery';

/** Makes an account by an invite, as a person does, and is signed in with it. */
async function join(page: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.org`;
  const { url: invite } = await api.call('POST', '/invites', { email, role: 'operator' });
  await page.goto(invite);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${url}/`);
  return email;
}

async function typePassword(page: Page, email: string): Promise<void> {
  // A page that is open would go to the sign-in page by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a second factor is set up, signed in with, and taken off for somebody who lost it', async ({ page, browser }) => {
  const email = await join(page, 'Ada');
  await page.goto(`${url}/settings?tab=account`);
  await page.getByRole('button', { name: 'Set up …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  expect(await faultsIn(page, 'setting up a second factor')).toEqual([]);
  const app = createOTP(new TextDecoder().decode(base32.decode(await dialog.locator('code').innerText())));
  await dialog.getByLabel('Code of the app').fill(await app.totp());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('heading', { name: 'Your backup codes' })).toBeVisible();
  const [backup = ''] = (await dialog.locator('code').innerText()).split('\n');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Turn off …' })).toBeVisible();

  await typePassword(page, email);
  await typeCode(page, '000000');
  await expect(page.getByText(/^The code is wrong\./)).toBeVisible();
  expect(await faultsIn(page, 'the code at the door')).toEqual([]);
  await typeCode(page, await app.totp());
  await expect(page).toHaveURL(`${url}/`);

  await typePassword(page, email);
  await typeCode(page, backup);
  await expect(page).toHaveURL(`${url}/`);

  const admin = await browser.newPage();
  await signIn(admin);
  await admin.goto(`${url}/settings?tab=people`);
  await admin.getByRole('button', { name: 'Turn off two-factor authentication of Ada' }).click();
  await admin.getByRole('button', { name: 'Turn it off' }).click();
  await expect(admin.getByRole('button', { name: 'Turn off two-factor authentication of Ada' })).toHaveCount(0);
  await admin.close();
  await typePassword(page, email);
  await expect(page).toHaveURL(`${url}/`);
});

const newToken = async (page: Page): Promise<void> => {
  await page.goto(`${url}/settings?tab=tokens`);
  // What the browser kept is gone, as after an update of the instance: the cookie alone is not enough.
  await page.evaluate(() => localStorage.removeItem('millionrps-page-key'));
  await page.getByRole('button', { name: 'New token' }).first().click();
  await page.getByLabel('Name').fill('nightly');
  await page.getByRole('button', { name: 'Create token' }).click();
};

test('who has to confirm who they are loses nothing, and what they asked for goes on', async ({ page }) => {
  await join(page, 'Grace');
  await newToken(page);
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Confirm that it is you: type your password.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('nightly');

  await page.getByRole('button', { name: 'Create token' }).click();
  await proof.getByLabel('Your password').fill('a guess');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByText('It is not right.')).toBeVisible();
  expect(await faultsIn(page, 'confirming who it is')).toEqual([]);
  await proof.getByLabel('Your password').fill(PASSWORD);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^mrps_/)).toBeVisible();
});

test('an account without a password confirms itself by a new link', async ({ page }) => {
  await signIn(page);
  await newToken(page);
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(proof.getByText(/open a new sign-in link in this browser/)).toBeVisible();
  const { url: link } = await api.call('POST', '/sign-in-links');
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other).toHaveURL(`${url}/`);
  await other.close();
  await proof.getByRole('button', { name: 'I have opened it: go on' }).click();
  await expect(page.getByText(/^mrps_/)).toBeVisible();
});
