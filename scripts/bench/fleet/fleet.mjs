// @ts-check
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedStep, LabClient, specFor } from '../../lab/client.mjs';
import { Sentence } from '../../start/sentence.mjs';
import { columnNames, newTally, SimulatedAgent } from './agent.mjs';

const JOINS_AT_ONCE = 20;
const LOOK_MS = 500;
const ATTEMPTS = 20;
export const OVER = new Set(['finished', 'failed', 'canceled']);

/** Simulated agents that joined, and the runs that they work for. */
export class SimulatedFleet {
  /** @param {{ urls: string[], token: string, columns: number, files?: boolean }} options files: of the load tool of each step */
  constructor({ urls, token, columns, files = false }) {
    this.client = new LabClient(urls[0] ?? '', token);
    this.urls = urls;
    this.files = files;
    this.columns = columnNames(columns);
    this.tally = newTally();
    /** @type {SimulatedAgent[]} */
    this.agents = [];
    /** @type {string[]} */
    this.runIds = [];
  }

  /** @param {number} count */
  async join(count) {
    const { urls, columns, tally, files } = this;
    const agents = Array.from(
      { length: count },
      (_, index) => new SimulatedAgent({ index, urls, columns, tally, files }),
    );
    this.agents.push(...agents);
    const waiting = agents.values();
    const lane = async () => {
      for (const agent of waiting) await agent.join((await this.client.call('POST', '/join-tokens')).token);
    };
    await Promise.all(Array.from({ length: JOINS_AT_ONCE }, lane));
  }

  /** One of them, which is in no run, ends and is started again. @param {SimulatedAgent} agent */
  async restart(agent) {
    this.agents[this.agents.indexOf(agent)] = await agent.restart();
  }

  /**
   * One run for each so many agents, one of them the server's, the others clients; `everyMs` apart, as people start
   * them, so that they are not all in the same step.
   *
   * @param {{ hostsPerRun: number, steps: number, stepSeconds: number, everyMs: number }} options
   */
  async startRuns({ hostsPerRun, steps, stepSeconds, everyMs }) {
    const load = Array.from({ length: steps }, (_, at) => closedStep(64 + at, stepSeconds));
    for (let first = 0; first + hostsPerRun <= this.agents.length; first += hostsPerRun) {
      const [server, ...clients] = this.agents.slice(first, first + hostsPerRun);
      const spec = specFor(server?.hostId, { path: '/simple', steps: load, warmupSeconds: 0 });
      spec.clients = clients.map(({ hostId }) => ({ hostId }));
      const startedMs = performance.now();
      this.runIds.push(await this.createRun(`Fleet ${this.runIds.length + 1}`, spec));
      await sleep(Math.max(0, everyMs - (performance.now() - startedMs)));
    }
  }

  /** Again with the same key when the API is out of breath, as a person would. */
  async createRun(name, spec) {
    const key = { 'idempotency-key': randomUUID() };
    for (let attempt = 0; ; attempt++) {
      try {
        return (await this.client.call('POST', '/runs', { name, spec }, key)).id;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await sleep(LOOK_MS);
      }
    }
  }

  /** Until every run that was started is in a step, or over. */
  async measuring(databaseStates) {
    for (;;) {
      const states = await databaseStates();
      if (states.every(({ state, stepIndex }) => OVER.has(state) || stepIndex !== null)) return;
      await sleep(LOOK_MS);
    }
  }

  /** Until all runs are over and all that was reported is acknowledged. */
  async finished(databaseStates, withinMs) {
    const endsMs = performance.now() + withinMs;
    for (;;) {
      const states = await databaseStates();
      const open = states.filter(({ state }) => !OVER.has(state)).length;
      const spooled = this.agents.reduce((sum, { spool }) => sum + spool.length, 0);
      if (open === 0 && spooled === 0) return states;
      if (performance.now() > endsMs)
        throw new Sentence(
          `${open} of ${states.length} runs did not end, ${spooled} reports were not acknowledged. ${this.refusedMost()}`,
        );
      await sleep(LOOK_MS);
    }
  }

  /** What the API said most often to what it did not take. */
  refusedMost() {
    const [most] = [...this.tally.refusals].sort(([, a], [, b]) => b - a);
    return most ? `${most[1]} times: ${most[0]}` : 'Nothing was refused.';
  }

  /** Counts from here on. */
  forget() {
    Object.assign(this.tally, newTally());
    this.runIds.length = 0;
  }

  stop() {
    for (const agent of this.agents) agent.stop();
  }
}
