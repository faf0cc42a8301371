import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { heartbeatReply } from '../contract/agent.ts';
import type { Command } from '../contract/agent-commands.ts';
import type { LoadResult, Outcome, ReportEntry } from '../contract/agent-reports.ts';
import type { StartedBackends } from '../contract/backends.ts';
import type { HostFacts } from '../contract/host.ts';
import type { HostTask, HostTaskAnswer } from '../contract/host-task.ts';
import { type ClosedStep, type LatencyHistogram, type OpenStep, type ProfileKind, toolName } from '../contract/load.ts';
import type { PreflightAnswer } from '../contract/preflight.ts';
import type { RequestSpec } from '../contract/requests.ts';
import type { Run } from '../contract/run.ts';
import type { RunSpec } from '../contract/spec.ts';
import type { ReferenceTarget, TargetSpec } from '../contract/target.ts';
import type { AppliedTuning, RestoreResult, Snapshot } from '../contract/tuning.ts';
import { plainGet } from '../rules/requests/plain-request.ts';
import { NO_BACKEND_HOST, NO_BACKENDS, NO_VARIABLES, PLAIN_LOAD } from '../rules/spec/later-fields.ts';
import { appliedFor, goodAnswer, RESTORED, resolvedCpus, restoredFor, snapshotAt } from './fake-tuning.ts';
import { sampleService } from './sample-identity.ts';
import { ADMIN_TOKEN, type TestLab } from './test-lab.ts';
import { ABILITIES, tool } from './tool-abilities.ts';

export interface Answer<T = unknown> {
  status: number;
  body: T;
  headers: Headers;
}

export async function request<T = unknown>(
  url: string,
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const reply = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: (text ? JSON.parse(text) : null) as T, headers: reply.headers };
}

/** As `request`; what is worked on still is asked after until it is done. */
export async function requestDone<T = unknown>(...asked: Parameters<typeof request>): Promise<Answer<T>> {
  const [url, , , { token } = {}] = asked;
  let answer = await request<T>(...asked);
  while (answer.status === 202) {
    answer = await request<T>(url, 'GET', answer.headers.get('location') ?? '', { ...(token && { token }) });
  }
  return answer;
}

/** A person with a token, who asks when steps that have ended have their points, and runs their verdicts. */
export const person =
  (lab: TestLab) =>
  async <T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>> => {
    await lab.lab.counting.done();
    await lab.lab.judging.done();
    return requestDone<T>(lab.url, method, `/api/v1${path}`, { token: ADMIN_TOKEN, body, ...(headers && { headers }) });
  };

export const FACTS: HostFacts = {
  hostName: 'lab-1',
  cpuModel: 'Test CPU',
  architecture: 'x86_64',
  cpus: 4,
  onlineCpus: '0-3',
  cores: 2,
  sockets: 1,
  numaNodes: [{ node: 0, cpus: '0-3' }],
  memoryBytes: 8e9,
  kernel: '6.1.0',
  bootId: '7d8a1c62-0000-4000-8000-000000000001',
  softirqAccountedApart: 'no',
  virtualisation: null,
  instanceType: null,
  nics: [],
  tools: [tool('volley', '0.1.0'), tool('autocannon', '9.0.0')],
  targets: [],
  listeningPorts: [],
  privileges: [],
  skills: ['target-tls', 'preflight'],
  missing: [],
};

export const reference = (over: Partial<ReferenceTarget> = {}): ReferenceTarget => ({
  kind: 'reference',
  framework: 'fiber',
  prefork: false,
  workers: null,
  pick: 'local',
  port: null,
  tls: false,
  ...NO_BACKENDS,
  ...over,
});

export const closedStep = (connections: number, over: Partial<ClosedStep> = {}): ClosedStep => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
  ...over,
});

export const openStep = (requestsPerSecond: number, over: Partial<OpenStep> = {}): OpenStep => ({
  loop: 'open',
  requestsPerSecond,
  arrivals: 'constant',
  connections: null,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
  ...over,
});

export const specFor = (hostId: string, over: Partial<RunSpec['load']> = {}): RunSpec => ({
  specVersion: 5,
  server: { hostId, address: null },
  clients: [{ hostId }],
  target: reference(),
  requests: [plainGet('/simple')],
  ...NO_VARIABLES,
  ...NO_BACKEND_HOST,
  tuning: { targetCpus: null, server: null, clients: null },
  samplesPerSecond: 1,
  load: {
    tool: 'autocannon',
    toolWorkers: null,
    toolCpus: null,
    decompress: false,
    ...PLAIN_LOAD,
    warmupSeconds: 0,
    pauseSeconds: 0,
    steps: [closedStep(10), closedStep(50, { pipelining: 2 })],
    search: null,
    ...over,
  },
});

/** The same run with its load generator on another host. */
export const apart = (serverId: string, clientId: string, address: string | null = null): RunSpec => ({
  ...specFor(serverId),
  server: { hostId: serverId, address },
  clients: [{ hostId: clientId }],
});

/** A NIC with these addresses, each with its prefix length. */
export const nic = (name: string, addresses: string[], over: Partial<Nic> = {}): Nic => ({
  name,
  driver: null,
  firmware: null,
  speedBitsPerSecond: null,
  bandwidthBitsPerSecond: null,
  mtuBytes: 1500,
  numaNode: null,
  rxQueues: 1,
  txQueues: 1,
  loopback: false,
  defaultRoute: false,
  addresses,
  interrupts: [],
  ...over,
});
type Nic = HostFacts['nics'][number];

export const COLUMNS = [
  'process/target/cpuUs',
  'process/tool/cpuUs',
  'target/requestsStale',
  'target/worker/0/requests',
];
const layoutId = (columns: string[]): string => createHash('sha256').update(columns.join('\n')).digest('hex');

export const loadResult = (startedAtUs: number, over: Partial<LoadResult> = {}): LoadResult => ({
  type: 'drive-load',
  command: ['node', 'autocannon.js', 'http://127.0.0.1:9000/simple'],
  startedAtUs,
  endedAtUs: startedAtUs + 5_000_000,
  requests: 50_000,
  durationUs: 5_000_000,
  requestsPerSecond: 10_000,
  requestsPerSecondStddev: 100,
  requestsPerSecondMax: 10_200,
  bytesPerSecond: 1_500_000,
  latencyMs: {
    mean: 1,
    stddev: 1,
    p50: 1,
    p90: 2,
    p95: null,
    p97_5: 3,
    p99: 4,
    p99_9: 5,
    p99_99: 6,
    max: 7,
    loop: 'closed',
    resolutionUs: 1000,
  },
  errors: { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 },
  toolWorkers: 1,
  offeredPerSecond: null,
  unsent: null,
  histogram: null,
  succeededBySecond: null,
  clock: { offsetUs: 0, uncertaintyUs: 100 },
  connectionsEstablished: 10,
  placement: null,
  drift: [],
  profiles: [],
  ...over,
});

/** Speaks the agent's side of the contract over real HTTP; what it answers the test decides. */
export class FakeAgent {
  readonly hostId: string;
  readonly credential: string;
  incarnationId = randomUUID();
  sequence = 0;
  facts: HostFacts;
  /** What it has tuned for a run, until it puts it back. */
  applied: AppliedTuning | null = null;
  private readonly held: string[] = [];
  /** Commands that came while it waited for a task. */
  private readonly kept: Command[] = [];
  private readonly tasks: HostTask[] = [];
  private url: string;

  private constructor(url: string, facts: HostFacts, hostId: string, credential: string) {
    this.url = url;
    this.facts = facts;
    this.hostId = hostId;
    this.credential = credential;
  }

  static async join(lab: TestLab, name = 'lab-1', over: Partial<HostFacts> = {}): Promise<FakeAgent> {
    const { body: token } = await person(lab)<{ token: string }>('POST', '/join-tokens');
    return FakeAgent.enter(lab, token.token, name, over);
  }

  /** With a token that is there. Throws what the API says when it is refused. */
  static async enter(
    lab: Pick<TestLab, 'url'>,
    joinToken: string,
    name: string,
    over: Partial<HostFacts> = {},
  ): Promise<FakeAgent> {
    const facts = { ...FACTS, ...over };
    const body = { joinToken, incarnationId: randomUUID(), name, agentVersion: '0.1.0', facts };
    const reply = await request<{ hostId: string; credential: string; detail?: string }>(
      lab.url,
      'POST',
      '/api/v1/agent/join',
      { body },
    );
    if (reply.status !== 201) throw new Error(reply.body.detail);
    const agent = new FakeAgent(lab.url, facts, reply.body.hostId, reply.body.credential);
    await agent.hello();
    return agent;
  }

  /** The agent of a machine that was made from this one's image. */
  copy(bootId: string): FakeAgent {
    return new FakeAgent(this.url, { ...this.facts, bootId }, this.hostId, this.credential);
  }

  /** Another process, or the same API after a restart. */
  dial(lab: TestLab): void {
    this.url = lab.url;
  }

  call<T = unknown>(path: string, body: unknown): Promise<Answer<T>> {
    return request<T>(this.url, 'POST', `/api/v1/agent/${path}`, { token: this.credential, body });
  }

  hello(restore = RESTORED): Promise<Answer> {
    return this.call('hello', {
      incarnationId: this.incarnationId,
      startedAtUs: Date.now() * 1000,
      agentVersion: '0.1.0',
      facts: this.facts,
      restore,
    });
  }

  /** A new life of the agent: it knows nothing of what it held. */
  reborn(): void {
    this.incarnationId = randomUUID();
    this.sequence = 0;
    this.held.length = 0;
    this.kept.length = 0;
    this.tasks.length = 0;
  }

  heartbeat(runId: string | null = null): Promise<Answer<z.infer<typeof heartbeatReply>>> {
    return this.call('heartbeat', { incarnationId: this.incarnationId, runId });
  }

  async poll(waitMs = 0): Promise<Command[]> {
    if (this.kept.length > 0) return this.kept.splice(0);
    const { body } = await this.call<{ commands: Command[]; tasks: HostTask[] }>('poll', {
      incarnationId: this.incarnationId,
      holding: this.held,
      waitMs,
    });
    this.held.push(...body.commands.map((command) => command.commandId));
    this.tasks.push(...body.tasks);
    return body.commands;
  }

  async nextTask(waitMs = 5_000): Promise<HostTask> {
    const endsAt = Date.now() + waitMs;
    while (this.tasks.length === 0 && Date.now() < endsAt) {
      const commands = await this.poll(endsAt - Date.now());
      this.kept.push(...commands);
    }
    const task = this.tasks.shift();
    if (!task) throw new Error('no task came');
    return task;
  }

  answer(task: HostTask, answer: HostTaskAnswer = goodAnswer(task, this.facts)): Promise<Answer<{ detail: string }>> {
    return this.call(`tasks/${task.taskId}`, { incarnationId: this.incarnationId, answer });
  }

  /** Waits for one task and answers it. */
  async answerNext(answer?: HostTaskAnswer): Promise<HostTask> {
    const task = await this.nextTask();
    await this.answer(task, answer);
    return task;
  }

  async next(): Promise<Command> {
    const [command] = await this.poll(5_000);
    if (!command) throw new Error('no command came');
    return command;
  }

  report(entries: ReportEntry[]): Promise<Answer<{ acknowledgedSequence: number; detail?: string }>> {
    return this.call('reports', { incarnationId: this.incarnationId, entries });
  }

  outcomeEntry(command: Command, over: Partial<Outcome> = {}): ReportEntry {
    this.sequence += 1;
    const outcome: Outcome = {
      commandId: command.commandId,
      status: 'succeeded',
      result: null,
      failure: null,
      command: [],
      artifacts: [],
      ...over,
    };
    return { sequence: this.sequence, type: 'outcome', outcome };
  }

  layoutEntry(columns = COLUMNS): ReportEntry {
    this.sequence += 1;
    return {
      sequence: this.sequence,
      type: 'layout',
      layout: { layoutId: layoutId(columns), schemaVersion: 1, columns },
    };
  }

  frameEntry(runId: string, timeUs: number, values: number[], columns = COLUMNS): ReportEntry {
    this.sequence += 1;
    const frame = { layoutId: layoutId(columns), timeUs, monotonicUs: timeUs, boundary: false, values };
    return { sequence: this.sequence, type: 'frame', runId, frame };
  }

  /** Again until it is taken, as an agent does: a database that is out of breath refuses for a while. */
  private async deliver(entries: ReportEntry[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const { status, body } = await this.report(entries);
      if (status < 500) return;
      if (attempt === 3) throw new Error(`reports were refused with ${status}: ${JSON.stringify(body)}`);
    }
  }

  /** Does a command as a good agent would. */
  async obey(command: Command, over: Partial<Outcome> = {}): Promise<void> {
    if (command.type === 'apply-tuning') {
      this.applied = appliedFor(command.tuning, this.facts, command.targetCpus);
    }
    const { applied } = this;
    if (command.type === 'restore') this.applied = null;
    const entries = MOMENTS[command.type]?.map((moment) => this.snapshotEntry(command.runId, moment, applied)) ?? [];
    await this.deliver([...entries, this.outcomeEntry(command, { result: goodResult(command, applied), ...over })]);
  }

  snapshotEntry(runId: string, moment: Snapshot['moment'], applied = this.applied): ReportEntry {
    this.sequence += 1;
    return { sequence: this.sequence, type: 'snapshot', runId, snapshot: snapshotAt(moment, applied) };
  }

  restoredEntry(runId: string, restore: RestoreResult): ReportEntry {
    this.sequence += 1;
    return { sequence: this.sequence, type: 'restored', runId, restore };
  }

  async obeyUntil(type: Command['type'] | null, lab: TestLab, runId: string): Promise<Command | null> {
    for (;;) {
      const { body: run } = await person(lab)<Run>('GET', `/runs/${runId}`);
      if (['finished', 'failed', 'canceled'].includes(run.state)) return null;
      const command = await this.next();
      if (command.type === type) return command;
      await this.obey(command);
    }
  }
}

/** The snapshots that come with a command. */
export const MOMENTS: Partial<Record<Command['type'], Snapshot['moment'][]>> = {
  'apply-tuning': ['before', 'applied'],
  stop: ['after-steps'],
  restore: ['restored'],
};

/** A histogram of as many requests as `loadResult` has: half of them within 1 ms, one in a hundred at 4 ms. */
export const HISTOGRAM: LatencyHistogram = {
  significantDigits: 3,
  valuesUs: [500, 1000, 2000, 3999, 6999],
  counts: [5_000, 20_000, 24_500, 495, 5],
};

/** What a good tool says of what it was asked: at the rate that was asked, with a histogram where its like emits one. */
function loadOf({ share, tool: name, profiles }: Extract<Command, { type: 'drive-load' }>): LoadResult {
  const { histogram, loops, resolutionUs } = ABILITIES[toolName.parse(name)];
  const loop = loops.find((one) => one.loop === share.loop)?.latency ?? 'closed';
  const rate = share.loop === 'open' ? share.requestsPerSecond : null;
  const asked = rate !== null && { requestsPerSecond: rate, requests: rate * 5, offeredPerSecond: rate, unsent: 0 };
  const figures = loadResult(Date.now() * 1000, asked || {});
  return {
    ...figures,
    latencyMs: { ...figures.latencyMs, loop, resolutionUs },
    histogram: histogram ? HISTOGRAM : null,
    succeededBySecond: histogram ? Array.from({ length: 5 }, () => figures.requests / 5) : null,
    connectionsEstablished: share.connections ?? figures.connectionsEstablished,
    profiles: profiles.map(profileOf),
  };
}

/** A profile without its file. */
export const profileOf = (kind: ProfileKind): LoadResult['profiles'][number] => ({
  kind,
  failure: null,
  processes: 1,
  durationSeconds: 3,
  sampleType: 'cpu',
  unit: 'nanoseconds',
  total: 2_000_000_000,
  functions: [{ name: 'main.answer', file: 'main.go:12', flat: 1_500_000_000, cumulative: 1_900_000_000 }],
  artifactName: null,
});

/** Only the reference server tells what it started. */
function workersOf(target: TargetSpec): { workers: number | null; goMaxProcsPerWorker: number | null } {
  if (target.kind !== 'reference') return { workers: null, goMaxProcsPerWorker: null };
  return { workers: target.prefork ? (target.workers ?? 1) : 1, goMaxProcsPerWorker: 4 };
}

const goodAnswerTo = ({ method, path }: RequestSpec): PreflightAnswer => ({
  method,
  path,
  attempts: 1,
  status: 200,
  protocol: 'HTTP/1.1',
  headers: [{ name: 'Content-Type', value: 'text/plain' }],
  bodyBytes: 13,
  bodyStart: 'Hello, World!',
  tookUs: 800,
  fault: null,
});

export const BACKEND_NEEDS = { publicKey: `${'A'.repeat(43)}=`, databaseConnections: 40 };
/** What an agent has sealed looks like anything. */
export const SEALED = 'c2VhbGVk';

const startedOn = ({ target, address }: Extract<Command, { type: 'start-backends' }>): StartedBackends => ({
  database:
    target.kind === 'reference' && target.database ? `postgres://millionrps_target@${address}:5001/postgres` : null,
  cache: target.kind === 'reference' && target.cache ? `redis://target@${address}:5002/0` : null,
  downstream: target.kind === 'reference' && target.downstream ? `http://${address}:5003/simple` : null,
  sealed: SEALED,
});

/** What a good agent answers a command with. */
export function goodResult(command: Command, applied: AppliedTuning | null): Outcome['result'] {
  switch (command.type) {
    case 'prepare':
      return {
        type: 'prepare',
        port: command.roles.includes('server') ? 9000 : null,
        toolVersion: '9.0.0',
        ...(command.roles.includes('server') && command.backendAddress !== null && { backendNeeds: BACKEND_NEEDS }),
        ...(command.target.kind === 'external' && { resolved: ['192.0.2.7'] }),
      };
    case 'start-backends':
      return { type: 'start-backends', backends: startedOn(command), services: [sampleService()] };
    case 'start-target':
      return {
        type: 'start-target',
        url: `http://${command.listen}:9000`,
        command: ['server', '--port', '9000'],
        version: '0.1.0',
        ...workersOf(command.target),
        cpus: resolvedCpus(command.cpus),
      };
    case 'preflight':
      return { type: 'preflight', answers: command.requests.map(goodAnswerTo) };
    case 'apply-tuning':
      return applied && { type: 'apply-tuning', applied };
    case 'open-window':
      return { type: 'open-window', atUs: Date.now() * 1000 };
    case 'close-window':
      return { type: 'close-window', atUs: Date.now() * 1000, placement: null, drift: [], profiles: [] };
    case 'drive-load':
      return loadOf(command);
    case 'stop':
      return { type: 'stop' };
    case 'restore':
      return { type: 'restore', restore: restoredFor(applied, command.runId) };
  }
}
