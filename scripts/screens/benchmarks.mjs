// @ts-check
/** Pictures of benchmarks: none, and one with a history of a few builds. */
import { closedStep, specFor } from '../lab/client.mjs';
import { shoot } from './shoot.mjs';

const BUILDS = ['v1.0', 'v1.1', 'v1.2'];

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} folder
 * @param {import('../lab/client.mjs').LabClient} client
 * @param {string} hostId
 */
export async function shootBenchmarks(context, folder, client, hostId) {
  await shoot(context, folder, 'benchmarks-empty', `${client.url}/benchmarks`);
  const spec = specFor(hostId, { path: '/simple', steps: [closedStep(4, 2), closedStep(16, 2)], tool: 'volley' });
  const primary = { metric: 'requestsPerSecond', stepIndex: 0 };
  const design = { spec, reference: null, rounds: 3, primary, marginPercent: 2 };
  const { id } = await client.call('POST', '/benchmarks', { name: '/simple on one host', design });
  for (const label of BUILDS) await client.call('POST', `/benchmarks/${id}/points`, { label });
  while ((await client.call('GET', `/benchmarks/${id}`)).strip.length < BUILDS.length)
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  await shoot(context, folder, 'benchmark', `${client.url}/benchmarks/${id}`);
  await shoot(context, folder, 'benchmarks', `${client.url}/benchmarks`);
}
