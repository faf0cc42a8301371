import type { RunTuning } from '../contract/tuning.ts';
import type { TunedHost } from './tuned-host.ts';
import { tuningEffects } from './tuning-effects.ts';

/** What was asked of a host, what it read back, what it did, and how it was put back; null where it never came to that. */
export function runTuning(tuned: TunedHost, targetCpus: string | null): RunTuning | null {
  const { host, applied, restored, snapshots } = tuned;
  if (!applied && !restored && snapshots.length === 0) return null;
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
    effects: tuningEffects(tuned, targetCpus),
    warnings: [...(applied?.warnings ?? []), ...unreported(tuned), ...(restored?.mismatches ?? [])],
    restoreMatches: restored?.matches ?? null,
    snapshots,
  };
}

/** Of an agent that died in the middle the journal alone tells what it had written. */
function unreported({ applied, restored }: TunedHost): string[] {
  const known = new Set(applied?.changes.map(({ key }) => key));
  const keys = (restored?.knobs ?? []).flatMap(({ key }) => (known.has(key) ? [] : [key]));
  if (keys.length === 0) return [];
  return [
    `The agent put back ${keys.length} ${keys.length === 1 ? 'value' : 'values'} of which nothing had been reported before: ${keys.join(', ')}.`,
  ];
}
