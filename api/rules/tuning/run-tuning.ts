import type { Run } from '../../contract/run.ts';
import type { RunTuning } from '../../contract/tuning.ts';
import { named } from '../findings/findings-of-tuning.ts';
import { onOneMachine } from '../hosts/machine.ts';
import { plural } from '../words/numbers.ts';
import type { TunedHost } from './tuned-host.ts';
import { tuningEffects } from './tuning-effects.ts';

/**
 * What was asked of a host, what it read back, what it did, and how it was put back; null where it never came to that.
 * `hosts` are all of the run: counters of a machine that several of them share belong to none of them.
 */
export function runTuning(tuned: TunedHost, targetCpus: string | null, hosts: TunedHost[]): RunTuning | null {
  const { host, applied, restored, snapshots } = tuned;
  if (!applied && !restored && snapshots.length === 0) return null;
  const neighbours = hosts.filter((one) => one.host.hostId !== host.hostId && onOneMachine(one.host.facts, host.facts));
  const putBack = new Map(restored?.knobs.map((knob) => [knob.key, knob]));
  return {
    hostId: host.hostId,
    nic: applied?.nic ?? null,
    targetCpus: applied?.targetCpus ?? null,
    knobs: (applied?.changes ?? []).map((change) => ({
      ...change,
      restored: putBack.get(change.key)?.readBack ?? null,
      restoredMatches: putBack.get(change.key)?.matches ?? null,
    })),
    effects: tuningEffects(tuned, { targetCpus, neighbours }),
    warnings: [...(applied?.warnings ?? []), ...unreported(tuned), ...mismatchesWithoutKnob(tuned)],
    restoreMatches: restored?.matches ?? null,
    snapshots,
  };
}

/** A knob that differs says so itself. */
function mismatchesWithoutKnob({ restored }: TunedHost): string[] {
  return restored?.knobs.some(({ matches }) => !matches) ? [] : (restored?.mismatches ?? []);
}

/** Of an agent that died in the middle the journal alone tells what it had written. */
function unreported({ applied, restored }: TunedHost): string[] {
  const known = new Set(applied?.changes.map(({ key }) => key));
  const keys = (restored?.knobs ?? []).flatMap(({ key }) => (known.has(key) ? [] : [key]));
  if (keys.length === 0) return [];
  return [`The agent put back ${plural(keys.length, 'value')} that it had not reported as changed: ${named(keys)}.`];
}

/** The target's requested CPUs in numbers; null if none were requested, or if the run failed before. */
export function resolvedTargetCpus({ spec, target }: Pick<Run, 'spec' | 'target'>, hosts: TunedHost[]): string | null {
  if (spec.tuning.targetCpus === null) return null;
  const server = hosts.find(({ host }) => host.roles.includes('server'));
  return target?.cpus ?? server?.applied?.targetCpus ?? null;
}
