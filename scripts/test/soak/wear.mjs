// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { closedStep, specFor } from '../../lab/client.mjs';

const STEP_SECONDS = 1;
const HEARTBEAT_SECONDS = 10;
/** Of each agent, under way at once: time goes faster, the clock does not. */
const HEARTBEATS_AT_ONCE = 2;
const LOOK_MS = 250;
const OVER = new Set(['finished', 'failed', 'canceled']);

/** What so many agents beat in so many hours. @param {{ agents: number, hours: number }} amounts */
export const heartbeatsIn = ({ agents, hours }) => Math.ceil((agents * hours * 3600) / HEARTBEAT_SECONDS);

/**
 * Wears an instance: so many short runs of two hosts each, as many at once as there are hosts for, and so many heartbeats as
 * fast as they are answered, at the same time; before it some agents are started again.
 *
 * @param {import('./instance.mjs').SoakInstance} instance
 * @param {{ runs: number, heartbeats: number, restarts: number }} amount
 */
export async function wear(instance, { runs, heartbeats, restarts }) {
  await Promise.all(instance.fleet.agents.slice(0, restarts).map((agent) => instance.fleet.restart(agent)));
  await Promise.all([measure(instance, runs), beat(instance, heartbeats)]);
}

/** @param {import('./instance.mjs').SoakInstance} instance @param {number} runs */
async function measure({ fleet, stored }, runs) {
  const pairs = [];
  for (let at = 0; at + 1 < fleet.agents.length; at += 2) pairs.push([fleet.agents[at], fleet.agents[at + 1]]);
  let asked = 0;
  const lane = async ([server, client]) => {
    while (asked < runs) {
      asked += 1;
      const load = { path: '/simple', steps: [closedStep(1, STEP_SECONDS)], warmupSeconds: 0 };
      const spec = { ...specFor(server.hostId, load), clients: [{ hostId: client.hostId }] };
      const id = await fleet.createRun(`Soak ${asked}`, spec);
      fleet.runIds.push(id);
      for (let isOver = false; !isOver; await sleep(LOOK_MS)) {
        const [{ state }] = await stored.rows('SELECT "state" FROM "Run" WHERE "id" = $1', [id]);
        isOver = OVER.has(state);
      }
    }
  };
  await Promise.all(pairs.map(lane));
}

/** @param {import('./instance.mjs').SoakInstance} instance @param {number} heartbeats */
async function beat({ fleet }, heartbeats) {
  let left = heartbeats;
  const lane = async (agent) => {
    while (left > 0) {
      left -= 1;
      await agent.beat();
    }
  };
  const lanes = fleet.agents.flatMap((agent) => Array.from({ length: HEARTBEATS_AT_ONCE }, () => agent));
  await Promise.all(lanes.map(lane));
}
