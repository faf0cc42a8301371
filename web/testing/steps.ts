import type { StepSpec } from '@contract/load';

type Closed = Extract<StepSpec, { loop: 'closed' }>;
type Open = Extract<StepSpec, { loop: 'open' }>;

/** For tests: a step that asks for that many connections. */
export const closed = (connections: number, change: Partial<Closed> = {}): Closed => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
  ...change,
});

/** For tests: a step that asks for that rate. */
export const open = (requestsPerSecond: number, change: Partial<Open> = {}): Open => ({
  loop: 'open',
  requestsPerSecond,
  arrivals: 'constant',
  connections: null,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
  ...change,
});
