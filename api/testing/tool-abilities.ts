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

const ALL = ['p50', 'p90', 'p95', 'p97_5', 'p99', 'p99_9', 'p99_99'];
const without = (percentile: string): string[] => ALL.filter((one) => one !== percentile);

const refusals = (reasons: Record<string, string>): ToolAbilities['refusals'] =>
  Object.entries(reasons).map(([mode, reason]) => ({ mode, reason }));
const constantOnly = (name: ToolName): string =>
  `${name} sends at even intervals only; ask for constant arrivals, or choose volley`;
const oneAtATime = (name: ToolName): string =>
  `${name} sends one request at a time on a connection; ask for pipelining 1, or choose volley, wrk or autocannon`;
const ownWorkers = (name: ToolName): string =>
  `${name} is one process with a thread for every CPU that it may use; leave its workers open, and choose its CPUs instead`;
const noGzip = (name: ToolName): string =>
  `${name} does not decompress what it receives; turn decompression off, or choose volley or vegeta`;

const ABLE: ToolAbilities = {
  loops: [],
  workers: 'threads',
  resolutionUs: 1,
  percentiles: ALL,
  histogram: false,
  mixes: true,
  decompression: false,
  refusals: [],
};

/** What each load generator can do, as the drivers of an agent say it. */
export const ABILITIES: Record<ToolName, ToolAbilities> = {
  volley: {
    ...ABLE,
    loops: [driven('closed', 'closed'), driven('open', 'open', { poisson: true })],
    histogram: true,
    decompression: true,
  },
  autocannon: {
    ...ABLE,
    loops: [driven('closed', 'closed')],
    resolutionUs: 1000,
    percentiles: without('p95'),
    refusals: refusals({
      open: "autocannon's rate (-R) sends in bursts and counts late responses twice, so its latency would be wrong; ask for a closed loop, or choose volley or vegeta",
      decompress: noGzip('autocannon'),
    }),
  },
  wrk: {
    ...ABLE,
    loops: [driven('closed', 'synthetic')],
    refusals: refusals({
      open: 'wrk has no rate: it sends the next request when one is answered; ask for a closed loop, or choose volley, vegeta or wrk2',
      decompress: noGzip('wrk'),
    }),
  },
  vegeta: {
    ...ABLE,
    loops: [driven('open', 'open')],
    workers: 'processes',
    histogram: true,
    decompression: true,
    refusals: refusals({
      closed:
        'vegeta has no closed loop over a number of connections: limiting its workers makes it hold requests back without counting the wait; ask for a rate, or choose volley, wrk or autocannon',
      poisson: constantOnly('vegeta'),
    }),
  },
  oha: {
    ...ABLE,
    loops: [driven('closed', 'closed', { pipelining: false }), driven('open', 'open')],
    workers: 'none',
    percentiles: without('p97_5'),
    refusals: refusals({
      pipelining: oneAtATime('oha'),
      poisson: constantOnly('oha'),
      decompress: 'oha asks for gzip but does not decompress it; turn decompression off, or choose volley or vegeta',
      workers: ownWorkers('oha'),
    }),
  },
  wrk2: {
    ...ABLE,
    loops: [driven('open', 'open', { shortestSeconds: 20 })],
    mixes: false,
    refusals: refusals({
      closed: 'wrk2 always sends at a rate; ask for requests per second, or choose wrk for a closed loop',
      poisson: constantOnly('wrk2'),
      mixes: 'wrk2 is driven with one path only; ask for one request, or choose volley or vegeta',
      decompress: noGzip('wrk2'),
    }),
  },
  k6: {
    ...ABLE,
    loops: [driven('closed', 'closed', { pipelining: false }), driven('open', 'open')],
    workers: 'none',
    decompression: true,
    refusals: refusals({
      pipelining: oneAtATime('k6'),
      poisson: constantOnly('k6'),
      workers: ownWorkers('k6'),
    }),
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
