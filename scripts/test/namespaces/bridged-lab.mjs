// @ts-check
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { startInstance } from '../../lab/borrow.mjs';
import { LabClient } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { OwnAgent } from '../instance/own-agent.mjs';

/**
 * A real instance in the API's namespace, in which these tests run: `npm test -- namespaces` makes the namespaces and
 * enters it. Agents are each in a namespace of their own.
 *
 * @typedef {Awaited<ReturnType<typeof startBridgedLab>>} BridgedLab
 */

/** @returns {import('./topology.mjs').Topology} */
export const placesOfTest = () => JSON.parse(process.env.MILLIONRPS_NAMESPACES ?? '{}');

/**
 * How the tests reach it, and as the hosts see it; `link` signs in.
 *
 * @typedef {{ url: string, token: string, link: string, pid: number, data: string }} BridgedInstance data: its folder
 */

/** @param {NodeJS.ProcessEnv} [more] @returns {Promise<BridgedInstance & { stop: () => Promise<void> }>} */
export async function startBridgedInstance(more = {}) {
  const { api } = placesOfTest();
  const data = mkdtempSync('/tmp/millionrps-namespaces-');
  chmodSync(data, 0o755);
  const port = String(await freePort(api.address));
  const url = `http://${api.address}:${port}`;
  const instance = await startInstance(() => {}, {
    ...process.env,
    DATABASE_URL: '',
    MILLIONRPS_ADMIN_TOKEN: '',
    MILLIONRPS_DATA: data,
    HOST: '0.0.0.0',
    PORT: port,
    MILLIONRPS_URL: url,
    // Its network is of this machine.
    MILLIONRPS_INSECURE_HTTP: '1',
    ...more,
  });
  const stop = async () => {
    await instance.release?.();
    rmSync(data, { recursive: true, force: true });
  };
  return { url, token: instance.client.token, link: instance.link, pid: instance.pid, data, stop };
}

/**
 * Agents of hosts that no test has had before: an instance never forgets a host.
 *
 * @param {BridgedInstance} instance
 * @param {[name: string, place: import('./topology.mjs').Place | undefined, config?: string, services?: boolean][]} hosts
 *   services: it can start those that a target asks
 */
export async function startBridgedLab({ url, token }, hosts) {
  const lab = new LabClient(url, token);
  const agents = hosts.map(
    ([name, place, config, services]) =>
      new OwnAgent(lab, name, { namespace: place?.namespace ?? null, config: config ?? null, services }),
  );
  const stop = () => Promise.all(agents.map((agent) => agent.remove()));
  try {
    await Promise.all(agents.map((agent) => agent.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { lab, agents, stop };
}
