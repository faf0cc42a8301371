import type { Competitor, SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import { plural } from '../words/numbers.ts';
import { amount, percent, percents } from './amounts.ts';
import { type CpuState, servicesCpusOn } from './cpu-busy.ts';
import { hostsOf } from './measured-step.ts';
import { CPU_FULL, CULPRIT_LEAST_CPUS } from './thresholds.ts';

/** What the API's process is called: at most 15 bytes, as the kernel keeps them. */
export const API_PROCESS = 'millionrps-api';
/** Browsers, also by the names of their processes that draw pages. */
const BROWSER = /^(chrom|google-chrome|firefox|web content|isolated web|webkit|msedge|brave|opera|vivaldi)/i;

/** So many are named; the rest of them stands in the sum. */
const NAMED_MOST = 3;

/** 'chromium[812] 0.9, /opt/old/server[97] 0.4 CPUs', as logs name processes by pid; '' where none is known by name. */
export function culpritsText(competitors: Competitor[] | null): string {
  const named = (competitors ?? []).filter(({ cpus }) => cpus >= CULPRIT_LEAST_CPUS).slice(0, NAMED_MOST);
  return named.length === 0 ? '' : `${named.map(culpritText).join(', ')} CPUs`;
}

function culpritText({ name, cpus, pid, program }: Competitor): string {
  return `${program ?? shownName(name)}${pid === undefined ? '' : `[${pid}]`} ${amount(cpus)}`;
}

/** The kernel cuts names, perhaps within brackets, as of 'next-server (v16.0.1)': of such a one what stands before them. */
function shownName(name: string): string {
  const at = name.lastIndexOf('(');
  if (at < 0 || name.includes(')', at)) return name;
  return name.slice(0, at).trimEnd() || name.slice(at + 1);
}

/** Why full CPUs are no side's, after 'other processes': 'they used 1.35 of the 2 CPUs of s1 (chromium 0.9, node 0.4 CPUs), ...'. */
export function competingText(side: SideEvidence, { busy, heldShare }: CpuState, evidence: StepEvidence): string {
  const { name, cpus, cpusAllowed, otherCpus, competitors } = side;
  const allowed = cpusAllowed ?? cpus ?? 0;
  const culprits = culpritsText(competitors);
  const left = Math.max(0, (busy?.low ?? 0) - heldShare);
  const share = busy ? percents(busy.low, busy.high ?? busy.low) : '';
  const services = servicesCpusOn(side, evidence);
  const behind = services >= CULPRIT_LEAST_CPUS ? `, the services behind the target ${amount(services)}` : '';
  const used = `they used ${amount(otherCpus ?? 0)} of the ${plural(cpus ?? allowed, 'CPU')} of ${name}`;
  return `${used}${culprits && ` (${culprits})`}${behind}, ${share} busy with them and ${percent(left, CPU_FULL)} without (saturated from ${percent(CPU_FULL)})`;
}

const NEXT = {
  browser:
    'Close the browser on that host (watch from another machine, or look when the run is over), stop other processes, and rerun.',
  own: 'millionrps itself runs on that host: close the pages that show the run, or measure on hosts of their own; stop other processes, and rerun.',
  others: 'Stop other processes and rerun.',
};

/** Whose work it was says what to stop. */
export function competingNext(evidence: StepEvidence): string {
  const others = hostsOf(evidence).flatMap(({ competitors }) => competitors ?? []);
  const named = others.filter(({ cpus }) => cpus >= CULPRIT_LEAST_CPUS).sort((a, b) => b.cpus - a.cpus);
  if (named.some(({ name }) => BROWSER.test(name))) return NEXT.browser;
  return named[0]?.name === API_PROCESS ? NEXT.own : NEXT.others;
}

/** This advice is one of those. */
export const stopsOthers = (next: string): boolean => Object.values(NEXT).includes(next);
