import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, asPage, signIn, url } from './lab.ts';
import { expect, test } from './test.ts';

/** A page of another port of the same machine, as a target under test serves one. */
async function pageElsewhere(html: string): Promise<{ address: string; asked: string[]; close: () => void }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.cookie ?? '');
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, asked, close: () => server.close() };
}

test('what is smuggled into a page does not run, and the violation is reported', async ({ page, violations }) => {
  await signIn(page);
  await page.goto(`${url}/hosts`);
  await page.evaluate(() => {
    const smuggled = document.createElement('div');
    smuggled.innerHTML = `<img src="data:," onerror="document.title = 'ran'"><style>body { display: none }</style>`;
    document.body.append(smuggled);
  });
  for (const directive of [/script-src-attr/, /style-src-elem/])
    await expect.poll(() => violations.join('\n')).toMatch(directive);
  violations.splice(0);
  expect(await page.title()).not.toBe('ran');
  await expect(page.locator('body')).toBeVisible();
});

test('no other page frames the instance, on the same machine neither', async ({ page, violations }) => {
  await signIn(page);
  const other = await pageElsewhere(`<iframe src="${url}/hosts"></iframe><iframe src="${url}/api/v1/docs/"></iframe>`);
  await page.goto(other.address);
  await expect.poll(() => page.frames().length).toBe(3);
  await page.waitForLoadState('networkidle');
  for (const frame of page.frames().slice(1)) expect(await frame.locator('body').innerText()).not.toMatch(/hosts|API/i);
  expect(violations.splice(0)).toHaveLength(2);
  other.close();
});

test('a target on another port gets the cookie, as browsers do, and can change nothing with it', async ({ page }) => {
  await signIn(page);
  await page.goto(`${url}/hosts`);
  const target = await pageElsewhere('<h1>a target</h1>');
  await page.goto(target.address);
  const cookie = target.asked.find((one) => one.includes('session_token')) ?? '';
  target.close();
  const act = (headers: Record<string, string>) =>
    fetch(`${url}/api/v1/account`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie, origin: url, ...headers },
      body: JSON.stringify({ name: 'Administrator' }),
    });
  const refused = await act({});
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'proof-needed']);
  expect((await act(asPage())).status).toBe(200);
});

test('the documentation of the API is drawn within its own rules', async ({ page }) => {
  await page.goto(`${url}/api/v1/docs/`);
  await expect(page.getByText('/api/v1/hosts', { exact: true }).first()).toBeVisible();
});

test('a dialog keeps the page behind it still, by a style sheet that has the nonce', async ({ page }) => {
  await signIn(page);
  await api.readyHost();
  await page.goto(`${url}/settings?tab=tokens`);
  await page
    .getByRole('button', { name: /New token|Create/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
});
