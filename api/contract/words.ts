/**
 * Words that stand for values of the contract wherever a person reads them: in sentences of the API, in exports and on
 * screen. It imports nothing.
 */

interface WallWords {
  name: string;
  /** The server's own: its throughput is what moves when it changes. */
  isOfServer: boolean;
}

/** What limited a figure. */
export const WALLS = {
  'competing-load': { name: 'other processes', isOfServer: false },
  'client-cpu': { name: 'client CPU', isOfServer: false },
  'client-thread': { name: 'client threads', isOfServer: false },
  'server-cpu': { name: 'server CPU', isOfServer: true },
  'server-core': { name: 'one server core', isOfServer: true },
  'nic-bandwidth': { name: 'NIC bandwidth', isOfServer: true },
  'packet-rate': { name: 'packet rate', isOfServer: true },
  'database-cpu': { name: 'database CPU', isOfServer: true },
  'database-lock': { name: 'database locks', isOfServer: true },
  'wal-fsync': { name: 'WAL fsync', isOfServer: true },
  'pool-wait': { name: 'connection pool', isOfServer: true },
  'offered-load': { name: 'offered load', isOfServer: false },
  'lock-contention': { name: 'lock contention', isOfServer: true },
  concurrency: { name: 'too little in flight', isOfServer: false },
  several: { name: 'several', isOfServer: false },
  unknown: { name: 'unknown', isOfServer: false },
} as const satisfies Record<string, WallWords>;

interface FindingWords {
  /** Who finds it: `verdict` from what the run holds, each time anew; `run` when it was measured or imported, and it is kept. */
  from: 'verdict' | 'run';
  /** Why a point is suspect, in a few words after its wall; null for what makes none suspect. */
  doubt: string | null;
}

/** Every finding there is. */
export const FINDINGS = {
  // Whether the figure is possible and steady.
  'littles-law': { from: 'verdict', doubt: 'throughput × latency hardly fits the requests in flight' },
  'offered-rate-not-met': { from: 'verdict', doubt: 'the rate was not kept' },
  errors: { from: 'verdict', doubt: 'requests failed' },
  'connections-missing': { from: 'verdict', doubt: 'connections were missing' },
  'connects-failed': { from: 'verdict', doubt: null },
  'streams-withheld': { from: 'verdict', doubt: 'the server allowed fewer streams' },
  unsteady: { from: 'verdict', doubt: 'throughput changed within the step' },
  stalled: { from: 'verdict', doubt: 'answers stalled for about a second or more' },
  'too-short': { from: 'verdict', doubt: null },
  // What the way of measuring keeps it from showing.
  'closed-loop-latency': { from: 'verdict', doubt: null },
  'synthetic-latency': { from: 'verdict', doubt: null },
  'latency-range': { from: 'verdict', doubt: null },
  'short-connections': { from: 'verdict', doubt: null },
  'tls-unverified': { from: 'verdict', doubt: null },
  profiled: { from: 'verdict', doubt: null },
  'oversubscribed-client': { from: 'verdict', doubt: 'the tool ran more workers than it has CPUs' },
  'uneven-tool-workers': { from: 'verdict', doubt: 'the tool ran fewer workers for this load' },
  'client-unobserved': { from: 'verdict', doubt: null },
  'server-unobserved': { from: 'verdict', doubt: null },
  'target-addresses': { from: 'verdict', doubt: null },
  'samples-missing': { from: 'verdict', doubt: 'samples are missing' },
  'window-short': { from: 'verdict', doubt: 'the clients drove load together only part of the time' },
  'search-once': { from: 'verdict', doubt: null },
  'shared-machine': { from: 'verdict', doubt: null },
  'softirq-billed-to-tasks': { from: 'verdict', doubt: null },
  // What else went on.
  'competing-load': { from: 'verdict', doubt: 'other processes used the CPUs' },
  'target-beside-client': { from: 'verdict', doubt: 'CPU use of other processes on the client is unknown' },
  throttled: { from: 'verdict', doubt: 'a host was throttled' },
  retransmits: { from: 'verdict', doubt: 'many TCP segments were retransmitted' },
  'listen-overflow': { from: 'verdict', doubt: 'the listen queue overflowed' },
  'softnet-drop': { from: 'verdict', doubt: 'the kernel dropped or delayed packets' },
  retries: { from: 'verdict', doubt: 'retries of the other server ran out' },
  // Findings of tuning and of the target's workers.
  'tuning-drift': { from: 'run', doubt: 'a setting did not stay' },
  'tuning-without-effect': { from: 'run', doubt: 'a setting had no effect' },
  'tuning-not-applied': { from: 'run', doubt: 'a setting reads back differently' },
  'tuned-nic-without-load': { from: 'run', doubt: null },
  'workers-missing': { from: 'run', doubt: 'workers of the target were missing' },
  'workers-imbalanced': { from: 'run', doubt: null },
  'target-changed': { from: 'run', doubt: 'files of the target changed during the run' },
  'target-outside-its-cpus': { from: 'run', doubt: 'the target ran outside its CPUs' },
  // What the source of an imported run says of its own record.
  'source-note': { from: 'run', doubt: null },
  // For older documents, and for codes that only a later release knows.
  caveat: { from: 'run', doubt: null },
} as const satisfies Record<string, FindingWords>;

/**
 * Load generators whose outputs can be imported, and the form of these. The first that an output looks like counts: wrk2 begins
 * as wrk does, and k6 is known by one word only.
 */
export const TOOL_OUTPUTS = {
  autocannon: 'JSON',
  wrk2: 'text',
  wrk: 'text',
  vegeta: 'JSON',
  oha: 'JSON',
  h2load: 'text',
  bombardier: 'JSON',
  fortio: 'JSON',
  k6: 'JSON',
} as const satisfies Record<string, 'JSON' | 'text'>;

/** What an imported run was read from: 'output of wrk'. */
export function formatText(format: keyof typeof TOOL_OUTPUTS | 'bundle' | 'document' | 'other'): string {
  if (format === 'bundle') return 'a results bundle';
  if (format === 'other') return 'a format of a later release';
  return format === 'document' ? 'an export of millionrps' : `output of ${format}`;
}

/** The keys of a table, in its order. */
export const keysOf = <K extends string>(table: Record<K, unknown>): [K, ...K[]] => Object.keys(table) as [K, ...K[]];
