// @ts-check
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SimulatedFleet } from '../../bench/fleet/fleet.mjs';
import { Replicas, startDatabase } from '../../bench/fleet/replicas.mjs';
import { Stored } from '../../bench/fleet/stored.mjs';
import { HeldMemory } from '../../bench/held-memory.mjs';
import { hold, temporaryFolder } from '../../start/ending.mjs';
import { Sentence } from '../../start/sentence.mjs';
import { until } from '../instance/processes.mjs';
import { ageFiles } from './holdings.mjs';
import { AGEING } from './kept.ts';

const COLUMNS = 100;
const OVER_WITHIN_MS = 180_000;
/** The sweep purges five runs every two seconds, and what is kept for days is looked at once a minute. */
const PURGED_WITHIN_MS = 900_000;

/**
 * A process of the API, its PostgreSQL and a fleet of simulated agents, all on loopback.
 *
 * @typedef {Awaited<ReturnType<typeof openInstance>>} SoakInstance
 */
export async function openInstance() {
  const { folder } = temporaryFolder('soak');
  const [data, temporary] = ['data', 'temporary'].map((name) => path.join(folder, name));
  for (const made of [data, temporary]) mkdirSync(made, { recursive: true });
  const postgres = await startDatabase(folder);
  const held = new HeldMemory();
  const env = { NODE_OPTIONS: held.env.NODE_OPTIONS, MILLIONRPS_BENCH_FOLDER: held.folder, TMPDIR: temporary };
  const replicas = new Replicas({ folder: data, databaseUrl: postgres.apiUrl, env });
  const { url, pid } = await replicas.start();
  const stored = new Stored(postgres.url);
  const fleet = new SimulatedFleet({ urls: [url], token: replicas.token, columns: COLUMNS, files: true });
  hold(() => fleet.stop());
  return { url, pid, token: replicas.token, data, temporary, postgres, held, stored, fleet };
}

/**
 * Until all runs are over, all that was reported is stored, and connections that nobody uses are closed.
 *
 * @param {SoakInstance} instance
 */
export async function settle({ fleet, stored }) {
  await fleet.finished(() => stored.states(), OVER_WITHIN_MS);
  await stored.sealed();
  for (const agent of fleet.agents) agent.hangUp();
  await sleep(1_000);
}

/**
 * Deletes every run as a person does, makes it and what is kept for days old, and waits until no run is left.
 *
 * @param {SoakInstance} instance
 */
export async function purge(instance) {
  const { fleet, stored, postgres } = instance;
  for (const { id } of await stored.rows('SELECT "id" FROM "Run" WHERE "deletedAtUs" IS NULL'))
    await fleet.client.call('DELETE', `/runs/${id}`);
  ageFiles(instance);
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  for (const sql of AGEING) await database.query(sql);
  await database.end();
  const left = async () => {
    const [{ runs }] = await stored.rows('SELECT count(*)::int AS runs FROM "Run"');
    return runs === 0;
  };
  await until('purging runs', left, PURGED_WITHIN_MS).catch(() => {
    throw new Sentence('Deleted runs were not purged.');
  });
}
