// @ts-check
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stands between the agents and the API, as a proxy or a balancer does. It hands requests on unchanged, to each replica in turn,
 * keeps account of what the API has acknowledged, holds back one kind of answer for a moment, and on demand sends each report
 * once more: at once, and again after the next one.
 *
 * @typedef {{ commands: { type: string, phase?: string, runId: string, commandId: string }[], tasks: { type: string, taskId: string }[] }} PollReply
 * @typedef {(reply: PollReply, from: string) => { ids: string[], reached: boolean }} Wanted which commands or tasks of a reply to a host are answered late, and whether that is the one that is waited for
 */
export class Relay {
  /** @param {number[]} ports of the replicas, on loopback */
  constructor(ports) {
    this.ports = ports;
    this.turn = 0;
    this.copies = false;
    /** Of each agent, the report before. @type {Map<string, { headers: http.IncomingHttpHeaders, body: Buffer }>} */
    this.reportsBefore = new Map();
    /** Acknowledged frames: when each was taken, by run, host and place in its stream. @type {Map<string, Map<string, { timeUs: number, from: string }>>} */
    this.frames = new Map();
    /** @type {{ wanted: Wanted, ids: Set<string>, reached: () => void, released: Promise<void> } | null} */
    this.gate = null;
    this.server = http.createServer((asked, answer) => void this.handle(asked, answer).catch(() => answer.destroy()));
  }

  /** @param {string} address @param {number} port */
  async listen(address, port) {
    this.server.listen(port, address);
    await once(this.server, 'listening');
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }

  /**
   * Waits until a host has been handed what is wanted, and holds back the answer to that until `release` is called.
   *
   * @param {Wanted} wanted
   */
  hold(wanted) {
    /** @type {() => void} */ let reached = () => {};
    /** @type {() => void} */ let release = () => {};
    const hasReached = new Promise((/** @type {(v: void) => void} */ resolve) => (reached = resolve));
    const released = new Promise((/** @type {(v: void) => void} */ resolve) => (release = resolve));
    const gate = { wanted, ids: new Set(), reached, released };
    this.gate = gate;
    return {
      reached: hasReached,
      release: () => {
        if (this.gate === gate) this.gate = null;
        release();
      },
    };
  }

  /** @param {http.IncomingMessage} asked @param {http.ServerResponse} answer */
  async handle(asked, answer) {
    const body = await bodyOf(asked);
    const from = asked.socket.remoteAddress ?? '';
    const path = asked.url ?? '';
    await this.heldBack(path, body);
    const isReport = path.endsWith('/agent/reports');
    const sent = { method: asked.method, path, headers: asked.headers, body };
    const leaving = new AbortController();
    answer.on('close', () => leaving.abort());
    const reply = await this.forward(sent, leaving.signal);
    if (isReport && reply.status === 200) this.account(body, reply.body, from);
    if (isReport && this.copies) await this.repeat(asked.headers, body);
    answer.writeHead(reply.status, reply.headers).end(reply.body);
    if (path.endsWith('/agent/poll') && reply.status === 200) this.note(JSON.parse(reply.body.toString()), from);
  }

  /** @param {string} path @param {Buffer} body */
  async heldBack(path, body) {
    if (!this.gate || this.gate.ids.size === 0) return;
    if (!/\/agent\/(reports|tasks)/.test(path)) return;
    const { ids, released } = this.gate;
    const text = path + body.toString();
    if ([...ids].some((id) => text.includes(id))) await released;
  }

  /** @param {PollReply} reply @param {string} from */
  note(reply, from) {
    if (!this.gate) return;
    const { ids, reached } = this.gate.wanted(reply, from);
    for (const id of ids) this.gate.ids.add(id);
    if (reached) this.gate.reached();
  }

  /** To the next replica; one that does not listen is passed over. @returns {Promise<{ status: number, headers: http.IncomingHttpHeaders, body: Buffer }>} */
  async forward(sent, /** @type {AbortSignal} */ signal) {
    for (let tries = 1; ; tries++) {
      const port = this.ports[this.turn++ % this.ports.length] ?? 0;
      try {
        return await exchange(port, sent, signal);
      } catch (error) {
        const refused = /** @type {NodeJS.ErrnoException} */ (error).code === 'ECONNREFUSED';
        if (!refused || tries >= this.ports.length) throw error;
      }
    }
  }

  /** @param {http.IncomingHttpHeaders} headers @param {Buffer} body */
  async repeat(headers, body) {
    const agent = String(headers.authorization);
    const before = this.reportsBefore.get(agent);
    this.reportsBefore.set(agent, { headers, body });
    const again = [{ headers, body }, ...(before ? [before] : [])];
    for (const one of again) {
      const { signal } = new AbortController();
      const copy = { method: 'POST', path: '/api/v1/agent/reports', ...one };
      const { status } = await this.forward(copy, signal);
      // A copy is to be taken as if it had not come.
      if (status >= 500) throw new Error(`A copy of a report was answered with ${status}.`);
      await sleep(1);
    }
  }

  /** @param {Buffer} body @param {Buffer} reply @param {string} from */
  account(body, reply, from) {
    const { incarnationId, entries } = JSON.parse(body.toString());
    const { acknowledgedSequence } = JSON.parse(reply.toString());
    for (const { type, sequence, runId, frame } of entries) {
      if (type !== 'frame' || sequence > acknowledgedSequence) continue;
      const ofRun = this.frames.get(runId) ?? new Map();
      this.frames.set(runId, ofRun.set(`${incarnationId}/${sequence}`, { timeUs: frame.timeUs, from }));
    }
  }
}

/** @param {http.IncomingMessage} message @returns {Promise<Buffer>} */
async function bodyOf(message) {
  const parts = /** @type {Buffer[]} */ ([]);
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}

/** @param {number} port @param {AbortSignal} signal */
function exchange(port, { method, path, headers, body }, signal) {
  return new Promise((resolve, reject) => {
    const onward = http.request({ host: '127.0.0.1', port, method, path, headers, signal }, (reply) => {
      bodyOf(reply).then(
        (own) => resolve({ status: reply.statusCode ?? 502, headers: reply.headers, body: own }),
        reject,
      );
    });
    onward.on('error', reject).end(body);
  });
}
