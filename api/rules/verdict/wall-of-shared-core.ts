import type { SideEvidence } from '../../contract/evidence.ts';
import type { Wall } from '../../contract/verdict.ts';
import { traitsOf } from '../load/tool-traits.ts';
import { listed } from '../words/text.ts';
import { percent } from './amounts.ts';
import { competingNext } from './competing-words.ts';
import { atLeast, cpuStateIn, servicesCpusOn } from './cpu-busy.ts';
import type { Reason } from './reason.ts';
import { sharersOfCpu } from './shared-cpus.ts';
import type { Situation } from './situation.ts';
import { CORE_FULL } from './thresholds.ts';
import { amounts, unnamedText } from './unnamed-words.ts';

/** CPUs. What used less of a machine did not fill one. */
const FILLS_LEAST = 0.5;

const cpus = (least: number, most = least): string => `${amounts(least, most)} ${most === 1 ? 'CPU' : 'CPUs'}`;

/**
 * One CPU was full that both sides, and others, may have been on: what used about a whole one is suspected. It is
 * probably one’s if no other used as much even with all of the time that no process accounts for.
 */
export function sharedCore(situation: Situation): Reason | null {
  const { evidence } = situation;
  const { server } = evidence;
  const core = server?.hottestCpu;
  if (!server || !core || !atLeast(core.busy, CORE_FULL)) return null;
  const sharers = sharersOfCpu(evidence, server, core.cpu);
  if (sharers.length === 0) return null;
  const { unnamed: shares } = cpuStateIn(evidence, server);
  const allowed = server.cpusAllowed ?? server.cpus ?? 0;
  const unnamed = (shares.packets + shares.most) * allowed;
  const written = (least: number, most: number): string => cpus(least * allowed, most * allowed);
  const users = usersOf(server, sharers, servicesCpusOn(server, evidence));
  const named = users.filter(({ used }) => used >= FILLS_LEAST);
  const suspects = users.filter(({ used }) => used + unnamed >= FILLS_LEAST);
  const which = core.cpu === null ? 'One CPU' : `CPU ${core.cpu}`;
  const full = `${which} was ${percent(core.busy)} busy`;
  const told = [
    ...named.map(({ name, used }) => `${name} used ${cpus(used)}`),
    ...(suspects.length > named.length ? [unnamedText(server, shares, written)] : []),
  ];
  const used = listed(told) || 'nothing that was measured used half of one';
  const [most] = named;
  const alone = most && suspects.length === 1 ? most : null;
  return {
    suspects: suspects.flatMap(({ wall }) => wall ?? []),
    why: alone ? `${full}: probably by ${alone.name}.` : `${full}, and what filled it was not measured.`,
    because: `${full} (saturated from ${percent(CORE_FULL)}), and ${used}`,
    ...nextOf(situation, alone?.wall ?? null),
  };
}

interface User {
  wall: Wall | null;
  name: string;
  used: number;
}

function usersOf(server: SideEvidence, clients: SideEvidence[], services: number): User[] {
  const ofTool = clients.reduce((sum, { processCpus }) => sum + (processCpus ?? 0), 0);
  return [
    { wall: 'server-core' as const, name: 'the target', used: server.processCpus ?? 0 },
    { wall: 'client-thread' as const, name: 'the load generator', used: ofTool },
    { wall: null, name: 'the services behind the target', used: services },
    { wall: 'competing-load' as const, name: 'other processes', used: server.otherCpus ?? 0 },
  ];
}

function nextOf({ evidence, run }: Situation, alone: Wall | null): Pick<Reason, 'next' | 'stopsOthers'> {
  if (alone === 'server-core')
    return {
      next: 'Let the target work on more CPUs (workers, threads), and see whether throughput rises: where one thread does all the work, more connections cannot help.',
    };
  if (alone === 'client-thread')
    return {
      next: `${traitsOf(run.spec.load.tool).choosesWorkers ? 'Drive' : 'Ask for more workers of the tool, or drive'} the load from another machine.`,
    };
  if (alone === 'competing-load') return competingNext(evidence);
  return { next: 'Drive the load from another machine, so that the CPUs are one side’s alone.' };
}
