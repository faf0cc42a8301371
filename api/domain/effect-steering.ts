import type { HostEvidence } from '../contract/tuning.ts';
import { cpusText, parseCpuMask } from './cpu-list.ts';
import { judgeShare, type Verdict } from './effect-interrupts.ts';
import { counted, percent, sumOf, type TunedHost, writtenKnobs } from './tuned-host.ts';
import { PACKETS_LEAST, STEERED_LEAST, STEERED_SHARE_LEAST } from './tuning-thresholds.ts';

const MASK_KEY = /\/rps_cpus$/;

/** Whether packets were handed to other CPUs, and only to those that were asked for. */
export function packetSteeringEffect(tuned: TunedHost, evidence: HostEvidence): Verdict | null {
  const masks = writtenKnobs(tuned, 'packetSteering').filter(({ key }) => MASK_KEY.test(key));
  if (masks.length === 0) return null;
  const asked = new Set(masks.flatMap(({ asked }) => parseCpuMask(asked ?? '0')));
  const flows = flowsSteered(tuned);
  const seen = steeredIn(evidence);
  if (seen.processed < PACKETS_LEAST) return tooFew(seen);
  if (asked.size === 0) return turnedOff(seen, flows);
  if (seen.steered < leastOf(seen)) return absent(seen);
  if (flows) {
    return {
      verdict: 'effective',
      sentence: `${figuresOf(seen)}; on which CPUs cannot be judged, since flow steering goes beyond those asked for.`,
    };
  }
  const landed = sumOf(evidence.packetsSteered.filter(({ cpu }) => asked.has(cpu)));
  return judgeShare(
    landed / seen.steered,
    `${figuresOf(seen)}, ${percent(landed, seen.steered)} on ${cpusText(asked)}`,
  );
}

/** Judged only where packet steering was not asked for too: one counter counts both. */
export function flowSteeringEffect(tuned: TunedHost, evidence: HostEvidence): Verdict | null {
  if (!flowsSteered(tuned) || writtenKnobs(tuned, 'packetSteering').length > 0) return null;
  const seen = steeredIn(evidence);
  if (seen.processed < PACKETS_LEAST) return tooFew(seen);
  if (seen.steered >= leastOf(seen)) return { verdict: 'effective', sentence: `${figuresOf(seen)}.` };
  return {
    verdict: 'cannot-tell',
    sentence: `${figuresOf(seen)}: flows whose reader runs on the CPU that takes their interrupts need no steering.`,
  };
}

interface Seen {
  steered: number;
  processed: number;
}

const steeredIn = ({ packetsSteered, packetsProcessed }: HostEvidence): Seen => ({
  steered: sumOf(packetsSteered),
  processed: sumOf(packetsProcessed),
});

const leastOf = ({ processed }: Seen): number => Math.max(STEERED_LEAST, processed * STEERED_SHARE_LEAST);

const flowsSteered = (tuned: TunedHost): boolean =>
  writtenKnobs(tuned, 'flowSteering').some(({ asked }) => Number(asked) > 0);

/** The kernel counts how often a CPU was woken for packets of another one, not the packets. */
const figuresOf = ({ steered, processed }: Seen): string =>
  `Steering handed work to another CPU ${counted(steered)} times for ${counted(processed)} packets`;

const tooFew = (seen: Seen): Verdict => ({
  verdict: 'cannot-tell',
  sentence: `${counted(seen.processed)} packets were processed in this step; fewer than ${counted(PACKETS_LEAST)} say nothing.`,
});

function absent(seen: Seen): Verdict {
  return {
    verdict: seen.steered === 0 ? 'without-effect' : 'cannot-tell',
    sentence: `${figuresOf(seen)}; at least ${counted(leastOf(seen))} were to be expected.`,
  };
}

function turnedOff(seen: Seen, flows: boolean): Verdict {
  if (seen.steered === 0)
    return { verdict: 'effective', sentence: `None of ${counted(seen.processed)} packets was steered.` };
  if (flows) {
    return {
      verdict: 'cannot-tell',
      sentence: `${figuresOf(seen)}: flow steering was asked for, and one counter counts both.`,
    };
  }
  return {
    verdict: seen.steered >= leastOf(seen) ? 'without-effect' : 'cannot-tell',
    sentence: `${figuresOf(seen)}, though packet steering is off; another interface of the machine may steer.`,
  };
}
