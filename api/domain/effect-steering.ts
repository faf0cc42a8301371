import type { HostEvidence } from '../contract/tuning.ts';
import { cpusText, parseCpuMask } from './cpu-list.ts';
import { judgeShare, type Verdict } from './effect-interrupts.ts';
import { counted, percent, sumOf, type TunedHost, writtenKnobs } from './tuned-host.ts';
import { PACKETS_LEAST, STEERED_LEAST, STEERED_SHARE_LEAST, WITHOUT_EFFECT_SHARE } from './tuning-thresholds.ts';

const MASK_KEY = /\/rps_cpus$/;
const FLOWS_KEY = /\/rps_flow_cnt$/;
const FLOW_TABLE_KEY = 'sysctl/net.core.rps_sock_flow_entries';

/** Whether packets were handed to other CPUs, and only to those that were asked for. */
export function packetSteeringEffect(tuned: TunedHost, evidence: HostEvidence): Verdict | null {
  const masks = writtenKnobs(tuned, 'packetSteering').filter(({ key }) => MASK_KEY.test(key));
  if (masks.length === 0) return null;
  const asked = new Set(masks.flatMap(({ asked }) => parseCpuMask(asked ?? '0')));
  const flows = flowsSteered(tuned);
  const seen = steeredIn(evidence);
  if (seen.processed < PACKETS_LEAST) return tooFew(seen);
  if (asked.size === 0) return turnedOff(seen, flows);
  if (steersBeside(tuned))
    return unclear(seen, 'other queues or interfaces of the machine steer too, and one counter counts all');
  if (seen.steered < leastOf(seen))
    return absent(seen, sumOf(evidence.packetsProcessed.filter(({ cpu }) => asked.has(cpu))));
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

/** Judged only where packets are not steered by a mask too, asked for or as found: one counter counts both. */
export function flowSteeringEffect(tuned: TunedHost, evidence: HostEvidence): Verdict | null {
  if (!flowsAsked(tuned) || writtenKnobs(tuned, 'packetSteering').length > 0) return null;
  const seen = steeredIn(evidence);
  if (seen.processed < PACKETS_LEAST) return tooFew(seen);
  if (steersBeside(tuned)) return unclear(seen, 'packets are steered by a mask too, and one counter counts both');
  if (seen.steered >= leastOf(seen)) return { verdict: 'effective', sentence: `${figuresOf(seen)}.` };
  return unclear(seen, 'flows whose reader runs on the CPU that takes their interrupts need no steering');
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

const flowsAsked = (tuned: TunedHost): boolean =>
  (tuned.applied?.changes ?? []).some(
    ({ setting, asked, status }) => setting === 'flowSteering' && status !== 'not-changeable' && Number(asked) > 0,
  );

/** Asked for, or found on the host, where nobody asked for it to be turned off. */
function flowsSteered(tuned: TunedHost): boolean {
  const { found } = tuned;
  const queues = Object.entries(found).some(([key, count]) => FLOWS_KEY.test(key) && Number(count) > 0);
  return flowsAsked(tuned) || (queues && Number(found[FLOW_TABLE_KEY] ?? 0) > 0);
}

/** Masks that are not those asked for: of queues that could not be changed, and of other interfaces. */
function steersBeside(tuned: TunedHost): boolean {
  const known = new Set(writtenKnobs(tuned, 'packetSteering').map(({ key }) => key));
  const kept = (tuned.applied?.changes ?? []).some(
    ({ setting, key, asked }) =>
      setting === 'packetSteering' && asked !== null && MASK_KEY.test(key) && !known.has(key),
  );
  return (
    kept ||
    Object.entries(tuned.found).some(([key, mask]) => MASK_KEY.test(key) && !known.has(key) && /[1-9a-f]/i.test(mask))
  );
}

/** The kernel counts how often a CPU was woken for packets of another one, not the packets. */
const figuresOf = ({ steered, processed }: Seen): string =>
  `Steering handed work to another CPU ${counted(steered)} times for ${counted(processed)} packets`;

const tooFew = (seen: Seen): Verdict => ({
  verdict: 'cannot-tell',
  sentence: `${counted(seen.processed)} packets were processed in this step; fewer than ${counted(PACKETS_LEAST)} say nothing.`,
});

const unclear = (seen: Seen, why: string): Verdict => ({
  verdict: 'cannot-tell',
  sentence: `${figuresOf(seen)}: ${why}.`,
});

/**
 * `there`: packets that were processed on the CPUs asked for. One that arrives on such a CPU may be meant for it, and is
 * handed to nobody: with few connections, or few CPUs, that may be all of them.
 */
function absent(seen: Seen, there: number): Verdict {
  const ignored = seen.steered === 0 && there < seen.processed * WITHOUT_EFFECT_SHARE;
  if (seen.steered === 0 && !ignored) {
    return unclear(
      seen,
      `${percent(there, seen.processed)} were processed on the CPUs asked for, where they may have arrived`,
    );
  }
  return {
    verdict: ignored ? 'without-effect' : 'cannot-tell',
    sentence: `${figuresOf(seen)}; at least ${counted(leastOf(seen))} were to be expected.`,
  };
}

/** That the masks are empty has been read back: whatever steers is somebody else. */
function turnedOff(seen: Seen, flows: boolean): Verdict {
  if (seen.steered === 0)
    return { verdict: 'effective', sentence: `None of ${counted(seen.processed)} packets was steered.` };
  return unclear(
    seen,
    flows
      ? 'flow steering is on, and one counter counts both'
      : 'the masks asked for are empty, so another interface of the machine steers',
  );
}
