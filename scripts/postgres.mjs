// @ts-check
/** An embedded PostgreSQL in a folder of its own, for a start without a database at hand. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount, requireReachable } from './postgres/account.mjs';
import { findBinaries } from './postgres/binaries.mjs';
import { ensureCluster, layout, prepareFolder, remember, superuser } from './postgres/cluster.mjs';
import { stopLeftover } from './postgres/leftover.mjs';
import { choosePort } from './postgres/port.mjs';
import { ensureDatabase, launch, shutDown, waitUntilReady } from './postgres/server.mjs';
import { Sentence } from './start/sentence.mjs';

const portAttempts = 3;
const memoryFreeWithinSeconds = 15;
const memoryPollMs = 100;

/**
 * @typedef {object} Postgres
 * @property {string} url of the database, as the superuser
 * @property {number} port on 127.0.0.1
 * @property {number} pid of the postmaster
 * @property {() => Promise<void>} stop fast shutdown; resolves when the process has ended, also when called twice
 */

/**
 * Starts the server of `dataDir`, making the cluster the first time. A server that an earlier, killed process left
 * running there is stopped first; a folder in use by a living process is refused.
 *
 * @param {object} options
 * @param {string} options.dataDir folder for this alone; as root it is given to the user PostgreSQL runs as
 * @param {number} [options.port] fixed port; without it a free one is chosen and kept from start to start
 * @param {string} [options.database] created when absent
 * @param {(exit: import('./postgres/server.mjs').Exit) => void} [options.onExit] the server ended and stop() was not called
 * @param {(line: string) => void} [options.log] each line of the server's log
 * @param {import('./postgres/binaries.mjs').Programs} [options.programs] those of another version than the installed one
 * @returns {Promise<Postgres>}
 * @throws {Sentence} with one sentence that says what to do
 */
export async function startPostgres({
  dataDir,
  port,
  database = 'millionrps',
  onExit = () => {},
  log = () => {},
  programs,
}) {
  const files = layout(dataDir);
  const [binaries, account] = await Promise.all([programs ?? findBinaries(), chooseAccount(files.cluster)]);
  await requireReachable(
    account,
    binaries.postgres,
    'move this repository to a folder that every user may enter, or start as an ordinary user',
  );
  await prepareFolder(files, account);
  const password = await ensureCluster(files, account, binaries);
  await stopLeftover(files, log);
  // From here on another start sees that the folder is in use, also while the server still replays its log.
  await remember(files.owner, process.pid);

  const run = { postgres: binaries.postgres, cluster: files.cluster, account, log };
  const server = await launchOnFreePort(run, { fixedPort: port, portFile: files.port });
  let stopping = false;
  /** @type {Promise<void> | undefined} */
  let stopped;
  const stop = () => {
    stopping = true;
    stopped ??= shutDown(server);
    return stopped;
  };
  try {
    await remember(files.port, server.port);
    await ensureDatabase(server, password, database);
  } catch (error) {
    await stop();
    throw error;
  }
  server.exited.then((exit) => stopping || onExit(exit));
  const url = `postgresql://${superuser}:${password}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`;
  return { url, port: server.port, pid: /** @type {number} */ (server.child.pid), stop };
}

/**
 * @param {Omit<Parameters<typeof launch>[0], 'port'>} run
 * @param {{ fixedPort?: number, portFile: string }} where
 */
async function launchOnFreePort(run, { fixedPort, portFile }) {
  const memoryDeadline = Date.now() + memoryFreeWithinSeconds * 1000;
  for (let portsTaken = 0; ; ) {
    const server = launch({ ...run, port: fixedPort ?? (await choosePort(portFile)) });
    const exit = await waitUntilReady(server).catch(async (error) => {
      await shutDown(server);
      throw error;
    });
    if (!exit) return server;
    const lines = exit.lastLines.join('\n');
    if (lines.includes('could not create any TCP/IP sockets')) {
      // Without a fixed one, another process took the port between the look and the start.
      portsTaken += 1;
      if (!fixedPort && portsTaken < portAttempts) continue;
      throw new Sentence(`Port ${server.port} on 127.0.0.1 is taken: stop what listens there, or choose another port.`);
    }
    // Sessions of a postmaster that was killed notice it within moments and let go of its memory.
    if (lines.includes('pre-existing shared memory block') && Date.now() < memoryDeadline) await sleep(memoryPollMs);
    else
      throw new Sentence(
        `PostgreSQL does not start on ${run.cluster}: ${exit.lastLines.slice(-4).join(' ')} To go on, restore that folder from a copy, or choose another data folder.`,
      );
  }
}
