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

/** @param {[name: string, place: import('./topology.mjs').Place | undefined, config?: string][]} hosts */
export async function startBridgedLab(hosts) {
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
  });
  const lab = new LabClient(url, instance.client.token);
  const agents = hosts.map(
    ([name, place, config]) => new OwnAgent(lab, name, { namespace: place?.namespace ?? null, config: config ?? null }),
  );
  const stop = async () => {
    await Promise.all(agents.map((agent) => agent.remove()));
    await instance.release?.();
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await Promise.all(agents.map((agent) => agent.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { lab, agents, link: instance.link, stop };
}
