// @ts-check
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const OVER = new Set(['finished', 'failed', 'canceled']);
const READY_WITHIN_MS = 20_000;

/** A small client of the API for scripts; throws the API's own sentence. */
export class LabClient {
  /** @param {string} url @param {string} token */
  constructor(url, token) {
    this.url = url;
    this.token = token;
  }

  async call(method, route, body, headers = {}) {
    const reply = await fetch(`${this.url}/api/v1${route}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(answer.detail);
    // It is worked on still.
    if (reply.status === 202) return this.call('GET', (reply.headers.get('location') ?? '').replace('/api/v1', ''));
    return answer;
  }

  /** The first host that can take a run. An agent on a busy machine may be late with its next poll. */
  async readyHost() {
    const endsMs = performance.now() + READY_WITHIN_MS;
    for (;;) {
      const { hosts } = await this.call('GET', '/hosts');
      const ready = hosts.find(
        (host) => (host.status === 'ready' || host.status === 'busy') && host.availability === 'open',
      );
      if (ready) return ready;
      const told = hosts.map(({ name, status }) => `${name} is ${status}`).join(', ') || 'there is none';
      if (performance.now() > endsMs) throw new Error(`No host can take a run (${told}); see the hosts page.`);
      await sleep(250);
    }
  }

  /** @param {string} name @param {object} spec @param {string} [basedOnRunId] */
  createRun(name, spec, basedOnRunId) {
    return this.call('POST', '/runs', { name, spec, basedOnRunId }, { 'idempotency-key': randomUUID() });
  }

  /** Asks until the run is over, telling `progress` of every look. */
  async finish(runId, progress = (_run) => {}) {
    for (;;) {
      const run = await this.call('GET', `/runs/${runId}`);
      progress(run);
      if (OVER.has(run.state)) return run;
      await sleep(500);
    }
  }
}

/** Tuning of a host that leaves it as it is. */
export const NO_TUNING = {
  nic: null,
  stopServices: null,
  nicQueues: null,
  interruptAffinity: null,
  packetSteering: null,
  flowSteering: null,
  transmitSteering: null,
  mtuBytes: null,
  offloads: null,
  interruptCoalescing: null,
  busyPolling: null,
  sysctls: null,
  cpuGovernor: null,
  cpuTurbo: null,
  openFilesLimit: null,
  transparentHugePages: null,
};

/** @param {string} path @param {number} weight */
export const plainGet = (path, weight) => ({
  method: 'GET',
  path,
  weight,
  headers: [],
  body: null,
  expect: { status: null, bytes: null, sha256: null, contains: null },
});

/** A run of the reference server under a load generator on one host, everything else left to its defaults. */
export function specFor(hostId, { path, steps, tool = 'autocannon', warmupSeconds = 1, pauseSeconds = 0 }) {
  return {
    specVersion: 5,
    server: { hostId, address: null },
    clients: [{ hostId }],
    backend: null,
    target: {
      kind: 'reference',
      framework: 'fiber',
      prefork: false,
      workers: null,
      pick: 'local',
      port: null,
      tls: false,
      database: null,
      cache: null,
      downstream: null,
    },
    requests: [plainGet(path, 1)],
    variables: [],
    seed: 0,
    tuning: { targetCpus: null, server: null, clients: null },
    samplesPerSecond: 1,
    load: {
      tool,
      toolWorkers: null,
      toolCpus: null,
      decompress: false,
      protocol: 'http/1.1',
      tls: null,
      cookies: false,
      requestsPerConnection: null,
      warmupSeconds,
      pauseSeconds,
      steps,
      search: null,
    },
  };
}

/** @param {number} connections @param {number} durationSeconds */
export const closedStep = (connections, durationSeconds) => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  durationSeconds,
  toolWorkers: null,
  profiles: [],
});

/** Evenly spaced requests over as many connections as the tool needs. @param {number} requestsPerSecond @param {number} durationSeconds */
export const openStep = (requestsPerSecond, durationSeconds) => ({
  loop: 'open',
  requestsPerSecond,
  arrivals: 'constant',
  connections: null,
  durationSeconds,
  toolWorkers: null,
  profiles: [],
});
