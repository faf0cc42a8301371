import type { HostEvidence, Placement } from '../../contract/tuning.ts';
import type { Finding } from '../../contract/verdict.ts';
import type { Measured } from '../run/measured-run.ts';
import type { TunedHost } from '../tuning/tuned-host.ts';
import {
  CHANCE_LEAST,
  CONNECTIONS_PER_WORKER_LEAST,
  IMBALANCE_RATIO,
  REQUESTS_PER_WORKER_LEAST,
} from '../tuning/tuning-thresholds.ts';
import { formatCount } from '../words/numbers.ts';

/** Whether the target's workers were as many as asked for, and shared the work. */
export function workerFindings(run: Measured, server: TunedHost): Finding[] {
  return [...missing(run, server), ...server.evidence.flatMap((one) => imbalanced(run, server, one))];
}

/** Only prefork has workers to be counted: without it `workers` is GOMAXPROCS of one process. */
function missing(run: Measured, { host, evidence }: TunedHost): Finding[] {
  const { target } = run;
  const asked = run.spec.target;
  if (!target || target.workers === null || asked.kind !== 'reference') return [];
  const started = { workers: target.workers, goMaxProcsPerWorker: target.goMaxProcsPerWorker };
  const find = (stepIndex: number | null, sentence: string): Finding => ({
    code: 'workers-missing',
    severity: 'suspect',
    hostId: host.hostId,
    stepIndex,
    sentence: `${sentence}. Check the target’s log.`,
  });
  if (!asked.prefork) {
    const allowed = started.goMaxProcsPerWorker;
    if (asked.workers === null || allowed === null || allowed >= asked.workers) return [];
    return [find(null, `GOMAXPROCS is ${allowed}, not the ${asked.workers} asked for`)];
  }
  const wanted = asked.workers ?? started.workers;
  const fewer: Finding[] =
    started.workers < wanted ? [find(null, `${started.workers} of ${wanted} workers started`)] : [];
  const observed = evidence.flatMap(({ stepIndex, evidence: seen }): Finding[] => {
    const count = workersSeen(seen, connectionsOf(run, stepIndex), started.workers);
    if (count === null || count >= Math.min(wanted, started.workers)) return [];
    return [find(stepIndex, `${count} of ${wanted} workers were seen at work in step ${stepIndex + 1}`)];
  });
  return [...fewer, ...observed];
}

/**
 * By their own counts of requests, else by the processes seen; null when neither is there. More workers that answered
 * nothing than chance leaves without a connection are none.
 */
function workersSeen(
  { requestsPerWorker, placement }: HostEvidence,
  connections: number,
  started: number,
): number | null {
  const { length } = requestsPerWorker;
  if (length === 0) return placement ? workersOf(placement, started).length : null;
  if (connections < CONNECTIONS_PER_WORKER_LEAST * length) return length;
  const idle = requestsPerWorker.filter(({ requests }) => requests === 0).length;
  return idle > 0 && chanceOfIdle(idle, length, connections) < CHANCE_LEAST ? length - idle : length;
}

/** That a hash of this many connections leaves so many workers without any: of a Poisson distribution, close enough. */
function chanceOfIdle(idle: number, workers: number, connections: number): number {
  const mean = workers * (1 - 1 / workers) ** connections;
  let fewer = 0;
  for (let k = 0, part = Math.exp(-mean); k < idle; k++, part *= mean / k) fewer += part;
  return 1 - fewer;
}

/** The master of preforked workers began first and answers nothing itself. */
function workersOf({ workers }: Placement, started: number): Placement['workers'] {
  return workers.length > started ? workers.slice(1) : workers;
}

function connectionsOf({ steps }: Measured, stepIndex: number): number {
  const step = steps[stepIndex];
  return step?.point?.connectionsEstablished ?? step?.spec.connections ?? 0;
}

type StepSeen = TunedHost['evidence'][number];

/** A note: what it means for a figure is the reader's to say, who may want to know how the hash fell. */
function imbalanced(run: Measured, { host }: TunedHost, { stepIndex, evidence }: StepSeen): Finding[] {
  // How others share their connections out is not known.
  if (run.spec.target.kind !== 'reference') return [];
  const connections = connectionsOf(run, stepIndex);
  const shares = sharesOf(evidence, run.target?.workers ?? 0);
  if (shares === null) return [];
  const { what, each, least } = shares;
  const sum = each.reduce((total, { count }) => total + count, 0);
  const mean = sum / each.length;
  const most = each.reduce((a, b) => (b.count > a.count ? b : a));
  if (connections < CONNECTIONS_PER_WORKER_LEAST * each.length || mean < least) return [];
  if (most.count <= IMBALANCE_RATIO * mean) return [];
  const ratio = (most.count / mean).toFixed(1);
  const sentence = `Step ${stepIndex + 1}: worker ${most.worker} had ${formatCount(most.count)} of ${formatCount(sum)} ${what}, ${ratio} times an even share. SO_REUSEPORT picks a worker by hash, for good: the busiest saturates first. More connections spread more evenly.`;
  return [{ code: 'workers-imbalanced', severity: 'note', hostId: host.hostId, stepIndex, sentence }];
}

interface Shares {
  what: string;
  each: { worker: number; count: number }[];
  /** Mean count of a worker below which the shares say nothing. */
  least: number;
}

/** By requests where they were counted, else by connections; null with fewer than two workers. */
function sharesOf({ requestsPerWorker, placement }: HostEvidence, started: number): Shares | null {
  const byRequests = requestsPerWorker.map(({ worker, requests }) => ({ worker, count: requests }));
  if (byRequests.length > 1) return { what: 'requests', each: byRequests, least: REQUESTS_PER_WORKER_LEAST };
  if (byRequests.length === 1) return null;
  const byConnections = (placement ? workersOf(placement, started) : []).flatMap(({ worker, connections }) =>
    connections === null ? [] : [{ worker, count: connections }],
  );
  if (byConnections.length < 2) return null;
  return { what: 'connections', each: byConnections, least: CONNECTIONS_PER_WORKER_LEAST };
}
