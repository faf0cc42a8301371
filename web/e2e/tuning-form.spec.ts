import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { edit, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

// No run is started here: it would tune the machine that the tests run on. Plans only read.

const SOMAXCONN = '/proc/sys/net/core/somaxconn';
const present = (): string => readFileSync(SOMAXCONN, 'utf8').trim();

async function newRun(page: Page): Promise<void> {
  await signIn(page);
  await page.goto(`${url}/runs/new`);
  await edit(page, 'Tuning');
}

async function copied(page: Page): Promise<{ name: string; spec: { tuning: Record<string, unknown> } }> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const panel = page.getByRole('complementary', { name: 'This run' });
  await panel.getByRole('button', { name: 'Copy as JSON' }).click();
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
}

test('a host says what it would write, down to the value of now, and writes nothing', async ({ page }) => {
  const before = present();
  const asked = before === '4321' ? '4322' : '4321';
  await newRun(page);
  await expect(page.getByRole('button', { name: 'As it is' })).toHaveAttribute('aria-pressed', 'true');

  // By keyboard alone: unfold, find, choose, type.
  await page.locator('summary').filter({ hasText: 'Kernel parameters' }).press('Enter');
  const add = page.getByRole('combobox', { name: 'Add a kernel parameter' });
  await add.pressSequentially('accept');
  await add.press('Enter');
  const value = page.getByRole('textbox', { name: 'net.core.somaxconn' });
  await expect(value).toBeFocused();
  await value.pressSequentially(asked);

  const plan = page.getByRole('region', { name: /^What this would write on / });
  const row = plan.getByRole('row').filter({ hasText: SOMAXCONN });
  await expect(row.getByRole('cell')).toHaveText([SOMAXCONN, before, new RegExp(`${asked}|cannot be changed`), /.+/]);
  await expect(page.getByRole('button', { name: 'As it is' })).toHaveAttribute('aria-pressed', 'false');
  expect((await copied(page)).spec.tuning.server).toMatchObject({
    sysctls: [{ name: 'net.core.somaxconn', value: asked }],
    interruptAffinity: null,
  });

  await page.reload();
  await edit(page, 'Tuning');
  await page.locator('summary').filter({ hasText: 'Kernel parameters' }).click();
  await expect(page.getByRole('textbox', { name: 'net.core.somaxconn' })).toHaveValue(asked);
  await page.getByRole('button', { name: 'Remove net.core.somaxconn' }).click();
  await expect(plan).toBeHidden();
  expect((await copied(page)).spec.tuning.server).toBeNull();
  expect(present()).toBe(before);
});

test('a finger that scrolls the list of kernel parameters chooses none of them', async ({ page }) => {
  await newRun(page);
  await page.locator('summary').filter({ hasText: 'Kernel parameters' }).click();
  await page.getByRole('combobox', { name: 'Add a kernel parameter' }).click();
  const option = page.getByRole('option').filter({ hasText: 'vm.swappiness' });
  await option.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true });
  await expect(option).toBeVisible();
  await option.click();
  await expect(page.getByRole('textbox', { name: 'vm.swappiness' })).toBeFocused();
});

test('presets add up, each goes alone, and the name says what they do', async ({ page }) => {
  await newRun(page);
  const steering = page.getByRole('button', { name: 'Packet steering' });
  const storms = page.getByRole('button', { name: 'Connection storms' });
  await steering.click();
  await storms.click();
  const { name, spec } = await copied(page);
  expect(name).toContain('RPS all');
  expect(spec.tuning.server).toMatchObject({ packetSteering: { cpus: 'all' }, flowSteering: { entries: 32_768 } });
  await expect(page.getByText(/settings change at once/)).toBeVisible();
  await steering.click();
  await expect(storms).toHaveAttribute('aria-pressed', 'true');
  expect((await copied(page)).spec.tuning.server).toMatchObject({ packetSteering: null, openFilesLimit: 1_048_576 });
  await page.getByRole('button', { name: 'As it is' }).click();
  expect((await copied(page)).spec.tuning.server).toBeNull();
});

test('what a host cannot be is said at its field, also where that was folded away', async ({ page }) => {
  await newRun(page);
  const queues = page.locator('summary').filter({ hasText: 'Interrupts and queues' });
  await queues.click();
  const affinity = page.getByLabel(/^Interrupt affinity/);
  await affinity.fill('4000');
  await queues.click();
  await expect(affinity).toBeHidden();
  await page.getByRole('heading', { level: 2, name: 'Tuning', exact: true }).click();
  await expect(queues).toBeHidden();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(affinity).toBeFocused();
  await expect(affinity).toHaveAccessibleDescription(/ has the CPUs [\d,-]+, not 4000\./);
  await expect(page.getByText(/nothing was sent/i)).toBeVisible();
  await expect(page).toHaveURL(/\/runs\/new/);

  await affinity.fill('first 1');
  await expect(affinity).toHaveAccessibleDescription(/1 CPU here: 0\./);
  await page.getByLabel(/^Spread of interrupt affinity/).selectOption('all');
  expect((await copied(page)).spec.tuning.server).toMatchObject({
    interruptAffinity: { cpus: 'first 1', spread: 'all' },
  });
  await expect(page.getByText('The load passes no NIC')).toBeVisible();
});

test('a question that the host leaves open keeps nobody from running', async ({ page }) => {
  await newRun(page);
  await page.route('**/api/v1/hosts/*/plan', (route) => route.abort());
  await page.getByRole('button', { name: 'Packet steering' }).click();
  const plan = page.getByRole('region', { name: /^What this would write on / });
  await expect(plan).toContainText('The plan could not be had');
  await expect(plan).toContainText('The run needs no plan');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toHaveAttribute('aria-disabled', 'false');
  await page.unroute('**/api/v1/hosts/*/plan');
  await plan.getByRole('button', { name: 'Retry' }).click();
  await expect(plan).toContainText(/knobs? would be written|Nothing would be written/);
});
