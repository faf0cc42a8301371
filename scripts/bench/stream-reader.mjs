// @ts-check
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const AGAIN_MS = 50;
const GIVE_UP_MS = 20_000;
const RATE = 'requestsPerSecond';

/** A row as it can be compared: which host, when, and what was measured. */
export const rowsOf = ({ hosts }) =>
  hosts.flatMap(({ hostId, timesUs, columns }) => {
    const rates = columns.find(({ name }) => name === RATE)?.values ?? [];
    return timesUs.map((timeUs, row) => `${hostId} ${timeUs} ${rates[row] ?? null}`);
  });

/**
 * Reads a run's events as an EventSource does: it comes back with its last event's id until the API answers that
 * nothing follows.
 */
export class StreamReader {
  /** @param {import('../lab/client.mjs').LabClient} client @param {string} runId */
  constructor(client, runId) {
    this.client = client;
    this.url = `${client.url}/api/v1/runs/${runId}/events`;
    this.lastId = '';
    /** @type {string[]} rows in the order in which they came */
    this.rows = [];
    /** @type {number[]} milliseconds from a frame to its row */
    this.delaysMs = [];
    this.states = 0;
    this.state = '';
    this.wentBack = 0;
    this.bytes = 0;
    this.connections = 0;
    /** @type {http.ClientRequest | null} */
    this.request = null;
  }

  /** Until the answer that nothing follows. */
  async follow() {
    for (let failedMs = 0; ; ) {
      const answer = await this.connect().catch((error) => error);
      if (answer === 204) return;
      failedMs = answer === 200 ? 0 : failedMs + AGAIN_MS;
      if (failedMs > GIVE_UP_MS) throw new Error(`the stream was answered ${answer} again and again`);
      await sleep(AGAIN_MS);
    }
  }

  /** Breaks off without a goodbye. */
  cut() {
    this.request?.destroy();
  }

  /** One connection to its end, however it ends. @returns {Promise<number>} its status */
  connect() {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${this.client.token}`,
        ...(this.lastId && { 'last-event-id': this.lastId }),
      };
      this.request = http.get(this.url, { headers, agent: false }, (reply) => {
        this.connections += 1;
        // The rows that a connection begins with are as old as the pause before it.
        let live = false;
        let rest = '';
        reply.setEncoding('utf8').on('data', (text) => {
          this.bytes += Buffer.byteLength(text);
          const blocks = (rest + text).split('\n\n');
          rest = blocks.pop() ?? '';
          for (const block of blocks) live = this.take(block, live) || live;
        });
        reply.on('error', () => {});
        reply.on('close', () => resolve(reply.statusCode ?? 0));
      });
      this.request.on('error', reject);
    });
  }

  /** @returns {boolean} whether the block brought rows */
  take(block, live) {
    const field = (name) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    const event = field('event');
    if (event !== 'run' && event !== 'series') return false;
    const data = JSON.parse(field('data') ?? 'null');
    this.lastId = field('id') ?? this.lastId;
    if (event === 'run') {
      if (data.transitions.length < this.states) this.wentBack += 1;
      this.states = data.transitions.length;
      this.state = data.state;
      return false;
    }
    if (live) for (const { timesUs } of data.hosts) this.delaysMs.push(Date.now() - timesUs.at(-1) / 1000);
    this.rows.push(...rowsOf(data));
    return true;
  }
}
