// @ts-check
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FACTS, goodResult, MOMENTS, nic } from '../../../api/testing/fake-agent.ts';
import { appliedFor, goodAnswer, RESTORED, snapshotAt } from '../../../api/testing/fake-tuning.ts';
import { driven } from '../../../api/testing/fleet.ts';

const POLL_MS = 25_000;
const AGAIN_MS = 100;
const BATCH_ENTRIES = 500;
const FILE_BYTES = 512;

/**
 * What agents of a fleet count together.
 *
 * @typedef {object} Tally
 * @property {{ atMs: number, delayMs: number, type: string }[]} commands that came: when, and how long after they were made
 * @property {number} taken frames
 * @property {number} acknowledged frames
 * @property {Map<string, number>} outcomes acknowledged, by the id of their command; how often
 * @property {number} again requests that were sent once more because no good answer came
 * @property {Map<string, number>} refusals by what was answered
 */

/** @typedef {{ index: number, urls: string[], columns: string[], tally: Tally, files?: boolean }} AgentOptions */

/** @returns {Tally} */
export const newTally = () => ({
  commands: [],
  taken: 0,
  acknowledged: 0,
  outcomes: new Map(),
  again: 0,
  refusals: new Map(),
});

/**
 * Speaks the agent's side of the contract as the agent does: one poll is always open, reports are kept until they are
 * acknowledged, in order, and a request without a good answer is sent again, to the next replica. It has an address of
 * its own. It does what it is asked without doing it: no load, no tuning; its samples are made up, and so are the files of its
 * tool, if it has any.
 */
export class SimulatedAgent {
  /** @param {AgentOptions} options */
  constructor(options) {
    const { index, urls, columns, tally, files = false } = options;
    this.options = options;
    this.files = files;
    this.name = `sim-${String(index).padStart(4, '0')}`;
    this.urls = urls;
    this.at = index % urls.length;
    this.columns = columns;
    this.layoutId = createHash('sha256').update(columns.join('\n')).digest('hex');
    this.tally = tally;
    const place = `${Math.floor(index / 250)}.${(index % 250) + 1}`;
    this.facts = {
      ...FACTS,
      hostName: this.name,
      bootId: randomUUID(),
      nics: [nic('eth0', [`10.1.${place}/16`])],
    };
    this.agent = new http.Agent({ keepAlive: true, localAddress: `127.1.${place}` });
    this.incarnationId = randomUUID();
    this.hostId = '';
    this.credential = '';
    this.sequence = 0;
    /** @type {any[]} not acknowledged yet */
    this.spool = [];
    /** @type {string[]} */
    this.holding = [];
    this.values = columns.map((_, at) => at * 1_000);
    /** @type {string | null} */
    this.runId = null;
    this.applied = null;
    this.stopped = false;
    this.sending = false;
    /** @type {NodeJS.Timeout[]} */
    this.timers = [];
  }

  /** @param {string} joinToken */
  async join(joinToken) {
    const { incarnationId, name, facts } = this;
    const joined = await this.call('join', { joinToken, incarnationId, name, agentVersion: '0.1.0', facts });
    await this.start(joined);
  }

  /** Its process ends, and is started again. @returns {Promise<SimulatedAgent>} its next life */
  async restart() {
    this.stop();
    const next = new SimulatedAgent(this.options);
    await next.start(this);
    return next;
  }

  /** @param {{ hostId: string, credential: string }} joined */
  async start({ hostId, credential }) {
    this.hostId = hostId;
    this.credential = credential;
    const { heartbeatMs } = await this.hello();
    this.timers.push(
      setInterval(() => void this.beat(), heartbeatMs),
      setInterval(() => this.sample(false), 1_000),
    );
    void this.poll();
  }

  hello() {
    const { incarnationId, facts } = this;
    return this.call('hello', {
      incarnationId,
      startedAtUs: Date.now() * 1000,
      agentVersion: '0.1.0',
      facts,
      restore: RESTORED,
    });
  }

  async beat() {
    const { helloWanted } = await this.call('heartbeat', { incarnationId: this.incarnationId, runId: this.runId });
    if (helloWanted) await this.hello();
  }

  async poll() {
    while (!this.stopped) {
      const { incarnationId, holding } = this;
      const { commands, tasks } = await this.call('poll', { incarnationId, holding, waitMs: POLL_MS });
      for (const task of tasks ?? []) void this.answer(task);
      for (const command of commands ?? []) {
        this.holding.push(command.commandId);
        const atMs = Date.now();
        this.tally.commands.push({ atMs, delayMs: atMs - madeAtMs(command.commandId), type: command.type });
        void this.obey(command);
      }
    }
  }

  /** A file that no other is like. */
  async upload() {
    const bytes = randomBytes(FILE_BYTES);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.call(`blobs/${sha256}`, bytes);
    return {
      kind: 'tool-output',
      name: 'output',
      sha256,
      sizeBytes: FILE_BYTES,
      mediaType: 'application/octet-stream',
    };
  }

  /** Once: whoever asked has gone on when the answer is late. */
  async answer(task) {
    const { incarnationId, facts } = this;
    const body = JSON.stringify({ incarnationId, answer: goodAnswer(task, facts) });
    await this.post(`tasks/${task.taskId}`, body).catch(() => {});
  }

  async obey(command) {
    if (command.type === 'prepare') this.begin(command.runId);
    if (command.type === 'apply-tuning') this.applied = appliedFor(command.tuning, this.facts, command.targetCpus);
    const edges = command.type === 'open-window' || command.type === 'close-window';
    if (edges) this.sample(true);
    const artifacts = [];
    let result = goodResult(command, this.applied);
    if (command.type === 'drive-load') {
      await sleep(Math.max(0, (command.startAtUs ?? 0) / 1000 - Date.now()));
      const startAtUs = command.startAtUs ?? Date.now() * 1000;
      this.sample(true);
      await sleep(command.durationSeconds * 1000);
      this.sample(true);
      result = driven({ ...command, startAtUs }, 1_000);
      if (this.files) artifacts.push(await this.upload());
    }
    const applied = this.applied;
    if (command.type === 'restore') {
      this.applied = null;
      this.runId = null;
    }
    for (const moment of MOMENTS[command.type] ?? [])
      this.put({ type: 'snapshot', runId: command.runId, snapshot: snapshotAt(moment, applied) });
    this.put({
      type: 'outcome',
      outcome: { commandId: command.commandId, status: 'succeeded', result, failure: null, command: [], artifacts },
    });
    void this.deliver();
  }

  /** @param {string} runId */
  begin(runId) {
    this.runId = runId;
    this.put({ type: 'layout', layout: { layoutId: this.layoutId, schemaVersion: 1, columns: this.columns } });
  }

  /** @param {boolean} boundary */
  sample(boundary) {
    if (this.runId === null) return;
    this.values = this.values.map((value, at) => value + 1 + ((at * 7919 + this.sequence * 104_729) % 10_000));
    const timeUs = Date.now() * 1000;
    const frame = { layoutId: this.layoutId, timeUs, monotonicUs: timeUs, boundary, values: this.values };
    this.put({ type: 'frame', runId: this.runId, frame });
    this.tally.taken += 1;
    void this.deliver();
  }

  put(entry) {
    this.sequence += 1;
    this.spool.push({ sequence: this.sequence, ...entry });
  }

  async deliver() {
    if (this.sending) return;
    this.sending = true;
    while (this.spool.length > 0 && !this.stopped) {
      const entries = this.spool.slice(0, BATCH_ENTRIES);
      const { acknowledgedSequence } = await this.call('reports', { incarnationId: this.incarnationId, entries });
      if (acknowledgedSequence === undefined) break;
      while (this.spool.length > 0 && this.spool[0].sequence <= acknowledgedSequence) this.noteKept(this.spool.shift());
    }
    this.sending = false;
  }

  noteKept(entry) {
    const { tally } = this;
    if (entry.type === 'frame') tally.acknowledged += 1;
    if (entry.type !== 'outcome') return;
    const { commandId } = entry.outcome;
    tally.outcomes.set(commandId, (tally.outcomes.get(commandId) ?? 0) + 1);
  }

  /** Again until it is answered well, or the agent is stopped: then an empty answer. Bytes are uploaded, all else is JSON. */
  async call(path, body) {
    const content = body instanceof Uint8Array ? body : JSON.stringify(body);
    while (!this.stopped) {
      const answer = await this.post(path, content).catch((error) => ({ status: 0, text: String(error.code) }));
      if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text || '{}');
      if (this.stopped) break;
      const what = `${path} ${answer.status} ${answer.text.slice(0, 200)}`;
      this.tally.refusals.set(what, (this.tally.refusals.get(what) ?? 0) + 1);
      this.tally.again += 1;
      this.at = (this.at + 1) % this.urls.length;
      await sleep(AGAIN_MS);
    }
    return {};
  }

  /** @returns {Promise<{ status: number, text: string }>} */
  post(path, content) {
    return new Promise((resolve, reject) => {
      const isJson = typeof content === 'string';
      const headers = {
        'content-type': isJson ? 'application/json' : 'application/octet-stream',
        'content-length': Buffer.byteLength(content),
        ...(this.credential && { authorization: `Bearer ${this.credential}` }),
      };
      const url = `${this.urls[this.at]}/api/v1/agent/${path}`;
      const request = http.request(url, { method: isJson ? 'POST' : 'PUT', agent: this.agent, headers }, (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (part) => (body += part));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: body }));
        reply.on('error', reject);
      });
      request.on('error', reject);
      request.end(content);
    });
  }

  /** Closes connections on which nothing is asked. */
  hangUp() {
    for (const socket of Object.values(this.agent.freeSockets).flat()) socket?.destroy();
  }

  stop() {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    this.agent.destroy();
  }
}

/** Ids of commands begin with the milliseconds at which they were made. @param {string} id */
const madeAtMs = (id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Names as a host of several CPUs has them, of a fleet of equal hosts. @param {number} count */
export function columnNames(count) {
  const kinds = ['userUs', 'systemUs', 'softirqUs', 'niceUs', 'iowaitUs', 'irqUs', 'stealUs', 'idleUs'];
  const head = ['process/target/cpuUs', 'process/tool/cpuUs', 'target/requestsStale', 'target/worker/0/requests'];
  const ofCpus = Array.from({ length: Math.max(0, count - head.length) }, (_, at) => {
    return `cpu/${Math.floor(at / kinds.length)}/${kinds[at % kinds.length]}`;
  });
  return [...head, ...ofCpus].slice(0, count);
}
