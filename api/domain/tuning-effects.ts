import type { HostEvidence, SettingEffect, SettingName } from '../contract/tuning.ts';
import { interruptAffinityEffect, nicQueuesEffect, type Verdict } from './effect-interrupts.ts';
import { flowSteeringEffect, packetSteeringEffect } from './effect-steering.ts';
import { targetCpusEffect } from './effect-target-cpus.ts';
import type { TunedHost } from './tuned-host.ts';

type Judge = (tuned: TunedHost, evidence: HostEvidence, targetCpus: string | null) => Verdict | null;

/**
 * The settings whose effect the counters of a step can show. Of all others, such as an MTU or a sysctl, reading back is all
 * that is known, and nothing is made up beyond it.
 */
const JUDGES: [SettingName, Judge][] = [
  ['nicQueues', nicQueuesEffect],
  ['interruptAffinity', interruptAffinityEffect],
  ['packetSteering', packetSteeringEffect],
  ['flowSteering', flowSteeringEffect],
  ['targetCpus', targetCpusEffect],
];

/** What each setting of a host did in each measured step, step by step. `targetCpus` is the resolved list; null: every CPU. */
export function tuningEffects(tuned: TunedHost, targetCpus: string | null): SettingEffect[] {
  return tuned.evidence.flatMap(({ stepIndex, evidence }) =>
    JUDGES.flatMap(([setting, judge]) => {
      const verdict = judge(tuned, evidence, targetCpus);
      return verdict ? [{ setting, stepIndex, ...verdict }] : [];
    }),
  );
}
