import type { HostEvidence, SettingEffect, SettingName } from '../../contract/tuning.ts';
import { interruptAffinityEffect, nicQueuesEffect, type Verdict } from './effect-interrupts.ts';
import { flowSteeringEffect, packetSteeringEffect } from './effect-steering.ts';
import { targetCpusEffect } from './effect-target-cpus.ts';
import type { TunedHost } from './tuned-host.ts';

interface Asked {
  /** The resolved list; null: every CPU. */
  targetCpus: string | null;
  /** Other hosts of the run that are the same machine, in namespaces of their own: its counters count for all of them. */
  neighbours: TunedHost[];
}

type Judge = (tuned: TunedHost, evidence: HostEvidence, asked: Asked) => Verdict | null;

/**
 * The settings whose effect the counters of a step can show. Of all others, such as an MTU or a sysctl, reading back is all
 * that is known, and nothing is made up beyond it.
 */
const JUDGES: [SettingName, Judge][] = [
  ['nicQueues', nicQueuesEffect],
  ['interruptAffinity', interruptAffinityEffect],
  ['packetSteering', (tuned, evidence, { neighbours }) => packetSteeringEffect(tuned, evidence, neighbours)],
  ['flowSteering', (tuned, evidence, { neighbours }) => flowSteeringEffect(tuned, evidence, neighbours)],
  ['targetCpus', (tuned, evidence, { targetCpus }) => targetCpusEffect(tuned, evidence, targetCpus)],
];

/** What each setting of a host did in each measured step, step by step. */
export function tuningEffects(tuned: TunedHost, asked: Asked): SettingEffect[] {
  return tuned.evidence.flatMap(({ stepIndex, evidence }) =>
    JUDGES.flatMap(([setting, judge]) => {
      const verdict = judge(tuned, evidence, asked);
      return verdict ? [{ setting, stepIndex, ...verdict }] : [];
    }),
  );
}
