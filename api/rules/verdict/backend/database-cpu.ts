import type { SideEvidence, StepEvidence } from '../../../contract/evidence.ts';
import { formatCount, plural } from '../../words/numbers.ts';
import { amount, percent, percents } from '../amounts.ts';
import { atLeast, cpuStateIn, isDatabaseAlone } from '../cpu-busy.ts';
import type { Limit } from '../limit.ts';
import { evidenceOf, hostsOf, type MeasuredStep } from '../measured-step.ts';
import { CPU_FULL } from '../thresholds.ts';

const NEXT =
  'Make the queries cheaper (an index, fewer rows, prepared statements) or give the database more CPUs, and see whether throughput rises.';

/**
 * CPUs that the database saturated: all of its host, or, if it used at least half, CPUs shared with the target or the
 * tool. If other services run beside it, its part is unknown.
 */
export function databaseLimits(step: MeasuredStep): Limit[] {
  const evidence = evidenceOf(step);
  const full = fullDatabaseCpus(evidence);
  if (full === null || !evidence.server) return [];
  const conclusion = `${formatCount(step.point.requestsPerSecond)} req/s is what the database gives with these CPUs.`;
  return [{ wall: 'database-cpu', host: evidence.server, measured: true, ...full, conclusion, next: NEXT }];
}

function fullDatabaseCpus(evidence: StepEvidence): Pick<Limit, 'named' | 'told'> | null {
  const cpu = evidence.backend?.cpu;
  if (!cpu || !isDatabaseAlone(evidence)) return null;
  const used = cpu.cpuUs / 1e6 / cpu.seconds;
  const of = `the database used ${amount(used)} of the ${plural(cpu.cpus, 'CPU')} of ${cpu.name}`;
  const full = `saturated from ${percent(CPU_FULL)}`;
  if (atLeast(used / cpu.cpus, CPU_FULL)) {
    const share = percent(Math.min(1, used / cpu.cpus));
    return { named: `database CPU at ${share}`, told: `${of} (${share}, ${full})` };
  }
  const filled = hostsOf(evidence).find((side) => cpuStateIn(evidence, side).fullness === 'database');
  if (!filled) return null;
  return { named: 'database CPU', told: `${of}, ${busyText(filled, evidence, cpu.cpus)} busy (${full})` };
}

/** 'which were 97 % busy'; where target or tool may use a part of them: 'and 97 % of the 2 CPUs of the target were'. */
function busyText(side: SideEvidence, evidence: StepEvidence, cpus: number): string {
  const { busy } = cpuStateIn(evidence, side);
  const share = busy ? percents(busy.low, busy.high ?? busy.low) : '';
  const allowed = side.cpusAllowed ?? side.cpus;
  if (allowed === null || allowed === cpus) return `which ${cpus === 1 ? 'was' : 'were'} ${share}`;
  return `and ${share} of the ${plural(allowed, 'CPU')} of the ${side.side === 'server' ? 'target' : 'tool'} ${allowed === 1 ? 'was' : 'were'}`;
}
