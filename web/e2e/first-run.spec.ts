import { readFileSync } from 'node:fs';
import { api, asPage, edit, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

test('a newcomer signs in by the printed link, runs, watches, and reads real figures', async ({ page }) => {
  await page.goto(url);
  await expect(page).toHaveURL(/\/sign-in/);
  // It asks whether somebody is signed in; once somebody is, it goes on by itself.
  await page.waitForLoadState('networkidle');
  await page.goto(process.env.E2E_LINK ?? '');
  await expect(page).toHaveURL(`${url}/`);

  await page.getByRole('link', { name: 'New run' }).first().click();
  await expect(page.getByRole('heading', { name: 'New run' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('the first run');
  await edit(page, 'Load');
  const steps = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove step/ }) });
  while ((await steps.count()) > 2)
    await steps
      .last()
      .getByRole('button', { name: /^Remove step/ })
      .click();
  await expect(steps).toHaveCount(2);
  for (const [index, connections] of [10, 30].entries()) {
    await steps
      .nth(index)
      .getByLabel(/connections/)
      .fill(String(connections));
    await steps
      .nth(index)
      .getByLabel(/duration/)
      .fill('5');
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}/);

  const live = page.getByRole('region', { name: 'Running now' });
  const served = live.locator('dd').first();
  await expect(served).toContainText(/[1-9][\d.]*( k)? req\/s/);
  const first = await served.textContent();
  await expect(served).not.toHaveText(first ?? '');

  await expect(page.getByText('finished').first()).toBeVisible({ timeout: 60_000 });
  // Drawn on the page that was opened before there was a curve.
  await expect(page.getByLabel('req/s and p99 against connections')).toBeVisible();
  const id = page.url().match(/[0-9a-f-]{36}/)?.[0] ?? '';
  const run = await api.call('GET', `/runs/${id}`);
  expect(run.state).toBe('finished');

  const table = page.getByRole('region', { name: 'Steps' }).getByRole('table');
  await page.getByRole('tab', { name: /files/i }).click();
  for (const [index, step] of run.steps.entries()) {
    const name = run.artifacts.find(
      (a: { kind: string; stepIndex: number; phase: string }) =>
        a.kind === 'tool-output' && a.stepIndex === index && a.phase === 'measure',
    ).name;
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
    const raw = JSON.parse(readFileSync(await download.path(), 'utf8'));
    await table.getByRole('button', { name: `Step ${index + 1}`, exact: true }).click();
    const row = table.locator(`#step-${index + 1}`);
    await expect(row).toContainText(step.point.requests.toLocaleString('en-US'));
    await expect(row).toContainText(Math.round(raw.requestsPerSecond).toLocaleString('en-US'));
    expect(step.point.requests).toBe(raw.succeeded);
    expect(step.point.requestsPerSecond).toBe(raw.requestsPerSecond);
    expect(step.point.latencyMs.p99).toBe(raw.latency.p99Us / 1000);

    // Requests that were in flight when the tool stopped were answered by the server and not counted by the tool.
    const uncounted = step.point.serverRequests - step.point.requests;
    expect(uncounted).toBeGreaterThanOrEqual(0);
    expect(uncounted).toBeLessThanOrEqual(step.point.inFlightMax);
    await expect(row).toContainText(step.point.serverRequests.toLocaleString('en-US'));
    expect(step.point.serverCpuUsPerRequest).toBeGreaterThan(0);
    expect(step.point.clientCpuUsPerRequest).toBeGreaterThan(0);
    // More where one broke and was opened anew.
    expect(step.point.connectionsEstablished).toBeGreaterThanOrEqual(step.point.connectionsAsked);
  }
});

test('a run can be canceled from its page, and its host is free again', async ({ page }) => {
  await signIn(page);
  const host = await api.readyHost();
  const { specFor, closedStep } = await import('../../scripts/lab/client.mjs');
  const { id } = await api.createRun('to be canceled', specFor(host.id, { path: '/read', steps: [closedStep(5, 60)] }));
  await page.goto(`${url}/runs/${id}`);
  await page.getByRole('button', { name: /^Cancel run/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /cancel/i })
    .last()
    .click();
  await expect(page.getByText('Canceled by a person.').first()).toBeVisible();
  expect((await api.finish(id)).state).toBe('canceled');
  await page.goto(`${url}/hosts`);
  await expect(page.getByText('ready').first()).toBeVisible();
});

test('what cannot be run is said at its field, and nothing typed is lost', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/runs/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('keep me');
  await edit(page, 'Load');
  const connections = page.getByLabel(/connections/).first();
  await connections.fill('0');
  // Folded away again: its fault opens it.
  await page.getByRole('heading', { level: 2, name: 'Load', exact: true }).click();
  await expect(connections).toBeHidden();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(connections).toBeFocused();
  await expect(connections).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/nothing was sent/i)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('keep me');
});

test('a link to a new password is opened by its button, not by looking at it', async ({ page, browser }) => {
  await signIn(page);
  const email = 'forgetful@example.org';
  const { url: invite } = await api.call('POST', '/invites', { email, role: 'viewer' });
  const secret = invite.split('/').at(-1);
  await fetch(`${url}/api/v1/invites/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret, name: 'Forgetful', password: 'correct horse battery' }),
  });
  const { people } = await api.call('GET', '/people');
  const { userId } = people.find((person: { email: string }) => person.email === email);
  const reset = await page.request.post(`${url}/api/v1/people/${userId}/reset-password`, { headers: asPage() });
  const { url: link } = await reset.json();

  // As a chat program does for its preview.
  expect((await fetch(link)).status).toBe(200);
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link);
  await theirs.reload();
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs).toHaveURL(/\/settings/);
  await expect(theirs.getByRole('button', { name: 'Set password' })).toBeVisible();

  await theirs.context().clearCookies();
  await theirs.goto(link);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs).toHaveURL(/\/sign-in\?error=INVALID_TOKEN/);
  await theirs.goto(`${url}/sign-in/link`);
  await expect(theirs.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  await theirs.context().close();
});

test('a link that was used and a page that does not exist are told kindly', async ({ page }) => {
  const { url: link } = await api.call('POST', '/sign-in-links');
  await page.goto(link);
  // A page that is open would go to the sign-in page by itself, in the middle of what follows.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page).toHaveURL(/\/sign-in\?error=/);
  await expect(page.getByText(/npm run sign-in-link/).first()).toBeVisible();
  // It goes on by itself once somebody is signed in, which would end the next navigation.
  await page.goto('about:blank');
  await signIn(page);
  await page.goto(`${url}/runs/01890000-0000-7000-8000-000000000000`);
  await expect(page.getByText(/no such run/i).first()).toBeVisible();
});
