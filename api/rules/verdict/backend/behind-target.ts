import type { BackendEvidence } from '../../../contract/backend-evidence.ts';
import type { StepEvidence } from '../../../contract/evidence.ts';
import { WALLS } from '../../../contract/words.ts';
import { plural } from '../../words/numbers.ts';
import { listed } from '../../words/text.ts';
import { amount, percent } from '../amounts.ts';
import { atLeast, mayHoldCore, servicesCpusOn } from '../cpu-busy.ts';
import { sidesOf } from '../measured-step.ts';
import type { Reason } from '../reason.ts';
import { sharersOfCpu } from '../shared-cpus.ts';
import type { Situation } from '../situation.ts';
import { AT_SERVICE_LEAST, CORE_FULL, POOL_QUEUE_LEAST } from '../thresholds.ts';
import { fullCpus, fullDatabase, fullHost, isPoolFull, isThreadFull } from './full-behind.ts';
import { atService, atServiceText, cacheThread, poolUse } from './service-use.ts';

/** What the services behind a target leave open where neither side was full and no wall of theirs is named. */
export function behindTarget(situation: Situation): Reason | null {
  const { evidence } = situation;
  const { backend } = evidence;
  if (!backend) return null;
  return (
    ofServices(evidence) ??
    fullCache(evidence) ??
    fullPool(situation, backend) ??
    coreInDoubt(evidence) ??
    otherServer(situation, backend) ??
    atDatabase(situation, backend) ??
    fullElsewhere(backend)
  );
}

function ofServices(evidence: StepEvidence): Reason | null {
  const [cpus] = fullCpus(evidence);
  if (cpus !== undefined)
    return {
      suspects: [],
      why: 'Suspected: the services behind the target saturated their CPUs.',
      because: cpus,
      next: 'Load each service in a separate run to see which one it is, or give them more CPUs.',
    };
  const host = fullHost(evidence);
  if (host.length === 0) return null;
  return {
    suspects: [],
    why: 'Suspected: the host of the services behind the target.',
    because: listed(host),
    next: 'Check what else runs on that host, and whether throughput rises when the services get more of it.',
  };
}

/** A cache has no wall of its own: it may have more threads for its connections, which are not counted separately. */
function fullCache(evidence: StepEvidence): Reason | null {
  if (!isThreadFull(evidence)) return null;
  return {
    suspects: [],
    why: `Cache suspected: its main thread used ${percent(Math.min(1, cacheThread(evidence) ?? 0))} of a CPU.`,
    because: `One thread of a cache runs all commands (saturated from ${percent(CORE_FULL)})`,
    next: 'Ask it for less per request, or answer more requests without it, and see whether throughput rises.',
  };
}

function fullPool(situation: Situation, backend: BackendEvidence): Reason | null {
  const pools = [
    { pool: backend.pool, service: 'database' },
    { pool: backend.cache, service: 'cache' },
  ];
  for (const { pool, service } of pools) {
    const use = pool && poolUse(pool);
    if (!use || !isPoolFull(use)) continue;
    const more =
      situation.step.spec.loop === 'closed' ? 'a load with more in flight' : 'the rate over more connections';
    const at = atService(use.requests, situation.step, situation.run);
    const few = atLeast(use.waiting, POOL_QUEUE_LEAST * use.inUse)
      ? `; ${atServiceText(at, `the ${service}`)}, and most were elsewhere`
      : ', which is too few to tell';
    return {
      suspects: ['pool-wait'],
      why: `Pool of ${service} connections suspected: ${amount(use.inUse)} of ${use.size} in use.`,
      because: `${amount(use.inUse)} of ${plural(use.size, 'connection')} to the ${service} were in use (${percent(use.share)}), and ${amount(use.waiting)} requests waited for one${few}`,
      next: `Try ${more}: if throughput stays and more requests wait, the pool or the service behind it is the limit.`,
    };
  }
  return null;
}

/** A full CPU of a side, on which its services may have been: neither is named for certain. */
function coreInDoubt(evidence: StepEvidence): Reason | null {
  for (const side of sidesOf(evidence)) {
    const { hottestCpu: core, name } = side;
    const services = servicesCpusOn(side, evidence);
    if (!core || services === 0 || !atLeast(core.busy, CORE_FULL)) continue;
    if (sharersOfCpu(evidence, side, core.cpu).length > 0) continue;
    if (!mayHoldCore(side, core, services)) continue;
    const wall = side.side === 'client' ? 'client-thread' : 'server-core';
    return {
      suspects: [wall],
      why: `Can’t tell whether ${WALLS[wall].name} or a service behind the target limited it.`,
      told: `${core.cpu === null ? 'one CPU' : `CPU ${core.cpu}`} of ${name} was ${percent(core.busy)} busy, and the services (${amount(services)} CPUs) may have been on it`,
      next: 'Take an on-CPU profile of that host to see what runs on that CPU.',
    };
  }
  return null;
}

/** Whether that server is slow, or slow under this load, is not known here: it is not measured. */
function otherServer({ step, run }: Situation, backend: BackendEvidence): Reason | null {
  const { downstream } = backend;
  const at = downstream && atService(downstream.inFlight, step, run);
  if (!at || !atLeast(at.share, AT_SERVICE_LEAST)) return null;
  return {
    suspects: [],
    why: 'Requests waited for the other server, which is not measured.',
    because: `${atServiceText(at, 'the other server')}, and ${fullText(backend)}`,
    next: 'Measure the other server alone at this rate, or lower its delay or the retries, and see whether throughput rises.',
  };
}

function atDatabase({ step, run }: Situation, backend: BackendEvidence): Reason | null {
  if (!backend.pool) return null;
  const at = atService(poolUse(backend.pool).requests, step, run);
  if (!at || !atLeast(at.share, AT_SERVICE_LEAST)) return null;
  const sessions = backend.database?.sessions;
  const did = sessions
    ? ` (sessions at work: ${amount(sessions.running)} ran, ${amount(sessions.wal)} waited for the WAL, ${amount(sessions.lock)} for locks, ${amount(sessions.io)} for other I/O)`
    : '';
  return {
    suspects: [],
    why: `Requests spent ${percent(at.share)} of their time at the database.`,
    because: `${fullText(backend)}; ${atServiceText(at, 'the database')}${did}`,
    next: 'Check its queries (EXPLAIN ANALYZE) and its waits under load, make the slowest cheaper, and see whether throughput rises.',
  };
}

/** What of the database was full, though no session had to wait for it: then it cannot be said that nothing was. */
const fullText = (backend: BackendEvidence): string =>
  listed(fullDatabase(backend)) || 'no measured resource was saturated';

function fullElsewhere(backend: BackendEvidence): Reason | null {
  const full = fullDatabase(backend);
  if (full.length === 0) return null;
  return {
    suspects: [],
    why: 'Can’t tell what limited it: most requests were elsewhere.',
    because: listed(full),
    next: 'Load the database routes in a separate run, and see whether their throughput is the same.',
  };
}
