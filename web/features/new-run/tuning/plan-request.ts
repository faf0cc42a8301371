import type { PlanRequest } from '@contract/host-task';
import type { RunSpec } from '@contract/spec';
import type { HostTuning } from '@contract/tuning';
import { NO_TUNING } from '@rules/tuning/setting-words';
import { type BothFacts, loadPathOf } from '@/features/draft/meant-nic';
import { serverAddresses } from '@/features/draft/server-address';
import { type TuningSide, tuningOf } from '@/features/draft/tuning-changes';

/** What a host is to be asked about a run; null when the run asks nothing of it. */
export function planRequestOf(side: TuningSide, spec: RunSpec, facts: BothFacts): PlanRequest | null {
  const tuning = tuningOf(spec, side);
  const targetCpus = side === 'server' ? spec.tuning.targetCpus : null;
  if (tuning === null && targetCpus === null) return null;
  const asked = side === 'server' ? tuning : tuning && withoutTarget(tuning);
  return { tuning: asked ?? NO_TUNING, targetCpus, address: addressOf(spec, facts) };
}

/** In a run the agent knows that the target is elsewhere and takes none of its CPUs; a plan knows of no run. */
function withoutTarget(tuning: HostTuning): HostTuning {
  const all = <T extends { cpus: string }>(choice: T | null): T | null =>
    choice?.cpus === 'not target' ? { ...choice, cpus: 'all' } : choice;
  return {
    ...tuning,
    interruptAffinity: all(tuning.interruptAffinity),
    packetSteering: all(tuning.packetSteering),
    transmitSteering: all(tuning.transmitSteering),
  };
}

/** Where the load will go, by which a host finds its NIC: as the run would choose it. */
function addressOf(spec: RunSpec, { server, client }: BothFacts): string | null {
  const { sameHost, address } = loadPathOf(spec);
  if (address !== null) return address;
  if (sameHost) return '127.0.0.1';
  return (server && client && serverAddresses(server, client)[0]?.address) || null;
}
