import type { Competitor, SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import { cpusText, parseCpuList } from '../cpus/cpu-list.ts';
import { plural } from '../words/numbers.ts';
import { listed } from '../words/text.ts';
import { amount, percent, percents } from './amounts.ts';
import { type CpuState, servicesCpusOn } from './cpu-busy.ts';
import { hostsOf, sidesOf } from './measured-step.ts';
import { onOneMachine } from './shared-cpus.ts';
import { CPU_FULL, CULPRIT_LEAST_CPUS } from './thresholds.ts';

/** What the API's process is called: at most 15 bytes, as the kernel keeps them. */
export const API_PROCESS = 'millionrps-api';
/** What a millionrps consists of, by the names of its processes: whose instance they are of the name does not say. */
const OF_MILLIONRPS = /^(millionrps|next-server|postgres|agent$|volley$)/;
const DATABASE = /^postgres/;
/** Browsers, also by the names of their processes that draw pages. */
const BROWSER = /^(chrom|google-chrome|firefox|web content|isolated web|webkit|msedge|brave|opera|vivaldi)/i;

/** So many are named; the rest of them stands in the sum. */
const NAMED_MOST = 3;

/** 'chromium[812] 0.9, /opt/old/server[97] 0.4 CPUs', as logs name processes by pid; '' where none is known by name. */
export function culpritsText(competitors: Competitor[] | null): string {
  const named = shownOf(competitors);
  return named.length === 0 ? '' : `${named.map(culpritText).join(', ')} CPUs`;
}

function culpritText(one: Competitor): string {
  return `${processText(one)}${whoseText(one.name, one.ofInstance)} ${amount(one.cpus)}`;
}

/** Several may have a name in common, and one of them may be a part of this instance. */
const processText = ({ name, pid, program }: Competitor): string =>
  `${program ?? shownName(name)}${pid === undefined ? '' : `[${pid}]`}`;

/** Whose instance a part of it is of, as far as the agent tells; a program of another name belongs to none. */
function whoseText(name: string, ofInstance: boolean | undefined): string {
  if (ofInstance === true) return ' (of the instance that ran this)';
  if (!name.startsWith(API_PROCESS)) return '';
  return ofInstance === false ? ' (of another instance)' : ' (of this instance or another)';
}

/** The kernel cuts names, perhaps within brackets, as of 'next-server (v16.0.1)': of such a one what stands before them. */
function shownName(name: string): string {
  const at = name.lastIndexOf('(');
  if (at < 0 || name.includes(')', at)) return name;
  return name.slice(0, at).trimEnd() || name.slice(at + 1);
}

/** The CPUs of one side that others held. */
export interface HeldSide {
  side: SideEvidence;
  state: CpuState;
}

/**
 * Why the full CPUs of a host are no side's, after 'other processes': 'they used 1.35 of the 2 CPUs of s1 (chromium 0.9,
 * node 0.4 CPUs), ...'. Sides with CPUs of their own are told one by one.
 */
export function competingText(held: HeldSide[], evidence: StepEvidence): string {
  const [first] = held;
  if (!first) return '';
  const { side, state } = first;
  const { name, cpus, cpusAllowed, otherCpus, competitors } = side;
  const all = cpus ?? cpusAllowed ?? 0;
  const culprits = culpritsText(competitors);
  const services = servicesCpusOn(side, evidence);
  const behind = services >= CULPRIT_LEAST_CPUS ? `, the services behind the target ${amount(services)}` : '';
  const used = `they used ${amount(otherCpus ?? 0)} of the ${plural(all, 'CPU')} of ${name}${culprits && ` (${culprits})`}${behind}`;
  if ((cpusAllowed ?? all) < all) return `${used}; ${held.map(partText).join('; ')} (${FULL})`;
  const left = leftWithout(state);
  const named = sidesOf(evidence).filter((one) => onOneMachine(evidence, side, one));
  return `${used}, ${busyShare(state)} busy with them and ${percent(left, CPU_FULL)} without (${leftNamed(left, named, all, services)}${FULL})`;
}

const FULL = `saturated from ${percent(CPU_FULL)}`;
const busyShare = ({ busy }: CpuState): string => (busy ? percents(busy.low, busy.high ?? busy.low) : '');
const leftWithout = ({ busy, heldShare }: CpuState): number => Math.max(0, (busy?.low ?? 0) - heldShare);

/** 'CPU 0 (the server’s) was 85 % busy, 19 % by the target'. */
function partText({ side, state }: HeldSide): string {
  const count = side.cpusAllowed ?? side.cpus ?? 0;
  const which =
    side.cpuList === undefined
      ? `the ${side.side}’s ${plural(count, 'CPU')}`
      : `${cpusText(parseCpuList(side.cpuList))} (the ${side.side}’s)`;
  const own =
    state.process === null
      ? `${percent(leftWithout(state), CPU_FULL)} without other processes`
      : `${percent(state.process.share, CPU_FULL)} by the ${side.side} itself`;
  return `${which} ${count === 1 ? 'was' : 'were'} ${busyShare(state)} busy, ${own}`;
}

/** What of the rest is known to be of the sides, where more than that is left: '16 % by client and server, 26 % not named; '. */
function leftNamed(left: number, sides: SideEvidence[], all: number, services: number): string {
  if (all === 0 || sides.some(({ processCpus }) => processCpus === null)) return '';
  const own = sides.reduce((sum, { processCpus }) => sum + (processCpus ?? 0), services) / all;
  const whose = listed([...new Set(sides.map((one) => one.side))].sort());
  const also = services >= CULPRIT_LEAST_CPUS ? ' with its services' : '';
  return left - own < UNNAMED_LEAST ? '' : `${percent(own)} by ${whose}${also}, ${percent(left - own)} not named; `;
}

/** Share of the CPUs from which on it is said that nothing is known to have used them: the kernel’s own threads, for one. */
const UNNAMED_LEAST = 0.05;

const NEXT = {
  browser:
    'Close the browser on that host (watch from another machine, or look when the run is over), stop other processes, and rerun.',
  own: 'Some of these may be of millionrps, this instance or another: check by pid before stopping one. Close the pages that show the run, or measure on hosts of their own, and rerun.',
  ofInstance: 'Close the pages of the instance that ran this, or measure on hosts of their own, and rerun.',
  others: 'Stop other processes and rerun.',
};

/** Those that are named, the one that used the most first. */
const namedOf = (competitors: Competitor[]): Competitor[] =>
  competitors.filter(({ cpus }) => cpus >= CULPRIT_LEAST_CPUS).sort((a, b) => b.cpus - a.cpus);

/** Those of them that a sentence tells: what it says to do is about no others. */
const shownOf = (competitors: Competitor[] | null): Competitor[] => namedOf(competitors ?? []).slice(0, NAMED_MOST);

/** As its agent says, which its instance started, but for a database, which may be of one's own; else it may be by its name. */
const isOwn = ({ name, ofInstance }: Competitor): boolean =>
  DATABASE.test(name) || (ofInstance ?? OF_MILLIONRPS.test(name));

/** What to do where the one that used the most is or may be a part of this instance; a smaller part of it beside others is no reason to keep them. */
function nextOfOwn([most]: Competitor[]): string | null {
  if (most === undefined || !isOwn(most)) return null;
  return most.ofInstance === true ? NEXT.ofInstance : NEXT.own;
}

/** What to do about those of one host: what may be of this instance is never among those to stop. */
export function stopText(competitors: Competitor[] | null): string {
  const shown = shownOf(competitors);
  const own = nextOfOwn(shown);
  if (own !== null) return own;
  const others = shown.filter((one) => !isOwn(one)).map(processText);
  return `Stop ${others.length === shown.length ? 'them' : listed(others)} and rerun.`;
}

/** Whose work it was says what to stop. */
export function competingNext(evidence: StepEvidence): { next: string; stopsOthers: true } {
  const named = namedOf(hostsOf(evidence).flatMap(({ competitors }) => shownOf(competitors)));
  const own = nextOfOwn(named) ?? NEXT.others;
  return { next: named.some(({ name }) => BROWSER.test(name)) ? NEXT.browser : own, stopsOthers: true };
}
