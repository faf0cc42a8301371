import type { Host, HostFacts, ToolFact } from '@contract/host';
import type { ToolAbilities, ToolLoop, ToolName } from '@contract/load';
import type { HostOf } from '@/features/draft/run-facts';

type Nic = HostFacts['nics'][number];

export const nic = (name: string, addresses: string[], change: Partial<Nic> = {}): Nic => ({
  name,
  driver: 'veth',
  firmware: null,
  speedBitsPerSecond: null,
  bandwidthBitsPerSecond: null,
  mtuBytes: 1500,
  numaNode: null,
  rxQueues: 1,
  txQueues: 1,
  loopback: name === 'lo',
  defaultRoute: false,
  addresses,
  interrupts: [],
  ...change,
});

const closedLoop: ToolLoop = {
  loop: 'closed',
  latency: 'closed',
  pipelining: true,
  poisson: false,
  connections: true,
  shortestSeconds: 1,
};
const openLoop: ToolLoop = { ...closedLoop, loop: 'open', latency: 'open', pipelining: false };

const volley: ToolAbilities = {
  loops: [closedLoop, { ...openLoop, poisson: true }],
  workers: 'threads',
  resolutionUs: 1,
  percentiles: ['p50', 'p90', 'p99', 'p99_9'],
  histogram: true,
  mixes: true,
  decompression: true,
  refusals: [{ mode: 'open-pipelining', reason: 'volley sends one request at a time on a connection in an open loop' }],
};

/** Tools of each kind, as an agent could tell them. */
export const abilities = {
  volley,
  autocannon: {
    ...volley,
    loops: [closedLoop],
    resolutionUs: 1000,
    histogram: false,
    refusals: [{ mode: 'open', reason: 'autocannon -R sends in bursts; choose volley' }],
  },
  wrk: {
    ...volley,
    loops: [{ ...closedLoop, latency: 'synthetic', pipelining: false }],
    histogram: false,
    decompression: false,
    refusals: [],
  },
  vegeta: {
    ...volley,
    loops: [{ ...openLoop, connections: false }],
    workers: 'processes',
    refusals: [{ mode: 'closed', reason: 'vegeta sends at a rate; choose volley for a number of connections' }],
  },
} satisfies Partial<Record<ToolName, ToolAbilities>>;

export const toolWith = (name: keyof typeof abilities): ToolFact => ({
  name,
  version: '1.0.0',
  path: `/usr/bin/${name}`,
  abilities: abilities[name],
});

export const factsWith = (change: Partial<HostFacts> = {}): HostFacts => ({
  hostName: 'machine',
  cpuModel: 'a model',
  architecture: 'amd64',
  cpus: 8,
  onlineCpus: '0-7',
  cores: 8,
  sockets: 1,
  numaNodes: [],
  memoryBytes: 2 ** 34,
  kernel: '6.12',
  bootId: 'boot',
  softirqAccountedApart: 'yes',
  virtualisation: null,
  instanceType: null,
  nics: [nic('lo', ['127.0.0.1/8'])],
  tools: [toolWith('volley'), toolWith('autocannon')],
  targets: [],
  listeningPorts: [],
  privileges: [],
  missing: [],
  ...change,
});

export const hostWith = (change: Partial<Host> = {}): Host => ({
  id: '01939a2c-7c00-7000-8000-000000000001',
  name: 'lab-1',
  status: 'ready',
  dirtyReason: null,
  runId: null,
  agentVersion: '1',
  lastSeenAtUs: 0,
  joinedAtUs: 0,
  labels: [],
  availability: 'open',
  queuedRuns: 0,
  facts: factsWith(),
  ...change,
});

/** Ready hosts by id, with these facts. */
export const hostsWith =
  (facts: Record<string, HostFacts>): HostOf =>
  (id) =>
    facts[id] ? hostWith({ id, name: `lab-${id}`, facts: facts[id] }) : null;

/** No host is known. */
export const NOBODY: HostOf = () => null;
