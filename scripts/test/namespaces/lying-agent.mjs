// @ts-check
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';

const STATED_BYTES = 256 * 1024 ** 2;

/** Speaks the agent's protocol, and says what suits it. */
export class LyingAgent {
  /** @param {string} url @param {object} facts @param {string} victim where it would have the others' load go */
  constructor(url, facts, victim) {
    this.url = url;
    this.facts = facts;
    this.victim = victim;
    this.incarnationId = randomUUID();
    this.sequence = 0;
    this.hostId = '';
    this.credential = '';
  }

  /** @param {import('../../lab/client.mjs').LabClient} client @param {string} name */
  async join(client, name) {
    const { token: joinToken } = await client.call('POST', '/join-tokens');
    const { incarnationId, facts } = this;
    const life = { incarnationId, agentVersion: '0.1.0', facts };
    Object.assign(this, (await this.call('join', { ...life, joinToken, name })).body);
    const restore = { matches: true, mismatches: [], knobs: [], runId: null };
    await this.call('hello', { ...life, startedAtUs: Date.now() * 1000, restore });
    return this;
  }

  async call(path, body) {
    const reply = await fetch(`${this.url}/api/v1/agent/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.credential}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: await reply.json() };
  }

  /** @param {object} entry */
  report(entry) {
    this.sequence += 1;
    return this.call('reports', {
      incarnationId: this.incarnationId,
      entries: [{ ...entry, sequence: this.sequence }],
    });
  }

  /** Answers every command of a run until it has answered the last. */
  async work() {
    for (let last = ''; last !== 'restore'; ) {
      const holding = [];
      const { body } = await this.call('poll', { incarnationId: this.incarnationId, holding, waitMs: 5_000 });
      for (const { commandId, type } of body.commands) {
        const outcome = { commandId, status: 'succeeded', result: this.answer(type), failure: null };
        await this.report({ type: 'outcome', outcome: { ...outcome, command: [], artifacts: [] } });
        last = type;
      }
    }
  }

  /** @param {string} type */
  answer(type) {
    const applied = { nic: null, targetCpus: null, changes: [], warnings: [] };
    const restore = { matches: true, mismatches: [], knobs: [], runId: null };
    const own = { workers: 1, goMaxProcsPerWorker: 1, cpus: null };
    if (type === 'drive-load') {
      return { type: 'start-target', url: this.victim, command: ['server'], version: '1', ...own };
    }
    return {
      type,
      ...{ prepare: { port: null, toolVersion: '9.0.0' }, 'apply-tuning': { applied }, restore: { restore } }[type],
    };
  }

  /** Other columns under the id of another layout. @param {{ layoutId: string, columns: string[] }} layout */
  forge(layout) {
    return this.report({ type: 'layout', layout: { ...layout, columns: [...layout.columns].reverse() } });
  }

  /** States uploads of 256 MiB that never end, until one is refused. Answers with what. */
  async fill() {
    const uploads = Array.from({ length: 20 }, (_, i) => this.upload(`endless ${i}`, STATED_BYTES));
    const refused = await Promise.race(uploads.map(({ status }) => status));
    for (const { end } of uploads) end();
    return refused;
  }

  /** @param {string} text @param {number} statedBytes */
  upload(text, statedBytes = text.length) {
    const name = createHash('sha256').update(text).digest('hex');
    const headers = {
      authorization: `Bearer ${this.credential}`,
      'content-type': 'application/octet-stream',
      'content-length': statedBytes,
    };
    const put = request(`${this.url}/api/v1/agent/blobs/${name}`, { method: 'PUT', headers });
    const status = once(put, 'response').then(([reply]) => reply.resume().statusCode);
    // One that is ended is not answered, and lost no race.
    status.catch(() => {});
    put.on('error', () => {});
    put.write(text);
    return { status, end: () => put.destroy() };
  }
}

/**
 * Stands between agents and their instance, which hears of their layouts only after `onLayout`: what an attacker does who knows
 * the columns of a release before they are reported.
 *
 * @param {string} upstream @param {string} address
 * @param {(layout: { layoutId: string, columns: string[] }) => Promise<void>} onLayout
 */
export async function startRelay(upstream, address, onLayout) {
  const server = createServer(async (asked, answer) => {
    const chunks = /** @type {Buffer[]} */ ([]);
    for await (const chunk of asked) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (asked.url?.endsWith('/agent/reports')) {
      for (const entry of JSON.parse(body.toString()).entries)
        if (entry.type === 'layout') await onLayout(entry.layout);
    }
    const onward = request(upstream + asked.url, { method: asked.method, headers: asked.headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    onward.end(body);
  }).listen(0, address);
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://${address}:${port}`, stop };
}
