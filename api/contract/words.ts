/**
 * Words that stand for values of the contract wherever a person reads them: in sentences of the API, in exports and on
 * screen. It imports nothing.
 */

/** What limited a figure. */
export const WALL_WORDS = {
  'competing-load': 'other processes',
  'client-cpu': 'client CPU',
  'client-thread': 'client threads',
  'server-cpu': 'server CPU',
  'server-core': 'one server core',
  'nic-bandwidth': 'NIC bandwidth',
  'packet-rate': 'packet rate',
  'offered-load': 'offered load',
  'lock-contention': 'lock contention',
  concurrency: 'too little in flight',
  several: 'several',
  unknown: 'unknown',
} as const;

/** What is compared, within a line, and its unit. */
export const METRIC_WORDS = {
  requestsPerSecond: { label: 'throughput', unit: 'req/s' },
  latencyMsP50: { label: 'p50 latency', unit: 'ms' },
  latencyMsP99: { label: 'p99 latency', unit: 'ms' },
  serverCpuUsPerRequest: { label: 'server CPU per request', unit: 'µs' },
  clientCpuUsPerRequest: { label: 'client CPU per request', unit: 'µs' },
} as const;
