import type { HostFacts } from '../contract/host.ts';
import type { LatencyKind, Loop, ToolAbilities, ToolName } from '../contract/load.ts';

type ToolFact = HostFacts['tools'][number];
type ToolLoop = ToolAbilities['loops'][number];

const driven = (loop: Loop, latency: LatencyKind, over: Partial<ToolLoop> = {}): ToolLoop => ({
  loop,
  latency,
  pipelining: loop === 'closed',
  poisson: false,
  connections: true,
  shortestSeconds: 1,
  ...over,
});

const FEW = ['p50', 'p90', 'p99', 'p99_9', 'p99_99'];
const ALL = ['p50', 'p90', 'p95', 'p97_5', 'p99', 'p99_9', 'p99_99'];

/** What each load generator can do, as the drivers of an agent say it. */
export const ABILITIES: Record<ToolName, ToolAbilities> = {
  volley: {
    loops: [driven('closed', 'closed'), driven('open', 'open', { poisson: true })],
    workers: 'threads',
    resolutionUs: 1,
    percentiles: ALL,
    histogram: true,
    mixes: true,
    decompression: true,
    refusals: [],
  },
  autocannon: {
    loops: [driven('closed', 'closed')],
    workers: 'threads',
    resolutionUs: 1000,
    percentiles: ['p50', 'p90', 'p97_5', 'p99', 'p99_9', 'p99_99'],
    histogram: false,
    mixes: false,
    decompression: false,
    refusals: [
      {
        mode: 'open',
        reason:
          'autocannon -R sends in bursts and counts corrected latencies twice, so it is not used at a rate; ask for a closed loop, or choose volley.',
      },
    ],
  },
  wrk: {
    loops: [driven('closed', 'synthetic')],
    workers: 'threads',
    resolutionUs: 1,
    percentiles: ALL,
    histogram: false,
    mixes: true,
    decompression: false,
    refusals: [],
  },
  vegeta: {
    loops: [driven('open', 'open', { connections: false })],
    workers: 'processes',
    resolutionUs: 1,
    percentiles: ALL,
    histogram: true,
    mixes: true,
    decompression: true,
    refusals: [],
  },
  oha: {
    loops: [driven('closed', 'closed', { pipelining: false }), driven('open', 'open')],
    workers: 'none',
    resolutionUs: 1,
    percentiles: FEW,
    histogram: false,
    mixes: false,
    decompression: false,
    refusals: [],
  },
  wrk2: {
    loops: [driven('open', 'open', { shortestSeconds: 20 })],
    workers: 'threads',
    resolutionUs: 1000,
    percentiles: ALL,
    histogram: false,
    mixes: true,
    decompression: false,
    refusals: [],
  },
  k6: {
    loops: [driven('closed', 'closed', { pipelining: false }), driven('open', 'open')],
    workers: 'none',
    resolutionUs: 1,
    percentiles: FEW,
    histogram: false,
    mixes: true,
    decompression: true,
    refusals: [],
  },
};

/** A load generator as an agent finds it. */
export const tool = (name: ToolName, version: string, over: Partial<ToolFact> = {}): ToolFact => ({
  name,
  version,
  path: `/opt/${name}`,
  abilities: ABILITIES[name],
  ...over,
});
