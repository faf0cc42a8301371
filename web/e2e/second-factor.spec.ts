import { readFileSync } from 'node:fs';
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

const settings = (page: Page) => page.goto(`${url}/settings?tab=account`);

/** Sets it up, as a person does; answers the app and the backup codes. */
async function setUp(page: Page) {
  await settings(page);
  await page.getByRole('button', { name: 'Set up …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  expect(await faultsIn(page, 'setting up a second factor')).toEqual([]);
  // In fours to the eye, and without gaps where it is copied.
  await expect(dialog.locator('code span').first()).toHaveText(/^\w{4}$/);
  const app = createOTP(new TextDecoder().decode(base32.decode(await dialog.locator('code').innerText())));
  await dialog.getByLabel('Code of the app').fill(await app.totp());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = await shownCodes(page);
  await expect(page.getByRole('button', { name: 'Turn off …' })).toBeVisible();
  return { app, codes };
}

/** Reads the dialog and the file that it saves, and closes it. */
async function shownCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your backup codes' });
  await expect(dialog).toBeVisible();
  expect(await faultsIn(page, 'backup codes')).toEqual([]);
  const codes = (await dialog.locator('code').innerText()).split('\n');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a file' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return codes;
}

test('a second factor is set up, signed in with, and taken off for somebody who lost it', async ({ page, browser }) => {
  const email = await join(page, 'Ada');
  const { app, codes } = await setUp(page);
  const [backup = ''] = codes;

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
  // While it is open, nothing behind it has a role.
  await expect(admin.getByRole('dialog')).toHaveCount(0);
  await expect(admin.getByRole('button', { name: 'Turn off two-factor authentication of Ada' })).toHaveCount(0);
  await admin.close();
  await typePassword(page, email);
  await expect(page).toHaveURL(`${url}/`);
});

test('new backup codes take the place of the old, and turning it off takes the password and a code', async ({
  page,
}) => {
  const email = await join(page, 'Edsger');
  const { codes: old } = await setUp(page);
  await page.getByRole('button', { name: 'New backup codes …' }).click();
  const dialog = page.getByRole('dialog');
  expect(await faultsIn(page, 'new backup codes')).toEqual([]);
  await dialog.getByLabel('Your password').fill('a guess');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('It is not right.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const [first = '', second = ''] = await shownCodes(page);

  await typePassword(page, email);
  await typeCode(page, old[0] ?? '');
  await expect(page.getByText(/^The backup code is wrong, or was used before\./)).toBeVisible();
  await typeCode(page, first);
  await expect(page).toHaveURL(`${url}/`);

  await settings(page);
  await page.getByRole('button', { name: 'Turn off …' }).click();
  expect(await faultsIn(page, 'turning a second factor off')).toEqual([]);
  await dialog.getByLabel('Code').fill(second);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByText('Type your password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up …' })).toBeVisible();
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
