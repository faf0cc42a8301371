import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import { plural } from '../words/numbers.ts';
import { amount, percent, percents } from './amounts.ts';
import { atLeast, type Busy, type CpuState, contradicts, cpuState, cpuStateIn } from './cpu-busy.ts';
import { isObserved, sideName } from './measured-step.ts';
import { CPU_FULL, NEARLY } from './thresholds.ts';
import { waitingText } from './waiting-words.ts';

const program = ({ side }: SideEvidence): string => (side === 'client' ? 'the tool' : 'the target');
const full = `saturated from ${percent(CPU_FULL)}`;

/** Why the CPUs of a side count as full: 'the tool used 28.2 of 32 CPUs (88 %, saturated from 85 %)'. */
export function cpuText(side: SideEvidence, { busy, process, fullButFor, servicesCpus }: CpuState): string {
  const cpus = side.cpusAllowed ?? side.cpus;
  if (process && atLeast(process.share, CPU_FULL)) {
    const used = `${program(side)} used ${amount(process.cpus)} of ${plural(process.allowed, 'CPU')}`;
    return `${used} (${percent(process.share)}, ${full}${afterSemicolon(waitingText(side))})`;
  }
  const share = busy ? percents(busy.low, busy.high ?? busy.low) : '';
  const whose = cpus === null ? 'its CPUs were' : cpus === 1 ? 'its only CPU was' : `its ${cpus} CPUs were`;
  const part = process ? `, ${amount(process.cpus)} by ${program(side)}` : '';
  const services = servicesCpus > 0 ? `, ${amount(servicesCpus)} by the services behind the target` : '';
  const without = fullButFor === null ? '' : `, ${percent(fullButFor, CPU_FULL)} without other processes`;
  return `${cpus === 1 ? `${whose} ${share} busy` : `${share} of ${whose} busy`} (${full}${part}${services}${without}${afterSemicolon(waitingText(side))})`;
}

/** How far full CPUs were used: '93 %', by the program itself or by all that ran there. */
export function fullShare({ busy, process }: CpuState): string {
  if (process && atLeast(process.share, CPU_FULL)) return percent(process.share);
  return busy ? percents(busy.low, busy.high ?? busy.low) : percent(process?.share ?? 0);
}

const afterSemicolon = (text: string): string => text && `; ${text}`;

/** How busy a side was that was not full: 'the client was 7 % busy', 'the client was not measured'. */
export function busyText(side: SideEvidence, evidence: StepEvidence): string {
  const name = sideName(side, evidence);
  if (!isObserved(side)) return `${name} was not measured`;
  const inStep = cpuStateIn(evidence, side);
  const alone = cpuState(side);
  // Of full CPUs that both sides may use, none is said to have filled them that may not have.
  const others = inStep.fullness === 'database' || (alone.fullness === 'full' && inStep.fullness !== 'full');
  const state = others ? inStep : alone;
  const waits = isNearlyFull(state) ? waitingText(side) : '';
  return `${name} ${howBusy(state, program(side))}${waits && ` (${waits})`}`;
}

/** Of CPUs that both sides use and read alike: 'the CPUs of client and server were 73 % busy'; null of others. */
export function busyOfBothText(server: SideEvidence, client: SideEvidence): string | null {
  const [own, other] = [server, client].map((side) => {
    const { fullness, busy } = cpuState(side);
    return fullness === 'free' && busy && busy.high !== null ? percents(busy.low, busy.high, CPU_FULL) : null;
  });
  return own && own === other ? `the CPUs of client and server were ${own} busy` : null;
}

/**
 * For saturated and nearly saturated CPUs, waiting threads tell whether more was wanted; for others they say little.
 */
const isNearlyFull = ({ busy, process }: CpuState): boolean =>
  [busy?.high ?? busy?.low, process?.share].some((share) => share !== undefined && atLeast(share, NEARLY * CPU_FULL));

function howBusy({ fullness, busy, process }: CpuState, program: string): string {
  if (fullness === 'full') return 'was saturated';
  if (process && (atLeast(busy?.low ?? 0, CPU_FULL) || fullness === 'held' || fullness === 'database'))
    return `used ${amount(process.cpus)} of ${plural(process.allowed, 'CPU')}`;
  if (fullness === 'held') return 'shared its CPUs with other processes';
  if (fullness === 'database') return 'shared its CPUs with the database';
  if (fullness === 'stolen' && busy) return `was ${stolenText(busy)}`;
  if (busy && busy.high !== null) {
    if (process && contradicts(busy, process)) {
      return `was ${percents(busy.low, busy.high)} busy, which contradicts the ${percent(process.share)} that ${program} used`;
    }
    if (fullness !== 'maybe') return `was ${percents(busy.low, busy.high, CPU_FULL)} busy`;
    const [low, high] = [percent(busy.low), percent(busy.high)];
    return busy.contradictory
      ? `was ${high} busy by what is named and ${low} by what idle leaves, which contradict each other`
      : `was between ${low} (named) and ${high} (what idle leaves) busy`;
  }
  if (process)
    return `used ${amount(process.cpus)} of ${plural(process.allowed, 'CPU')} (${percent(process.share, CPU_FULL)})`;
  return `was recorded only in part (${percent(busy?.low ?? 0)} of its CPU time is named, idle is not)`;
}

/** '54 % busy, with 46 % stolen by the hypervisor' */
export const stolenText = ({ low, high, stolen }: Busy): string =>
  `${percents(low, high ?? low, CPU_FULL)} busy, with ${percent(stolen)} stolen by the hypervisor`;

/** 'the tool used 1.2 of 4 CPUs in all', or '' where it is not known. */
export function allCpusText(side: SideEvidence): string {
  const { busy, process } = cpuState(side);
  if (process) return `${program(side)} used ${amount(process.cpus)} of ${plural(process.allowed, 'CPU')} in all`;
  if (!busy || busy.high === null) return '';
  return `all of its CPUs together were ${percents(busy.low, busy.high)} busy`;
}
