import type { AppliedChange, HostEvidence } from '../../contract/tuning.ts';
import { cpusText, parseCpuList, parseCpuMask } from '../cpus/cpu-list.ts';
import { nicOf } from '../samples/nic-lines.ts';
import { formatCount } from '../words/numbers.ts';
import { listed } from '../words/text.ts';
import { judgeShare, type Verdict } from './effect-interrupts.ts';
import { carriesLoad, percent, receivedBy, sumOf, type TunedHost, writtenKnobs } from './tuned-host.ts';
import { PACKETS_LEAST, STEERED_LEAST, STEERED_SHARE_LEAST, WITHOUT_EFFECT_SHARE } from './tuning-thresholds.ts';

const MASK_KEY = /\/rps_cpus$/;
const FLOWS_KEY = /\/rps_flow_cnt$/;
const FLOW_TABLE_KEY = 'sysctl/net.core.rps_sock_flow_entries';

/** Whether packets were handed to other CPUs, and only to the requested ones. */
export function packetSteeringEffect(
  tuned: TunedHost,
  evidence: HostEvidence,
  neighbours: TunedHost[],
): Verdict | null {
  const masks = writtenKnobs(tuned, 'packetSteering').filter(({ key }) => MASK_KEY.test(key));
  if (masks.length === 0) return null;
  const asked = new Set(masks.flatMap(({ asked }) => parseCpuMask(asked ?? '0') ?? []));
  const flows = flowsSteered(tuned);
  const seen = steeredIn(evidence);
  if (seen.processed < PACKETS_LEAST) return tooFew(seen);
  const elsewhere = loadElsewhere(nicsOf(masks), evidence, seen);
  if (elsewhere) return elsewhere;
  if (asked.size === 0) return turnedOff(seen, flows);
  if (steersBeside(tuned))
    return unclear(seen, 'other queues or interfaces of the machine steer too, and one counter counts all');
  if (seen.steered > 0 && neighbours.some(steers)) return sharedWith(seen, neighbours.filter(steers));
  if (seen.steered < leastOf(seen))
    return absent(seen, sumOf(evidence.packetsProcessed.filter(({ cpu }) => asked.has(cpu))));
  const shared = sharedCounter(neighbours);
  if (flows)
    return steering(seen, `on which CPUs cannot be judged, since flow steering goes beyond those asked for${shared}`);
  if (parseCpuList(tuned.host.facts.onlineCpus).every((cpu) => asked.has(cpu))) {
    return steering(seen, `the requested CPUs are all CPUs, so where the work went proves nothing${shared}`);
  }
  const landed = sumOf(evidence.packetsSteered.filter(({ cpu }) => asked.has(cpu)));
  const where = `${percent(landed, seen.steered)} on ${cpusText(asked)}${shared}`;
  return judgeShare(landed / seen.steered, `${figuresOf(seen)}, ${where}`);
}

/** Judged only where packets are not steered by a mask too, asked for or as found: one counter counts both. */
export function flowSteeringEffect(tuned: TunedHost, evidence: HostEvidence, neighbours: TunedHost[]): Verdict | null {
  if (!flowsAsked(tuned) || writtenKnobs(tuned, 'packetSteering').length > 0) return null;
  const seen = steeredIn(evidence);
  if (seen.processed < PACKETS_LEAST) return tooFew(seen);
  const elsewhere = loadElsewhere(nicsOf(writtenKnobs(tuned, 'flowSteering')), evidence, seen);
  if (elsewhere) return elsewhere;
  if (steersBeside(tuned)) return unclear(seen, 'packets are steered by a mask too, and one counter counts both');
  if (seen.steered > 0 && neighbours.some(steers)) return sharedWith(seen, neighbours.filter(steers));
  if (seen.steered >= leastOf(seen)) {
    return { verdict: 'effective', sentence: `${figuresOf(seen)}${sharedCounter(neighbours)}.` };
  }
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

/** Interfaces whose queues these knobs belong to; a table of the whole host belongs to none. */
const nicsOf = (knobs: AppliedChange[]): string[] => [...new Set(knobs.flatMap(({ key }) => nicOf(key) || []))];

/** The counters are the machine's: they prove nothing for an interface that the load did not go through. */
function loadElsewhere(nics: string[], evidence: HostEvidence, { processed }: Seen): Verdict | null {
  for (const nic of nics) {
    const received = receivedBy(nic, evidence);
    if (received !== null && carriesLoad(received, processed)) continue;
    const told =
      received === null
        ? `How many of the ${formatCount(processed)} packets handled in this step came through ${nic} was not counted, and the counter of steering covers the whole machine.`
        : `${nic} received ${formatCount(received)} packets of ${formatCount(processed)} handled in this step: the load does not go through it.`;
    return { verdict: 'cannot-tell', sentence: told };
  }
  return null;
}

/** Whether steering on this host may move the counter: asked for, or found. */
function steers(tuned: TunedHost): boolean {
  const masks = writtenKnobs(tuned, 'packetSteering').filter(({ key }) => MASK_KEY.test(key));
  return (
    masks.some(({ asked }) => (parseCpuMask(asked ?? '0') ?? []).length > 0) ||
    flowsSteered(tuned) ||
    steersBeside(tuned)
  );
}

const sharedWith = (seen: Seen, others: TunedHost[]): Verdict =>
  unclear(
    seen,
    `${namesOf(others)} of this run steers on the same machine too, and the counter covers the whole machine`,
  );

/** What is to be added where other hosts of the run are the same machine. */
const sharedCounter = (neighbours: TunedHost[]): string =>
  neighbours.length === 0 ? '' : `; the counter covers the whole machine, which ${namesOf(neighbours)} shares`;

const namesOf = (hosts: TunedHost[]): string => listed(hosts.map(({ host }) => host.name));

const steering = (seen: Seen, but: string): Verdict => ({
  verdict: 'effective',
  sentence: `${figuresOf(seen)}; ${but}.`,
});

const leastOf = ({ processed }: Seen): number => Math.max(STEERED_LEAST, processed * STEERED_SHARE_LEAST);

const flowsAsked = (tuned: TunedHost): boolean =>
  (tuned.applied?.changes ?? []).some(
    ({ setting, asked, status }) => setting === 'flowSteering' && status !== 'not-changeable' && Number(asked) > 0,
  );

/** Asked for, or found on the host and not turned off. */
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
  `Steering handed work to another CPU ${formatCount(steered)} times for ${formatCount(processed)} packets`;

const tooFew = (seen: Seen): Verdict => ({
  verdict: 'cannot-tell',
  sentence: `${formatCount(seen.processed)} packets were processed in this step; fewer than ${formatCount(PACKETS_LEAST)} say nothing.`,
});

const unclear = (seen: Seen, why: string): Verdict => ({
  verdict: 'cannot-tell',
  sentence: `${figuresOf(seen)}: ${why}.`,
});

/**
 * `there`: packets that were processed on the CPUs asked for. One that arrives on such a CPU may be meant for it and is
 * not handed on: with few connections, or few CPUs, that may be all of them.
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
    sentence: `${figuresOf(seen)}; at least ${formatCount(leastOf(seen))} were expected.`,
  };
}

/** The masks read back empty, so something else steers. */
function turnedOff(seen: Seen, flows: boolean): Verdict {
  if (seen.steered === 0)
    return { verdict: 'effective', sentence: `None of ${formatCount(seen.processed)} packets was steered.` };
  return unclear(
    seen,
    flows
      ? 'flow steering is on, and one counter counts both'
      : 'the masks asked for are empty, so another interface of the machine steers',
  );
}
