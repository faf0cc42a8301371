import type { RunInterrupts, StepInterrupts } from '../../contract/cpu-map.ts';
import { formatCpuList, unionOfCpuLists } from '../cpus/cpu-list.ts';
import type { TunedHost } from '../tuning/tuned-host.ts';
import { numbersOf, queueOf } from './nic-lines.ts';

/** Interrupts of each line of a host's NICs on each CPU, step by step. */
export function interruptsOf(tuned: TunedHost): RunInterrupts['hosts'][number] {
  const lines = new Map(
    tuned.host.facts.nics.flatMap(({ name: nic }) =>
      numbersOf(tuned, nic).map(({ irq, name }) => [irq, { name, nic, queue: queueOf(name) }] as const),
    ),
  );
  const steps = tuned.evidence.map(({ stepIndex, evidence }): StepInterrupts => {
    const allowed = evidence.placement?.workers.map(({ cpusAllowed }) => cpusAllowed) ?? [];
    return {
      stepIndex,
      seconds: evidence.seconds,
      targetCpus: allowed.length > 0 ? formatCpuList(unionOfCpuLists(allowed)) : null,
      lines: evidence.interrupts.map(({ irq, perCpu }) => ({
        ...{ irq, name: null, nic: null, queue: null },
        ...lines.get(irq),
        perCpu,
      })),
    };
  });
  return { hostId: tuned.host.hostId, steps };
}
