// @ts-check
import path from 'node:path';
import { spawnHeld } from '../start/ending.mjs';
import { whyNoNamespaces, within, withTopology } from '../test/namespaces/topology.mjs';

/**
 * Tuned runs change the kernel of a host, so theirs is a network namespace: the pictures are taken inside of the one that
 * reaches all others.
 *
 * @param {string} folder
 */
export async function shootTunedRuns(folder) {
  const why = whyNoNamespaces();
  if (why) {
    console.log(`no pictures of tuned runs: ${why}`);
    return;
  }
  await withTopology(async (topology) => {
    const script = path.join(import.meta.dirname, 'inside.mjs');
    const [program = '', ...args] = within(topology.api.namespace, [process.execPath, script, folder]);
    const env = { ...process.env, MILLIONRPS_NAMESPACES: JSON.stringify(topology) };
    const status = await new Promise((resolve, reject) => {
      const { child } = spawnHeld(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (status !== 0) throw new Error(`the pictures of tuned runs failed with status ${status}`);
  });
}
