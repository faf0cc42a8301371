import type { RunSpec } from '../../contract/spec.ts';
import { cpuLookup, parseCpuList, readCpuList } from '../cpus/cpu-list.ts';
import type { SpecFault } from './spec-fault.ts';
import type { NamedHost } from './target-address.ts';

/** What `not target` leaves on a host: everything where the target is not, nothing where it may use every CPU. */
export type Rest = 'everything' | 'nothing' | 'some';

/** `server`: the target's host where it is this one, else null. */
export function restOf({ tuning }: RunSpec, server: NamedHost | null): Rest {
  if (server === null) return 'everything';
  return tuning.targetCpus === null || takesAll(tuning.targetCpus, server) ? 'nothing' : 'some';
}

function takesAll(choice: string, { facts }: NamedHost): boolean {
  const online = parseCpuList(facts.onlineCpus);
  const [, end, count] = choice.match(/^(last|first) (\d+)$/) ?? [];
  if (end) return Number(count) >= online.length;
  return choice === 'all' || (/^\d/.test(choice) && online.every(cpuLookup(choice)));
}

export function targetCpuFaults({ tuning }: RunSpec, server: NamedHost): SpecFault[] {
  const path = 'spec.tuning.targetCpus';
  if (tuning.targetCpus === 'not target') {
    return [{ path, message: 'The target cannot avoid its own CPUs; write a list such as 0-3, or last 16.' }];
  }
  return cpuFaults(path, tuning.targetCpus, server, 'some');
}

/** CPUs that the host does not have. What its NUMA nodes are, `nic-local`, is the agent's to find out, and to refuse. */
export function cpuFaults(path: string, choice: string | null, host: NamedHost, rest: Rest): SpecFault[] {
  const message = choice === null ? null : faultOf(choice, host, rest);
  return message === null ? [] : [{ path, message }];
}

function faultOf(choice: string, { name, facts }: NamedHost, rest: Rest): string | null {
  const online = parseCpuList(facts.onlineCpus);
  const [, end, count] = choice.match(/^(last|first) (\d+)$/) ?? [];
  if (end) {
    return Number(count) <= online.length
      ? null
      : `${name} has ${online.length} CPUs, not the ${count} of "${choice}".`;
  }
  if (choice === 'not target' && rest === 'nothing') {
    return `"not target" leaves no CPU of ${name} while the target may use every CPU; give the target CPUs of its own.`;
  }
  if (!/^\d/.test(choice)) return null;
  const cpus = readCpuList(choice);
  if (cpus === null) return `${choice} is not a list of CPUs; write ranges in ascending order, such as 0-3.`;
  const isOnline = cpuLookup(facts.onlineCpus);
  const absent = cpus.filter((cpu) => !isOnline(cpu));
  if (absent.length === 0) return null;
  return `${name} has the CPUs ${facts.onlineCpus}, not ${absent.slice(0, 8).join(',')}.`;
}
