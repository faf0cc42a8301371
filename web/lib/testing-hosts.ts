import type { Host, HostFacts } from '../api/types';

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
  tools: [{ name: 'autocannon', version: '9.0.0', path: '/usr/bin/autocannon' }],
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
  facts: factsWith(),
  ...change,
});
