import type { HostEvidence, Placement } from '../../contract/tuning.ts';
import { cpuLookup, cpusText, parseCpuList, unionOfCpuLists } from '../cpus/cpu-list.ts';
import { plural } from '../words/numbers.ts';
import type { Verdict } from './effect-interrupts.ts';
import type { TunedHost } from './tuned-host.ts';

/** Whether every process of the target may run, and was seen, on the CPUs asked for only. `asked` is the resolved list. */
export function targetCpusEffect(tuned: TunedHost, evidence: HostEvidence, asked: string | null): Verdict | null {
  if (asked === null || !tuned.host.roles.includes('server')) return null;
  const { placement } = evidence;
  if (!placement || placement.workers.length === 0) {
    return { verdict: 'cannot-tell', sentence: 'The CPUs of the target’s processes were not observed in this step.' };
  }
  const list = parseCpuList(asked);
  const isAsked = cpuLookup(asked);
  const outside = (lists: string[]) => unionOfCpuLists(lists).filter((cpu) => !isAsked(cpu));
  const strays = placement.workers.filter((worker) => outside(listsOf(worker)).length > 0);
  const all = placement.workers.length;
  const processes = `${plural(all, 'process', 'processes')} of the target`;
  if (strays.length === 0) {
    const seen = unionOfCpuLists(placement.workers.map(({ cpusSeen }) => cpusSeen));
    return { verdict: 'effective', sentence: `${processes} seen on ${cpusText(seen)}, within ${cpusText(list)}.` };
  }
  const beyond = outside(strays.flatMap(listsOf));
  return {
    verdict: 'without-effect',
    sentence: `${strays.length} of ${processes} ran, or may run, on ${cpusText(beyond)}, outside of ${cpusText(list)}.`,
  };
}

/** A process whose threads never ran shows no CPU. */
const listsOf = ({ cpusAllowed, cpusSeen }: Placement['workers'][number]): string[] =>
  [cpusAllowed, cpusSeen].filter((list) => list !== '');
