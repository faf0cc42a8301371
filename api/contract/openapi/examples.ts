import type { z } from 'zod';
import type { RouteName, routes } from '../routes.ts';
import type { RunSpec } from '../spec.ts';
import { type HostTuning, hostTuning } from '../tuning.ts';

/**
 * Bodies to begin with, for the API's document and for docs/api.md. A test gives each to the rules that a real request meets.
 * Their ids are made up: of hosts and runs put your own.
 */
const SERVER = '01900000-0000-7000-8000-000000000001';
const CLIENT = '01900000-0000-7000-8000-000000000002';
const RUN = '01900000-0000-7000-8000-000000000003';
const OTHER_RUN = '01900000-0000-7000-8000-000000000004';

type Body<Route> = Route extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : never;
type Examples = {
  [Name in RouteName]?: Record<string, { summary: string; value: Body<(typeof routes)[Name]> }>;
};

const closedLoop: RunSpec = {
  specVersion: 5,
  server: { hostId: SERVER, address: null },
  backend: null,
  clients: [{ hostId: SERVER }],
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
  requests: [
    {
      method: 'GET',
      path: '/simple',
      weight: 1,
      headers: [],
      body: null,
      expect: { status: null, bytes: null, sha256: null, contains: null },
    },
  ],
  variables: [],
  seed: 0,
  tuning: { targetCpus: null, server: null, clients: null },
  load: {
    tool: 'volley',
    toolWorkers: null,
    toolCpus: null,
    decompress: false,
    protocol: 'http/1.1',
    tls: null,
    cookies: false,
    requestsPerConnection: null,
    warmupSeconds: 2,
    pauseSeconds: 1,
    steps: [
      { loop: 'closed', connections: 10, pipelining: 1, durationSeconds: 5, toolWorkers: null, profiles: [] },
      { loop: 'closed', connections: 50, pipelining: 1, durationSeconds: 5, toolWorkers: null, profiles: [] },
    ],
    search: null,
  },
  samplesPerSecond: 1,
};

const openLoop: RunSpec = {
  ...closedLoop,
  load: {
    ...closedLoop.load,
    steps: [
      {
        loop: 'open',
        requestsPerSecond: 5000,
        arrivals: 'poisson',
        connections: null,
        durationSeconds: 10,
        toolWorkers: null,
        profiles: [],
      },
    ],
  },
};

/** Orders of a shop of your own: a number in each, a token that only the client's host has, and the answer that counts. */
const orders: RunSpec = {
  ...closedLoop,
  target: { kind: 'named', name: 'shop', tls: false, parameters: [] },
  requests: [
    {
      method: 'POST',
      path: '/orders?customer={{customer}}',
      weight: 1,
      headers: [
        { name: 'Content-Type', value: 'application/json', secret: null },
        { name: 'Authorization', value: null, secret: 'shop-token' },
      ],
      body: { kind: 'text', text: '{"order": {{order}}, "item": 42}' },
      expect: { status: 201, bytes: null, sha256: null, contains: '"id"' },
    },
  ],
  variables: [
    { name: 'order', kind: 'counter', from: 1 },
    { name: 'customer', kind: 'random', least: 1, most: 10_000 },
  ],
};

const noTuning = Object.fromEntries(Object.keys(hostTuning.shape).map((name) => [name, null])) as HostTuning;

/** Interrupts of the NIC on four CPUs, the target on the others. */
const tuning: HostTuning = {
  ...noTuning,
  stopServices: ['irqbalance'],
  interruptAffinity: { cpus: 'first 4', spread: 'one-to-one' },
  sysctls: [{ name: 'net.core.somaxconn', value: '65535' }],
  cpuGovernor: 'performance',
};

const tuned: RunSpec = {
  ...closedLoop,
  clients: [{ hostId: CLIENT }],
  tuning: { targetCpus: '4-15', server: tuning, clients: null },
};

const createExperiment = {
  prefork: {
    summary: 'Is prefork faster on /simple? Five rounds, started at once',
    value: {
      kind: 'comparison',
      question: 'Is prefork faster on /simple?',
      hypothesis: 'Processes share no heap and no scheduler, so the same CPUs answer more requests.',
      baseline: { name: 'one process', spec: closedLoop },
      variants: [{ name: 'prefork', changes: [{ path: '/target/prefork', value: true }] }],
      rounds: 5,
      extensionRounds: null,
      primary: { metric: 'requestsPerSecond', stepIndex: 1 },
      marginPercent: 3,
      seed: null,
      start: true,
    },
  },
} as const satisfies Examples['createExperiment'];

/** What wrk 4 printed, of a run over loopback. */
const WRK_OUTPUT = `Running 4s test @ http://127.0.0.1:8101/read
  1 threads and 50 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   453.31us  288.66us   5.03ms   74.99%
    Req/Sec   110.03k     5.12k  114.80k    92.68%
  Latency Distribution
     50%  436.00us
     75%  631.00us
     90%  755.00us
     99%    1.07ms
  448480 requests in 4.10s, 1.93GB read
Requests/sec: 109381.58
Transfer/sec:    480.83MB
`;

export const EXAMPLES: Examples = {
  createRun: {
    'closed-loop': {
      summary: 'One host, the reference server, 10 and then 50 connections',
      value: { name: '/simple at 10 and 50 connections', spec: closedLoop },
    },
    'open-loop': {
      summary: 'One host, 5,000 requests per second at random times',
      value: { name: '/simple at 5,000 requests per second', spec: openLoop },
    },
    orders: {
      summary: 'POSTs with a body, variables and a secret of the client’s host, to a server that its host names',
      value: { name: 'POST /orders', spec: orders },
    },
    tuned: {
      summary:
        'Two hosts; on that of the target, with 16 CPUs, interrupts on four of them and the target on the others',
      value: { name: '/simple with interrupts apart', spec: tuned },
    },
  },
  planTuning: {
    tuned: {
      summary: 'What the run of the example `tuned` would write: which file would get which value',
      value: { tuning, targetCpus: '4-15', address: null },
    },
  },
  createExperiment,
  designExperiment: createExperiment,
  createImport: {
    wrk: {
      summary: 'The output of wrk, only to see what would be imported',
      value: {
        files: [{ name: 'wrk.txt', content: btoa(WRK_OUTPUT), format: null }],
        joinAs: null,
        source: 'wrk on my laptop',
        dryRun: true,
      },
    },
  },
  createShare: {
    run: { summary: 'A run, for 30 days', value: { runIds: [RUN], expiresInDays: 30 } },
    comparison: {
      summary: 'Two runs side by side, until it is revoked',
      value: { runIds: [RUN, OTHER_RUN], baselineRunId: RUN, title: 'With and without prefork' },
    },
  },
  createApiToken: {
    operator: { summary: 'For a program that makes runs', value: { name: 'nightly', role: 'operator' } },
  },
};
