import type { BackendEvidence, DatabaseCounts, PoolCounts } from '../contract/backend-evidence.ts';
import type { SideEvidence } from '../contract/evidence.ts';
import type { PointVerdict } from '../contract/verdict.ts';
import { withVerdict } from '../rules/verdict/with-verdict.ts';
import { cpu, type SaidStep, saidRun } from './sample-verdict.ts';

export const S1 = '00000000-0000-4000-8000-000000000001';
export const IDLE: Partial<SideEvidence> = {
  cpus: 8,
  cpu: cpu({ user: 7, system: 3, softirq: 0, irq: 0, iowait: 0, idle: 90 }),
};
export const SECONDS = 4;

/** A pool, by means over 4 s. */
export const pool = ({
  size = 10,
  inUse = 10,
  waiting = 54,
  rate = 1900,
  together = 1,
  ...over
}: Partial<Pick<PoolCounts, 'size' | 'inUse' | 'waiting'>> &
  Partial<PoolCounts> & {
    rate?: number;
    together?: number;
  } = {}): PoolCounts => ({
  seconds: SECONDS,
  size,
  asked: rate * SECONDS,
  acquired: (rate * SECONDS) / together,
  waitUs: waiting * SECONDS * 1e6,
  heldUs: inUse * SECONDS * 1e6,
  inUse,
  waiting,
  ...over,
});

const RUNNING = { active: 5, lock: 0, wal: 0, io: 0, running: 5 };
export const database = (
  over: Partial<DatabaseCounts> = {},
  sessions: Partial<typeof RUNNING> = {},
): DatabaseCounts => ({
  seconds: SECONDS,
  commits: 0,
  walFsyncs: 0,
  walFsyncUs: 0,
  sessions: { ...RUNNING, ...sessions },
  ...over,
});
export const used = (cpus: number, of = 8): NonNullable<BackendEvidence['cpu']> => ({
  hostId: S1,
  name: 's1',
  cpus: of,
  seconds: SECONDS,
  cpuUs: cpus * SECONDS * 1e6,
});
export const backend = (over: Partial<BackendEvidence> = {}): BackendEvidence => ({
  cpu: used(0.8),
  pool: pool(),
  cache: null,
  database: database(),
  downstream: null,
  ...over,
});

export const behindStep = (behind: BackendEvidence, over: Partial<SaidStep> = {}): SaidStep => {
  const { server = IDLE, evidence, ...rest } = over;
  return {
    connections: 64,
    pipelining: 1,
    requestsPerSecond: 1900,
    clients: [IDLE],
    server: server && { hostId: S1, ...server },
    evidence: { backend: behind, ...evidence },
    ...rest,
  };
};
export function verdictOf(behind: BackendEvidence, over: Partial<SaidStep> = {}): PointVerdict {
  const [verdict] = withVerdict(saidRun([behindStep(behind, over)])).steps.flatMap(({ verdict }) => verdict ?? []);
  if (!verdict) throw new Error('no verdict');
  return verdict;
}
