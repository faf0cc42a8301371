import type { RunInterrupts, StepInterrupts } from '../../contract/cpu-map.ts';
import { formatCpuList, unionOfCpuLists } from '../cpus/cpu-list.ts';
import type { TunedHost } from '../tuning/tuned-host.ts';
import { numbersOf } from './nic-lines.ts';

/** Interrupts of each line of a host's NICs on each CPU, step by step. */
export function interruptsOf(tuned: TunedHost): RunInterrupts['hosts'][number] {
  const names = new Map(
    tuned.host.facts.nics.flatMap((nic) => numbersOf(tuned, nic.name).map(({ irq, name }) => [irq, name] as const)),
  );
  const steps = tuned.evidence.map(({ stepIndex, evidence }): StepInterrupts => {
    const allowed = evidence.placement?.workers.map(({ cpusAllowed }) => cpusAllowed) ?? [];
    return {
      stepIndex,
      seconds: evidence.seconds,
      targetCpus: allowed.length > 0 ? formatCpuList(unionOfCpuLists(allowed)) : null,
      lines: evidence.interrupts.map(({ irq, perCpu }) => ({ irq, name: names.get(irq) ?? null, perCpu })),
    };
  });
  return { hostId: tuned.host.hostId, steps };
}
