import type { SideEvidence } from '../../contract/evidence.ts';
import type { Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { plural } from '../words/numbers.ts';
import { orListed } from '../words/text.ts';
import { amount, percent } from './amounts.ts';
import { competingNext } from './competing-words.ts';
import { atLeast, type CpuState, cpuStateIn } from './cpu-busy.ts';
import { sidesOf } from './measured-step.ts';
import type { Situation, WallFound } from './situation.ts';
import { CPU_FULL, NEARLY, SHARED_PART_LEAST } from './thresholds.ts';

const ALL_CPUS: Wall[] = ['client-cpu', 'server-cpu'];

/** CPUs that both sides may use were full, and whose work that was depends on time that no process accounts for. */
export function wallOfUnnamed(situation: Situation): WallFound | null {
  const { evidence, limits } = situation;
  if (limits.some(({ wall }) => !ALL_CPUS.includes(wall))) return null;
  const states = sidesOf(evidence).map((side) => ({ side, state: cpuStateIn(evidence, side) }));
  const first = states.find(({ state }) => state.fullness === 'unnamed');
  if (!first) return null;
  const { side, state } = first;
  const suspects = suspectsOf(states.filter((one) => one.side.hostId === side.hostId));
  const share = percent(state.unnamedShare);
  const whose = orListed(suspects.map((wall) => WALLS[wall].name));
  const cpus = plural(side.cpusAllowed ?? side.cpus ?? 0, 'CPU');
  return {
    wall: 'unknown',
    walls: suspects,
    confidence: 'cannot-tell',
    lowerBound: false,
    sentence: `Can’t tell whose work saturated the CPUs of ${side.name}: no process accounts for ${share}.`,
    because: `${cpus} of ${side.name} that client and server share: ${percent(state.busy?.low ?? 0)} busy (saturated from ${percent(CPU_FULL)}); ${partsText(states, side, state)}. Depending on whose the unnamed time was, the limit is ${whose}.`,
    ...nextOf(situation, side),
  };
}

/** Whoever would be the limit if all of the unnamed time was theirs. */
function suspectsOf(states: { side: SideEvidence; state: CpuState }[]): Wall[] {
  const has = (of: SideEvidence['side']): boolean =>
    states.some(
      ({ side, state }) => side.side === of && (state.process?.share ?? 0) + state.unnamedShare >= SHARED_PART_LEAST,
    );
  const others = states.some(({ state }) => !atLeast(state.namedLeast, NEARLY * CPU_FULL));
  return [
    ...(has('client') ? (['client-cpu'] as const) : []),
    ...(has('server') ? (['server-cpu'] as const) : []),
    ...(others ? (['competing-load'] as const) : []),
  ];
}

/** 'target 0.9, tool 0.26, other processes 0.2, not named 0.38 CPUs' */
function partsText(states: { side: SideEvidence }[], side: SideEvidence, { unnamedShare, ...state }: CpuState): string {
  const of = (name: string, cpus: number | null): string[] => (cpus ? [`${name} ${amount(cpus)}`] : []);
  const own = states
    .filter((one) => one.side.hostId === side.hostId)
    .flatMap((one) => of(one.side.side === 'client' ? 'tool' : 'target', one.side.processCpus));
  const unnamed = unnamedShare * (side.cpusAllowed ?? side.cpus ?? 0);
  const parts = [
    ...own,
    ...of('services behind the target', state.servicesCpus),
    ...of('other processes', side.otherCpus),
    ...of('not named', unnamed),
  ];
  return `${parts.join(', ')} CPUs`;
}

function nextOf({ evidence, findings }: Situation, { name }: SideEvidence): Pick<WallFound, 'next' | 'stopsOthers'> {
  const profile = `rofile what the CPUs of ${name} run (on-CPU) to see whose the unnamed time is`;
  if (!findings.some(({ code }) => code === 'competing-load'))
    return { next: `P${profile}, or drive the load from another machine.` };
  const { next, stopsOthers } = competingNext(evidence);
  return { next: `${next} If no process accounts for as much then, p${profile}.`, stopsOthers };
}
