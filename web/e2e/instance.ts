import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { startInstance } from '../../scripts/lab/borrow.mjs';
import { freePort } from '../../scripts/start/checks.mjs';

/** A whole instance in a folder of its own, as `npm start` makes it; the tests find it in the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const data = mkdtempSync('/tmp/millionrps-browser-');
  chmodSync(data, 0o755);
  const token = 'a-token-for-browser-tests';
  const instance = await startInstance((line: string) => console.log(line), {
    ...process.env,
    DATABASE_URL: '',
    MILLIONRPS_ADMIN_TOKEN: token,
    MILLIONRPS_DATA: data,
    PORT: String(await freePort()),
  });
  process.env.E2E_URL = instance.client.url;
  process.env.E2E_LINK = instance.link;
  process.env.E2E_TOKEN = token;
  process.env.E2E_DATA = data;
  return async () => {
    await instance.release();
    if (!process.env.E2E_KEEP) rmSync(data, { recursive: true, force: true });
  };
}
