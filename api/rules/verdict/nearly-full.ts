import type { SideEvidence } from '../../contract/evidence.ts';
import type { Wall } from '../../contract/verdict.ts';
import { atLeast, cpuState, mayHoldCore } from './cpu-busy.ts';
import { CORE_FULL, CPU_FULL, NEARLY, NIC_FULL } from './thresholds.ts';

/** What of a side was so near to full that it may have been the limit: suspected, never measured. */
export function nearlyFull(side: SideEvidence): Wall[] {
  const { hottestThread: thread, hottestCpu: core } = side;
  const ofClient = side.side === 'client';
  const { busy, process, heldShare } = cpuState(side);
  const near = (share: number | null | undefined, full: number): boolean =>
    share != null && atLeast(share, NEARLY * full);
  const own = busy && (busy.high ?? busy.low) - heldShare;
  const cpu = near(own, CPU_FULL) || near(process?.share, CPU_FULL);
  const held = !cpu && near(busy?.high ?? busy?.low, CPU_FULL);
  const one =
    near(thread?.busy, CORE_FULL) || (core !== null && !mayHoldCore(side, core) && near(core.busy, CORE_FULL));
  const nic = side.nics.some(
    ({ ceilingBitsPerSecond: ceiling, rxBitsPerSecond, txBitsPerSecond }) =>
      ceiling && [rxBitsPerSecond, txBitsPerSecond].some((bits) => bits !== null && near(bits / ceiling, NIC_FULL)),
  );
  return [
    ...(held ? (['competing-load'] as const) : []),
    ...(cpu ? [ofClient ? ('client-cpu' as const) : ('server-cpu' as const)] : []),
    ...(one && !cpu ? [ofClient ? ('client-thread' as const) : ('server-core' as const)] : []),
    ...(nic ? (['nic-bandwidth'] as const) : []),
  ];
}
