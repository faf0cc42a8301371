import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { plural } from '../words/numbers.ts';
import { orListed } from '../words/text.ts';
import { amount, percent, percents } from './amounts.ts';
import { atLeast, type CpuState, cpuStateIn } from './cpu-busy.ts';
import { sidesOf } from './measured-step.ts';
import { overlapOfSides, sharersOf, twinsOf } from './shared-cpus.ts';
import { CPU_FULL, SHARED_PART_LEAST } from './thresholds.ts';
import type { Unnamed } from './unnamed-cpus.ts';

/** Saturated CPUs of both sides whose limit depends on whose the time was that no process of the load accounts for. */
export interface DoubtedCpus {
  side: SideEvidence;
  state: CpuState;
  /** Every host of either side that may use CPUs of the server. */
  sides: SideEvidence[];
  /** Whoever is the limit if all of the unnamed time was theirs. */
  suspects: Wall[];
}

export function doubtedCpus(evidence: StepEvidence): DoubtedCpus | null {
  const { server } = evidence;
  const sharers = server ? sharersOf(evidence, server) : [];
  const sides = sidesOf(evidence).filter((side) => side === server || sharers.includes(side));
  const states = sides.map((side) => ({ side, state: cpuStateIn(evidence, side) }));
  const inDoubt = states.filter(({ state }) => state.inDoubt !== null);
  const first = inDoubt.find(({ state }) => state.inDoubt?.much) ?? inDoubt[0];
  return first ? { ...first, sides, suspects: suspectsOf(states) } : null;
}

/** Saturated, and no side is the likelier one. */
export function unnamedCpus(evidence: StepEvidence): DoubtedCpus | null {
  const found = doubtedCpus(evidence);
  return found?.state.fullness === 'unnamed' ? found : null;
}

function suspectsOf(states: { side: SideEvidence; state: CpuState }[]): Wall[] {
  const has = (of: SideEvidence['side']): boolean =>
    states.some(({ side, state: { process, unnamed } }) => {
      const most = (process?.share ?? 0) + unnamed.packets + unnamed.most;
      return side.side === of && atLeast(most, SHARED_PART_LEAST);
    });
  return [
    ...(has('client') ? (['client-cpu'] as const) : []),
    ...(has('server') ? (['server-cpu'] as const) : []),
    ...(states.some(({ state }) => state.inDoubt?.others) ? (['competing-load'] as const) : []),
  ];
}

/** 'no process accounts for 19 %': what others may have used elsewhere is not among it for certain. */
export function unnamedText(
  { otherCpus }: SideEvidence,
  { packets, least, most }: Unnamed,
  written: (least: number, most: number) => string = percents,
): string {
  const [from, to] = [packets + least, packets + most];
  const all = written(to, to);
  if (otherCpus === null) return `neither side’s processes account for ${all}, and others were not counted`;
  if (from === 0 && to > 0 && otherCpus > 0) return `${all} is not named, or of other processes`;
  return `no process accounts for ${written(from, to)}`;
}

/** '2 CPUs of vm that client and server share: 87 % busy (saturated from 85 %); target 0.9, tool 0.26, not named 0.38 CPUs' */
export function doubtedText(doubted: DoubtedCpus, evidence: StepEvidence): string {
  const { side, state } = doubted;
  const cpus = `${plural(side.cpusAllowed ?? side.cpus ?? 0, 'CPU')} of ${side.name}`;
  const busy = state.busy ? percents(state.busy.low, state.busy.high ?? state.busy.low) : '';
  return `${cpus}${sharedText(doubted, evidence)}: ${busy} busy (saturated from ${percent(CPU_FULL)}); ${partsText(doubted, evidence)}`;
}

/** 'the CPUs of client and server at 87 %' */
export const busyOfDoubted = ({ state: { busy } }: DoubtedCpus): string =>
  `the CPUs of client and server at ${busy ? percents(busy.low, busy.high ?? busy.low) : ''}`;

/** ' that client and server share', ' (client and server share 2)'. */
function sharedText({ side }: DoubtedCpus, evidence: StepEvidence): string {
  const [first, ...others] = sharersOf(evidence, side);
  if (!first || twinsOf(evidence, side).length > 0) return ' that client and server share';
  const { least, most } = overlapOfSides(evidence, side, first);
  const known = others.length === 0 && least === most;
  return ` (client and server share ${known ? least : 'some'})`;
}

/** 'target 0.9, tool 0.26, other processes 0.2, not named 0.38 CPUs' */
function partsText({ side, state, sides }: DoubtedCpus, evidence: StepEvidence): string {
  const { cpus: all, otherCpus } = side;
  const allowed = side.cpusAllowed ?? all ?? 0;
  const { packets, least, most } = state.unnamed;
  const of = (name: string, cpus: number | null, where = ''): string[] =>
    cpus ? [`${name} ${amount(cpus)}${where}`] : [];
  const twins = twinsOf(evidence, side);
  const own = sides.flatMap((one) => {
    const elsewhere = one !== side && !twins.includes(one) && one.cpusAllowed !== null;
    const where = elsewhere ? ` on ${plural(one.cpusAllowed ?? 0, 'CPU')}` : '';
    return of(one.side === 'client' ? 'tool' : 'target', one.processCpus, where);
  });
  const machine = all !== null && all > allowed ? ` on all ${all} CPUs` : '';
  const parts = [
    ...own,
    ...of('services behind the target', state.servicesCpus, machine),
    ...of('other processes', otherCpus, machine),
    ...of('packets', packets * allowed),
    ...(most > 0 ? [`not named ${amounts(least * allowed, most * allowed)}`] : []),
  ];
  return `${parts.join(', ')} CPUs${otherCpus === null ? ', and other processes were not counted' : ''}`;
}

/** '0.38', '0 to 0.36'. */
export function amounts(least: number, most: number): string {
  const [from, to] = [amount(least), amount(most)];
  return from === to ? from : `${from} to ${to}`;
}

/** 'Depending on whose the unnamed time was, the limit is client CPU or server CPU.' */
export const dependsText = ({ suspects }: DoubtedCpus): string =>
  `Depending on whose the unnamed time was, the limit is ${orListed(suspects.map((wall) => WALLS[wall].name))}.`;

/** The reservation about a limit that is the likely one. */
export const reservationText = (doubted: DoubtedCpus): string =>
  `Of these CPUs, ${unnamedText(doubted.side, doubted.state.unnamed)}. ${dependsText(doubted)}`;
