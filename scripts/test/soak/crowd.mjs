// @ts-check
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StreamReader } from '../../bench/stream-reader.mjs';
import { settle } from './instance.mjs';

/** As often as a page asks again. */
const ASK_EVERY_MS = 4_000;
/** Answers that came late by a held table are waited for, and runs go on meanwhile. */
const MARGIN_SECONDS = 4;
const AGAIN_MS = 250;
const RECOVERED_WITHIN_MS = 60_000;

/**
 * @typedef {{ route: string, status: number, ms: number, retryAfter: string | null, held: boolean }} Answer held: it came once another program had taken the table of runs
 * @typedef {{ answers: Answer[], recoveredMs: number, rows: number }} Crowd recoveredMs: 0 where nothing was held
 */

/**
 * Viewers at once, while every agent reports for runs: each follows the events of a run, and asks for what its pages ask for
 * again and again. After so many seconds another program holds the table of runs for a while.
 *
 * @param {import('./instance.mjs').SoakInstance} instance
 * @param {{ viewers: number, seconds: number, heldSeconds: number }} options
 * @returns {Promise<Crowd>}
 */
export async function crowd(instance, { viewers, seconds, heldSeconds }) {
  const { fleet, stored } = instance;
  const first = fleet.runIds.length;
  // In one step, so that they end when they are meant to, however busy the machine is.
  const stepSeconds = seconds + 2 * heldSeconds + MARGIN_SECONDS;
  await fleet.startRuns({ hostsPerRun: 2, steps: 1, stepSeconds, everyMs: 20 });
  await fleet.measuring(() => stored.states());
  const runIds = fleet.runIds.slice(first);
  const gate = { held: false, over: false };
  const agent = new http.Agent({ keepAlive: true });
  const answers = /** @type {Answer[]} */ ([]);
  const of = (/** @type {number} */ viewer) => runIds[viewer % runIds.length] ?? '';
  const readers = Array.from({ length: viewers }, (_, at) => new StreamReader(fleet.client, of(at)));
  const following = Promise.all(readers.map((reader) => reader.follow()));
  following.catch(() => {});
  const polling = Promise.all(readers.map((_, at) => poll(instance, { agent, at, runId: of(at), gate, answers })));
  await sleep(seconds * 1000);
  const recoveredMs = heldSeconds > 0 ? await holdRuns(instance, gate, heldSeconds) : 0;
  gate.over = true;
  await polling;
  agent.destroy();
  await settle(instance);
  await following;
  return { answers, recoveredMs, rows: readers.reduce((sum, { rows }) => sum + rows.length, 0) };
}

/** One of what pages ask for at a time, as whoever goes from one to the next. */
async function poll({ url, token }, { agent, at, runId, gate, answers }) {
  const routes = ['/runs', '/hosts', `/runs/${runId}`, `/runs/${runId}/series`];
  await sleep(Math.random() * ASK_EVERY_MS);
  for (let asked = at; !gate.over; asked++) {
    const path = routes[asked % routes.length] ?? '';
    const answer = await ask(`${url}/api/v1${path}`, token, agent);
    answers.push({ route: path.replace(runId, ':runId'), ...answer, held: gate.held });
    await sleep(Math.max(0, ASK_EVERY_MS - answer.ms));
  }
}

/** @returns {Promise<Pick<Answer, 'status' | 'ms' | 'retryAfter'>>} status 0: no answer came */
function ask(url, token, agent) {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const done = (status, retryAfter = null) => resolve({ status, retryAfter, ms: performance.now() - startedMs });
    http
      .get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (reply) => {
        reply.resume().on('error', () => done(0));
        reply.on('end', () => done(reply.statusCode ?? 0, reply.headers['retry-after'] ?? null));
      })
      .on('error', () => done(0));
  });
}

/** Takes the table of runs from everybody, as a program beside the instance may; answers how long after it all is answered again. */
async function holdRuns({ url, token, postgres }, gate, heldSeconds) {
  const outsider = new pg.Client({ connectionString: postgres.url });
  await outsider.connect();
  await outsider.query('BEGIN');
  gate.held = true;
  await outsider.query('LOCK TABLE "Run" IN ACCESS EXCLUSIVE MODE');
  await sleep(heldSeconds * 1000);
  await outsider.end();
  const endedMs = performance.now();
  const agent = new http.Agent({ keepAlive: true });
  while ((await ask(`${url}/api/v1/runs`, token, agent)).status !== 200) {
    if (performance.now() - endedMs > RECOVERED_WITHIN_MS) throw new Error('the API did not recover');
    await sleep(AGAIN_MS);
  }
  agent.destroy();
  return performance.now() - endedMs;
}
