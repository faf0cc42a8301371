import type { SideEvidence } from '../../contract/evidence.ts';
import type { Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { backlogText, rateMet } from '../findings/findings-of-load.ts';
import { formatCount } from '../words/numbers.ts';
import { capitalised } from '../words/text.ts';
import { amount, percent } from './amounts.ts';
import { behindTarget } from './backend/behind-target.ts';
import { competingNext } from './competing-words.ts';
import { atLeast, mayHoldCore } from './cpu-busy.ts';
import { clientUnmeasured } from './labels.ts';
import { canProfile } from './limits-of-cpus.ts';
import { nearlyFull } from './nearly-full.ts';
import type { Reason } from './reason.ts';
import { sharersOfCpu } from './shared-cpus.ts';
import { busyText } from './side-words.ts';
import { othersText, type Situation, type WallFound } from './situation.ts';
import { CORE_FULL, CPU_FULL } from './thresholds.ts';
import { waited } from './waiting-words.ts';
import { sharedCore } from './wall-of-shared-core.ts';

/** Nothing that was measured was full: what is suspected, and what would have to be measured to name it. */
export function unknownWall(situation: Situation): WallFound {
  const { suspects, why, because, told, next, stopsOthers } = reasonOf(situation);
  return {
    wall: 'unknown',
    walls: suspects,
    confidence: 'cannot-tell',
    lowerBound: false,
    sentence: why,
    because: `${capitalised([because, told ?? othersText(situation)].filter(Boolean).join('; '))}.`,
    next,
    ...(stopsOthers && { stopsOthers }),
  };
}

const RECORD_CLIENT = 'Record the client’s CPU, in total and per thread, and run the same load again.';
const RECORD_SERVER = 'Record the server’s CPU and NIC, and run the same load again.';
const RECORD_BOTH = 'Record CPU and NIC of client and server, and run the same load again.';
const RECORD_PARTS =
  'Record every part of CPU time (user, system, softirq, irq, steal, idle), and run the same load again: what is not named may be softirq.';
const RECORD_CLIENT_AND_PARTS =
  'Record the client’s CPU, and every part of the server’s (user, system, softirq, irq, steal, idle), and run the same load again: what is not named may be softirq.';

function reasonOf(situation: Situation): Reason {
  const { client, server, clientObserved, serverObserved } = situation;
  if (!clientObserved) {
    if (!serverObserved)
      return { suspects: [], why: 'Can’t tell what limited it: neither side was fully measured.', next: RECORD_BOTH };
    const near = situation.evidence.server ? nearlyFull(situation.evidence.server) : [];
    if (server === 'free' && near.length > 0) {
      const named = near.map((wall) => WALLS[wall].name).join(', ');
      return {
        suspects: ['client-cpu', ...near],
        why: `Suspected: ${clientSuspect(situation)} or ${named} (nearly saturated).`,
        ...room(situation),
        next: RECORD_CLIENT,
      };
    }
    if (server === 'free') {
      return {
        suspects: ['client-cpu'],
        why: `Client suspected: ${clientUnmeasured(situation.evidence).replace('the client', 'it')}.`,
        ...room(situation),
        next: RECORD_CLIENT,
      };
    }
    const why =
      server === 'maybe'
        ? 'Can’t tell whether client or server was saturated.'
        : `Can’t tell what limited it: ${clientUnmeasured(situation.evidence)}.`;
    const suspects: Wall[] = server === 'maybe' ? ['client-cpu', 'server-cpu'] : [];
    return { suspects, why, next: RECORD_CLIENT_AND_PARTS };
  }
  const open = [
    ...(client === 'free' ? [] : (['client-cpu'] as const)),
    ...(server === 'free' || !serverObserved ? [] : (['server-cpu'] as const)),
  ];
  if (open.length > 0) {
    const named = open.map((wall) => WALLS[wall].name).join(' or ');
    const { clients, server: target } = situation.evidence;
    const unseen = [...clients, ...(target ? [target] : [])].every(({ cpu }) => cpu === null);
    return {
      suspects: open,
      why: `Can’t tell whether ${named} was saturated.`,
      next: unseen ? RECORD_BOTH : RECORD_PARTS,
    };
  }
  if (!serverObserved) {
    const near = [...new Set(situation.evidence.clients.flatMap(nearlyFull))];
    if (near.length > 0) {
      const named = near.map((wall) => WALLS[wall].name).join(', ');
      return {
        suspects: [...near, 'server-cpu'],
        why: `Suspected: the server (not measured) or ${named} (nearly saturated).`,
        next: RECORD_SERVER,
      };
    }
    return {
      suspects: ['server-cpu'],
      why: 'Server suspected: it was not measured.',
      next: RECORD_SERVER,
    };
  }
  return nobodyFull(situation);
}

/** 'the client (not measured)' */
const clientSuspect = ({ evidence }: Situation): string =>
  `the client (${clientUnmeasured(evidence).replace('the client was ', '')})`;

/** What the side that was measured had left. */
function room(situation: Situation): { told?: string } {
  const { server, clients } = situation.evidence;
  return server && clients.length === 0 ? { told: `${busyText(server, situation.evidence)} (${FULL})` } : {};
}

const FULL = `saturated from ${percent(CPU_FULL)}`;

/** A full CPU of a side, on which other processes may have been: neither of them is named for certain. */
export function coreInDoubt(side: SideEvidence, situation: Situation): Reason | null {
  const { hottestCpu: core, otherCpus: others, name } = side;
  if (
    !core ||
    others === null ||
    !atLeast(core.busy, CORE_FULL) ||
    sharersOfCpu(situation.evidence, side, core.cpu).length > 0 ||
    !mayHoldCore(side, core)
  )
    return null;
  const wall = side.side === 'client' ? 'client-thread' : 'server-core';
  const which = core.cpu === null ? 'a CPU' : `CPU ${core.cpu}`;
  return {
    suspects: [wall, 'competing-load'],
    why: `Can’t tell whether ${WALLS[wall].name} or other processes limited it.`,
    told: `${which} of ${name} was ${percent(core.busy)} busy, and other processes (${amount(others)} ${others === 1 ? 'CPU' : 'CPUs'}) may have been on it`,
    ...competingNext(situation.evidence),
  };
}

const OF_ALL_CPUS: ReadonlySet<Wall> = new Set(['client-cpu', 'server-cpu', 'competing-load']);

/** CPUs that were not full by the figures, and for which threads queued: full for parts of the time. */
function waitedForCpus(side: SideEvidence, situation: Situation): Reason {
  const suspects = nearlyFull(side).filter((wall) => OF_ALL_CPUS.has(wall));
  const named = capitalised(suspects.map((wall) => WALLS[wall].name).join(', '));
  const next = suspects.includes('competing-load')
    ? competingNext(situation.evidence)
    : { next: `Give the ${side.side} more CPUs, or make a request cheaper there, and see whether throughput rises.` };
  return { suspects, why: `${named} suspected: nearly saturated, and threads waited.`, ...next };
}

/** What is advised of a closed loop where nothing was full. */
export const MORE_IN_FLIGHT = 'a load with more in flight';

function nobodyFull(situation: Situation): Reason {
  const { evidence, step, limits, run } = situation;
  const sides = [...evidence.clients, ...(evidence.server ? [evidence.server] : [])];
  const core = sides.map((side) => coreInDoubt(side, situation)).find((found) => found !== null);
  const shared = core ?? sharedCore(situation);
  if (shared) return shared;
  const threadless = sides.some((side) => side.hottestCpu === null && side.hottestThread === null);
  // Between two programs of one machine no NIC carries the load.
  const unlimited =
    evidence.sharedMachine !== true &&
    limits.length === 0 &&
    sides.some(({ nics }) => nics.length === 0 || nics.every((nic) => nic.ceilingBitsPerSecond === null));
  const measure = [
    ...(threadless ? ['the busiest CPU and thread of each side'] : []),
    ...(unlimited ? ['the NICs beside their ceilings'] : []),
    ...(evidence.locks || !canProfile(run) ? [] : ['where the target blocks (a profiled step, of block and mutex)']),
  ];
  const waiting = sides.find((side) => waited(side) && nearlyFull(side).some((wall) => OF_ALL_CPUS.has(wall)));
  if (waiting) return waitedForCpus(waiting, situation);
  const behind = behindTarget(situation);
  if (behind) return behind;
  const more = step.spec.loop === 'closed' ? MORE_IN_FLIGHT : 'the rate over more connections';
  const backlog = rateMet(step)?.backlog;
  const queue = backlog?.by === 'median' ? `; whether requests queued is unknown: ${backlogText(backlog)}` : '';
  const why = 'No measured resource was saturated.';
  const because = `At ${formatCount(step.point.requestsPerSecond)} req/s${queue}`;
  const next = `Try ${more}${measure.length > 0 ? `, and measure ${measure.join('; ')}` : ''}.`;
  return { suspects: [], why, because, next };
}
