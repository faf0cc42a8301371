// @ts-check
import pg from 'pg';
import { openStep, specFor } from '../../lab/client.mjs';
import { until } from '../instance/processes.mjs';
import { wish } from '../namespaces/tuned-host.mjs';

/**
 * What a fault strikes: a run, an experiment or a question to a host. Each is brought into a state and held there until the fault has
 * struck, and then followed to its end.
 *
 * @typedef {import('./lab.mjs').FaultLab} FaultLab
 * @typedef {import('./cells.ts').Cell} Cell
 * @typedef {{ outcome: string, code: string | null, sentence: string | null, runIds: string[] }} Ended
 * @typedef {{ release: () => void | Promise<void>, ended: (withinMs: number) => Promise<Ended> }} Held ready to be struck; `ended` begins once the fault is undone
 */

/** Little: what else fails does not depend on it, and labs stand side by side. */
const REQUESTS_PER_SECOND = 300;
const STEP_SECONDS = 2;
const PAUSE_SECONDS = 2;
const SAMPLES_PER_SECOND = 10;
const REACHED_WITHIN_MS = 60_000;
const OVER = ['finished', 'failed', 'canceled'];

/** Tuned, so that a host can be seen to be put back. @param {FaultLab} lab */
export function specOf({ hostIds }, { steps = 1, pauseSeconds = 0 } = {}) {
  const each = Array.from({ length: steps }, () => openStep(REQUESTS_PER_SECOND, STEP_SECONDS));
  const one = specFor(hostIds.target, { path: '/simple', tool: 'volley', steps: each, pauseSeconds });
  return {
    ...one,
    clients: [{ hostId: hostIds.load }],
    samplesPerSecond: SAMPLES_PER_SECOND,
    tuning: { ...one.tuning, server: wish },
  };
}

/** @param {FaultLab} lab @param {Cell} cell @returns {Promise<Held>} */
export function bringAbout(lab, cell) {
  if (cell.subject === 'task') return askHost(lab, cell);
  return cell.subject === 'run' ? holdRun(lab, cell) : holdExperiment(lab, cell);
}

/** @param {FaultLab} lab @param {Cell} cell @returns {Promise<Held>} */
async function holdRun(lab, cell) {
  const { moment, state } = cell;
  const create = (/** @type {string} */ name, options = {}) => lab.client.createRun(name, specOf(lab, options));
  const before = moment.at === 'queue' ? [(await create('before')).id] : [];
  const gate = moment.at === 'command' ? lab.relay.hold(commandTo(lab, moment)) : null;
  const lock = moment.at === 'points' ? await lockSamples(lab) : null;
  const { id } = await create(cell.id, moment.at === 'pause' ? { steps: 2, pauseSeconds: PAUSE_SECONDS } : {});
  if (gate) await bounded(gate.reached, `a ${moment.at} of ${state}`);
  await until(`the run is ${state}`, async () => {
    const [run] = await lab.rows('SELECT "state" FROM "Run" WHERE "id" = $1', [id]);
    if (OVER.includes(run.state)) throw new Error(`The run was ${run.state} before it was seen in ${state}.`);
    return run.state === state;
  });
  return {
    release: () => (gate ? gate.release() : lock?.release()),
    ended: async (withinMs) => {
      const [own] = await Promise.all([id, ...before].map((runId) => endOfRun(lab, runId, withinMs)));
      if (!own) throw new Error('There is no run.');
      return { ...own, runIds: [id, ...before] };
    },
  };
}

/** @param {FaultLab} lab @param {string} runId @param {number} withinMs @returns {Promise<Ended>} */
async function endOfRun(lab, runId, withinMs) {
  const run = await ended(
    withinMs,
    () => lab.client.call('GET', `/runs/${runId}`),
    ({ state }) => OVER.includes(state),
  );
  if (OVER.includes(run.state)) {
    const { failure } = run;
    return { outcome: run.state, code: failure?.code ?? null, sentence: failure?.sentence ?? null, runIds: [runId] };
  }
  return { outcome: `still ${run.state}`, code: null, sentence: null, runIds: [runId] };
}

/** @param {FaultLab} lab @param {Cell} cell @returns {Promise<Held>} */
async function holdExperiment(lab, cell) {
  const { moment } = cell;
  const { id } = await lab.client.call('POST', '/experiments', experiment(lab, moment.at !== 'planned'));
  const read = () => lab.client.call('GET', `/experiments/${id}`);
  const gate = moment.at === 'command' ? lab.relay.hold(commandTo(lab, moment)) : null;
  if (gate) await bounded(gate.reached, 'a run of the experiment');
  const before = moment.at === 'done' ? await until('the experiment is done', () => doneOf(read), 120_000) : null;
  return {
    release: () => gate?.release(),
    ended: async (withinMs) => {
      if (moment.at === 'planned') await patiently(withinMs, () => lab.client.call('POST', `/experiments/${id}/start`));
      const now = await ended(withinMs, read, ({ status, result }) => status === 'done' && result !== null);
      const slots = now.slots ?? [];
      const runIds = slots.flatMap(({ runId, failedRunIds }) => [...(runId ? [runId] : []), ...failedRunIds]);
      const made = slots.reduce((sum, { failedRunIds }) => sum + failedRunIds.length, 0);
      const changed = before && JSON.stringify(before.result) !== JSON.stringify(now.result);
      const outcome = now.status !== 'done' ? `still ${now.status}` : changed ? 'changed' : 'done';
      const repeated = made > 0 ? `${made} of its runs failed and ${made === 1 ? 'was' : 'were'} repeated` : null;
      return { outcome, code: null, sentence: now.stoppedSentence ?? repeated, runIds };
    },
  };
}

/** Two rounds of two runs. @param {FaultLab} lab @param {boolean} start */
const experiment = (lab, start) => ({
  kind: 'comparison',
  question: 'Are twice as many requests answered as well?',
  hypothesis: '',
  baseline: { name: 'few', spec: specOf(lab) },
  variants: [{ name: 'more', changes: [{ path: '/load/steps/0/requestsPerSecond', value: REQUESTS_PER_SECOND * 2 }] }],
  rounds: 2,
  extensionRounds: null,
  primary: { metric: 'requestsPerSecond', stepIndex: 0 },
  marginPercent: 5,
  seed: 1,
  start,
});

/** @param {() => Promise<any>} read */
async function doneOf(read) {
  const now = await read();
  return now.status === 'done' && now.result !== null && now;
}

/** @param {FaultLab} lab @param {Cell} cell @returns {Promise<Held>} */
async function askHost(lab, cell) {
  const body = { plan: { tuning: wish, targetCpus: null, address: null } }[cell.state];
  const gate = lab.relay.hold(({ tasks }) => {
    const ids = tasks.flatMap(({ type, taskId }) => (type === cell.state ? [taskId] : []));
    return { ids, reached: ids.length > 0 };
  });
  const answered = lab.client.call('POST', `/hosts/${lab.hostIds.target}/${cell.state}`, body).then(
    () => ({ outcome: 'answered', sentence: null }),
    (error) => ({
      outcome: error.cause || error instanceof TypeError ? 'connection lost' : 'refused',
      sentence: String(error.message),
    }),
  );
  await bounded(Promise.race([gate.reached, answered]), 'the question');
  return {
    release: gate.release,
    ended: async (withinMs) => {
      const answer = await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, withinMs, null))]);
      return { outcome: 'not answered', code: null, sentence: null, ...answer, runIds: [] };
    },
  };
}

/** @param {FaultLab} lab @param {import('./states.ts').CommandMoment} moment @returns {import('./relay.mjs').Wanted} */
function commandTo({ places }, { type, phase, host }) {
  return ({ commands }, from) => {
    const ids = commands.flatMap((one) =>
      one.type === type && (!phase || one.phase === phase) ? [one.commandId] : [],
    );
    return { ids, reached: ids.length > 0 && from.endsWith(places[host].address) };
  };
}

/** No sample can be counted until it is released, while a run goes on. @param {FaultLab} lab */
async function lockSamples(lab) {
  const client = new pg.Client({ connectionString: lab.instance.databaseUrl });
  // The fault may be that PostgreSQL ends.
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE "SampleChunk" IN ACCESS EXCLUSIVE MODE');
  return { release: () => void client.end().catch(() => {}) };
}

/** @template T @param {Promise<T>} work @param {string} what @returns {Promise<T>} */
function bounded(work, what) {
  const late = new Promise((_, reject) =>
    setTimeout(
      () => reject(new Error(`${what} did not come within ${REACHED_WITHIN_MS / 1000} s`)),
      REACHED_WITHIN_MS,
    ).unref(),
  );
  return Promise.race([work, /** @type {Promise<never>} */ (late)]);
}

/** Asks until it is so, or answers with what it was last. @param {number} withinMs @param {() => Promise<any>} read @param {(now: any) => boolean} isSo */
async function ended(withinMs, read, isSo) {
  let last = /** @type {any} */ ({ state: 'unread', status: 'unread' });
  const isOver = async () => {
    last = await read().catch(() => last);
    return isSo(last);
  };
  await until('its end', isOver, withinMs).catch(() => {});
  return last;
}

/** A connection from before the fault may be dead. @param {number} withinMs @param {() => Promise<any>} ask */
export const patiently = (withinMs, ask) => until('it is answered', () => ask().catch(() => false), withinMs);
