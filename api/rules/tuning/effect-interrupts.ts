import type { HostEvidence, SettingEffect } from '../../contract/tuning.ts';
import { cpuLookup, cpusText, shortestCpuList, unionOfCpuLists } from '../cpus/cpu-list.ts';
import { linesOf, queueOf } from '../samples/nic-lines.ts';
import { formatCount } from '../words/numbers.ts';
import { percent, sumOf, type TunedHost, writtenKnobs } from './tuned-host.ts';
import { EFFECTIVE_SHARE, INTERRUPTS_LEAST, WITHOUT_EFFECT_SHARE } from './tuning-thresholds.ts';

export type Verdict = Pick<SettingEffect, 'verdict' | 'sentence'>;

const AFFINITY_KEY = /^nic\/([^/]+)\/irq\/(.+)\/affinity$/;
const QUEUES_KEY = /^nic\/([^/]+)\/channels\/(combined|rx)$/;

/** Whether the interrupts of each queue landed on the CPUs requested for it. */
export function interruptAffinityEffect(tuned: TunedHost, evidence: HostEvidence): Verdict | null {
  const knobs = writtenKnobs(tuned, 'interruptAffinity').flatMap(({ key, asked }) => {
    const [, nic = '', name = ''] = key.match(AFFINITY_KEY) ?? [];
    return nic && asked !== null ? [{ nic, name, cpus: asked }] : [];
  });
  const [first] = knobs;
  if (!first) return null;
  const { nic } = first;
  const lines = new Map(linesOf(tuned, nic, evidence).map((line) => [line.name, line]));
  let landed = 0;
  let all = 0;
  for (const { name, cpus } of knobs) {
    const isAsked = cpuLookup(cpus);
    for (const { cpu, count } of lines.get(name)?.perCpu ?? []) {
      all += count;
      if (isAsked(cpu)) landed += count;
    }
  }
  if (all < INTERRUPTS_LEAST) {
    return {
      verdict: 'cannot-tell',
      sentence: `${nic} interrupted ${formatCount(all)} times in this step; fewer than ${INTERRUPTS_LEAST} say nothing.`,
    };
  }
  const asked = unionOfCpuLists(knobs.map(({ cpus }) => cpus));
  const alike = new Set(knobs.map(({ cpus }) => shortestCpuList(cpus))).size === 1;
  const where = alike ? `on ${cpusText(asked)}` : `on the CPU asked for each queue (${cpusText(asked)} in all)`;
  const figures = `${percent(landed, all)} of ${formatCount(all)} interrupts of ${nic} ${where}`;
  return judgeShare(landed / all, figures);
}

/** The same bounds for interrupts and for steered packets. */
export function judgeShare(share: number, figures: string): Verdict {
  if (share >= EFFECTIVE_SHARE) return { verdict: 'effective', sentence: `${figures}.` };
  if (share < WITHOUT_EFFECT_SHARE) {
    return { verdict: 'without-effect', sentence: `${figures}; at least ${EFFECTIVE_SHARE * 100} % were expected.` };
  }
  return {
    verdict: 'cannot-tell',
    sentence: `${figures}: between ${WITHOUT_EFFECT_SHARE * 100} and ${EFFECTIVE_SHARE * 100} %, so neither kept nor ignored.`,
  };
}

/**
 * Whether as many queues interrupted as there were to be; few connections reach few queues. More than asked are an effect
 * missed only where each of them carried load: one packet that was under way is none.
 */
export function nicQueuesEffect(tuned: TunedHost, evidence: HostEvidence): Verdict | null {
  const [knob] = writtenKnobs(tuned, 'nicQueues').filter(({ key }) => QUEUES_KEY.test(key));
  const nic = knob?.key.match(QUEUES_KEY)?.[1];
  if (!knob || !nic) return null;
  const asked = Number(knob.asked);
  const counts = new Map<number, number>();
  for (const { name, perCpu } of linesOf(tuned, nic, evidence)) {
    const queue = queueOf(name);
    if (queue !== null && perCpu.length > 0) counts.set(queue, (counts.get(queue) ?? 0) + sumOf(perCpu));
  }
  if (counts.size === 0) {
    return {
      verdict: 'cannot-tell',
      sentence: `The interrupts of ${nic} do not show which queues raised them.`,
    };
  }
  const figures = `${formatCount(counts.size)} of ${formatCount(asked)} queues of ${nic} interrupted`;
  if (counts.size === asked) return { verdict: 'effective', sentence: `${figures}.` };
  if (counts.size > asked) {
    const busy = [...counts.values()].filter((count) => count >= INTERRUPTS_LEAST).length;
    return {
      verdict: busy > asked ? 'without-effect' : 'cannot-tell',
      sentence: `${formatCount(counts.size)} queues of ${nic} interrupted, ${formatCount(asked)} were asked for, ${formatCount(busy)} of them ${INTERRUPTS_LEAST} times or more.`,
    };
  }
  return {
    verdict: 'cannot-tell',
    sentence: `${figures}: a hash spreads connections over queues, so few connections may not reach all.`,
  };
}
