import type { HostEvidence, Placement } from '../contract/tuning.ts';
import { cpusText, parseCpuList } from './cpu-list.ts';
import type { Verdict } from './effect-interrupts.ts';
import type { TunedHost } from './tuned-host.ts';

/** Whether every process of the target may run, and was seen, on the CPUs asked for only. `asked` is the resolved list. */
export function targetCpusEffect(tuned: TunedHost, evidence: HostEvidence, asked: string | null): Verdict | null {
  if (asked === null || !tuned.host.roles.includes('server')) return null;
  const { placement } = evidence;
  if (!placement || placement.workers.length === 0) {
    return { verdict: 'cannot-tell', sentence: 'Where the processes of the target ran was not seen in this step.' };
  }
  const list = parseCpuList(asked);
  const strays = placement.workers.filter((worker) => outside(worker, list).length > 0);
  const all = placement.workers.length;
  const processes = `${all} ${all === 1 ? 'process' : 'processes'} of the target`;
  if (strays.length === 0) {
    const seen = placement.workers.flatMap(({ cpusSeen }) => cpusOf(cpusSeen));
    return { verdict: 'effective', sentence: `${processes} seen on ${cpusText(seen)}, within ${cpusText(list)}.` };
  }
  const beyond = strays.flatMap((worker) => outside(worker, list));
  return {
    verdict: 'without-effect',
    sentence: `${strays.length} of ${processes} ran, or may run, on ${cpusText(beyond)}, outside of ${cpusText(list)}.`,
  };
}

function outside({ cpusAllowed, cpusSeen }: Placement['workers'][number], asked: number[]): number[] {
  return [...cpusOf(cpusAllowed), ...cpusOf(cpusSeen)].filter((cpu) => !asked.includes(cpu));
}

/** Of a process whose threads never ran no CPU was seen. */
const cpusOf = (list: string): number[] => (list === '' ? [] : parseCpuList(list));
