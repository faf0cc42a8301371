import type { HostEvidence, SettingEffect } from '../contract/tuning.ts';
import { cpusText, formatCpuList, parseCpuList } from './cpu-list.ts';
import { counted, percent, type TunedHost, writtenKnobs } from './tuned-host.ts';
import { EFFECTIVE_SHARE, INTERRUPTS_LEAST, WITHOUT_EFFECT_SHARE } from './tuning-thresholds.ts';

export type Verdict = Pick<SettingEffect, 'verdict' | 'sentence'>;

const AFFINITY_KEY = /^nic\/([^/]+)\/irq\/(.+)\/affinity$/;
const QUEUES_KEY = /^nic\/([^/]+)\/channels\/(combined|rx)$/;

/** One interrupt line of a NIC, with what it counted in a step. */
interface Line {
  name: string;
  perCpu: HostEvidence['interrupts'][number]['perCpu'];
}

/** Whether the interrupts of the queues came to the CPUs that were asked for each of them. */
export function interruptAffinityEffect(tuned: TunedHost, evidence: HostEvidence): Verdict | null {
  const knobs = writtenKnobs(tuned, 'interruptAffinity').flatMap(({ key, asked }) => {
    const [, nic = '', name = ''] = key.match(AFFINITY_KEY) ?? [];
    return nic && asked !== null ? [{ nic, name, cpus: parseCpuList(asked) }] : [];
  });
  const [first] = knobs;
  if (!first) return null;
  const { nic } = first;
  const lines = new Map(linesOf(tuned, nic, evidence).map((line) => [line.name, line]));
  let landed = 0;
  let all = 0;
  for (const { name, cpus } of knobs) {
    for (const { cpu, count } of lines.get(name)?.perCpu ?? []) {
      all += count;
      if (cpus.includes(cpu)) landed += count;
    }
  }
  if (all < INTERRUPTS_LEAST) {
    return {
      verdict: 'cannot-tell',
      sentence: `${nic} interrupted ${counted(all)} times in this step; fewer than ${INTERRUPTS_LEAST} say nothing.`,
    };
  }
  const asked = new Set(knobs.flatMap(({ cpus }) => cpus));
  const alike = new Set(knobs.map(({ cpus }) => formatCpuList(cpus))).size === 1;
  const where = alike ? `on ${cpusText(asked)}` : `on the CPU asked for each queue (${cpusText(asked)} in all)`;
  const figures = `${percent(landed, all)} of ${counted(all)} interrupts of ${nic} ${where}`;
  return judgeShare(landed / all, figures);
}

/** The same bounds for interrupts and for steered packets. */
export function judgeShare(share: number, figures: string): Verdict {
  if (share >= EFFECTIVE_SHARE) return { verdict: 'effective', sentence: `${figures}.` };
  if (share < WITHOUT_EFFECT_SHARE) {
    return { verdict: 'without-effect', sentence: `${figures}; at least ${EFFECTIVE_SHARE * 100} % were to be.` };
  }
  return {
    verdict: 'cannot-tell',
    sentence: `${figures}: between ${WITHOUT_EFFECT_SHARE * 100} and ${EFFECTIVE_SHARE * 100} %, so neither kept nor ignored.`,
  };
}

/** Whether as many queues interrupted as there were to be; few connections reach few queues. */
export function nicQueuesEffect(tuned: TunedHost, evidence: HostEvidence): Verdict | null {
  const [knob] = writtenKnobs(tuned, 'nicQueues').filter(({ key }) => QUEUES_KEY.test(key));
  const nic = knob?.key.match(QUEUES_KEY)?.[1];
  if (!knob || !nic) return null;
  const asked = Number(knob.asked);
  const queues = new Set(
    linesOf(tuned, nic, evidence)
      .filter(({ perCpu }) => perCpu.length > 0)
      .flatMap(({ name }) => queueOf(name) ?? []),
  );
  const figures = `${counted(queues.size)} of ${counted(asked)} queues of ${nic} interrupted`;
  if (queues.size === asked) return { verdict: 'effective', sentence: `${figures}.` };
  if (queues.size > asked) {
    return {
      verdict: 'without-effect',
      sentence: `${counted(queues.size)} queues of ${nic} interrupted where ${counted(asked)} were asked for.`,
    };
  }
  return {
    verdict: 'cannot-tell',
    sentence: `${figures}: connections are spread over queues by a hash, and few of them need not reach all.`,
  };
}

/** Lines of a NIC that counted, by the names that its host's facts have for their numbers. */
function linesOf({ host }: TunedHost, nic: string, evidence: HostEvidence): Line[] {
  const known = host.facts.nics.find(({ name }) => name === nic)?.interrupts ?? [];
  const perCpu = new Map(evidence.interrupts.map((one) => [one.irq, one.perCpu]));
  return known.flatMap(({ irq, name }) => {
    const counts = perCpu.get(irq);
    return counts ? [{ name, perCpu: counts }] : [];
  });
}

/** The queue's number at the end of a line's name: `eth0-Tx-Rx-3`, `virtio0-input.3`. */
function queueOf(name: string): number | null {
  const match = name.match(/(?:-|\.)(\d+)$/);
  return match ? Number(match[1]) : null;
}
