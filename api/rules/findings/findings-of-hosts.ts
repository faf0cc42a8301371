import type { SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import type { Finding } from '../../contract/verdict.ts';
import { sharedMachine } from '../evidence/shared-machine.ts';
import { measureHere, unmeasuredOrigin } from '../spec/external-target.ts';
import { amount, percent, percentAbove, seconds } from '../verdict/amounts.ts';
import { culpritsText, stopText } from '../verdict/competing-words.ts';
import { cpuStateIn } from '../verdict/cpu-busy.ts';
import { measuredSeconds } from '../verdict/measured-seconds.ts';
import { evidenceOf, hostsOf, type MeasuredStep, ofStep } from '../verdict/measured-step.ts';
import {
  COMPETING_SHARE,
  RETRANSMITTED_SHARE,
  SAMPLES_MISSING_DOUBTFUL,
  SQUEEZES_PER_SECOND,
  STEAL_SHARE,
} from '../verdict/thresholds.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { listed } from '../words/text.ts';
import { competingShare, hasNeighbour } from './competing-share.ts';

/** What else went on while one step was measured, host by host. */
export function hostFindings(step: MeasuredStep, run: Run): Finding[] {
  const evidence = evidenceOf(step);
  const seen = new Set<string>();
  // A host of both sides is named once.
  const hosts = hostsOf(evidence).filter(({ hostId, side, name }) => {
    const key = hostId ?? `${side} ${name}`;
    return !seen.has(key) && seen.add(key);
  });
  return [
    ...samplesMissing(step),
    ...competing(step, run, hosts),
    ...targetBesideClient(step, run),
    ...hosts.flatMap((side) => [
      ...throttled(step, side),
      ...retransmits(step, run, side),
      ...listenOverflow(step, side),
      ...softnetDrop(step, side),
    ]),
  ];
}

function samplesMissing(step: MeasuredStep): Finding[] {
  const gap = step.point.sampleGapSeconds ?? 0;
  if (gap <= 0) return [];
  const whole = measuredSeconds(step);
  const long = whole !== null && gap > SAMPLES_MISSING_DOUBTFUL * whole;
  const sentence = `no samples for ${gap.toFixed(1)} s, so host figures of that time are missing. Check the agents’ logs.`;
  return [ofStep(step, { code: 'samples-missing', severity: long ? 'suspect' : 'note', sentence })];
}

function competing(step: MeasuredStep, run: Run, hosts: SideEvidence[]): Finding[] {
  return hosts.flatMap(({ hostId, side, name, cpus, otherCpus, competitors }) => {
    const host = run.hosts.find((one) => one.hostId === hostId);
    const all = cpus ?? host?.facts?.cpus ?? null;
    const share = competingShare(otherCpus, all);
    if (otherCpus === null || all === null || share === null) return [];
    // Of several agents on one machine the first one tells.
    if (host && hasNeighbour(host, run.hosts.slice(0, run.hosts.indexOf(host)))) return [];
    const culprits = culpritsText(competitors);
    const sentence = `other processes on ${name} used ${otherCpus.toFixed(2)} of its ${plural(all, 'CPU')} (${percentAbove(share, COMPETING_SHARE)}, more than ${percent(COMPETING_SHARE)})${culprits && `: ${culprits}`}. ${side === 'backend' ? 'The target’s services may have lacked CPU.' : tooFew(run, name)} ${culprits ? stopText(competitors) : 'Find them in the run’s snapshots, stop them and rerun.'}`;
    return [ofStep(step, { code: 'competing-load', severity: 'suspect', hostId, sentence })];
  });
}

/**
 * A target without an agent shares the machine of a client, so its CPU use and that of other processes cannot be
 * separated.
 */
function targetBesideClient(step: MeasuredStep, run: Run): Finding[] {
  const origin = unmeasuredOrigin(run);
  const evidence = evidenceOf(step);
  if (origin === null || evidence.sharedMachine !== true) return [];
  const crowded = evidence.clients.filter((side) => cpuStateIn(evidence, side).fullness !== 'free');
  if (crowded.length === 0) return [];
  const names = crowded.map(({ name }) => name);
  const sentence = `target ${origin} and load generator shared the CPUs of ${listed(names)}, which may have been saturated; the share of other processes is unknown. ${measureHere(names)}`;
  return [ofStep(step, { code: 'target-beside-client', severity: 'suspect', sentence })];
}

/** Of a target without an agent it is not known where it runs. */
const tooFew = (run: Run, name: string): string =>
  unmeasuredOrigin(run) === null
    ? 'Target or load generator may have lacked CPU.'
    : `The load generator may have lacked CPU; a target on ${name} counts among them.`;

function throttled(step: MeasuredStep, { hostId, name, cpu, counters }: SideEvidence): Finding[] {
  const causes = [
    ...((cpu?.steal ?? 0) > STEAL_SHARE
      ? [
          `the hypervisor took ${percentAbove(cpu?.steal ?? 0, STEAL_SHARE)} of its CPU time (steal, more than ${percent(STEAL_SHARE)})`,
        ]
      : []),
    ...(counters?.cgroupThrottledUs
      ? [`its control group’s CPU limit held it up for ${seconds(counters.cgroupThrottledUs / 1e6)}, summed over CPUs`]
      : []),
    ...(counters?.allowanceExceeded ?? []).flatMap(({ name: counter, count: many }) =>
      many > 0 ? [`the cloud’s limits delayed or dropped ${plural(many, 'packet')} (${counter})`] : [],
    ),
    ...(counters?.qdiscOverlimits
      ? [`traffic control held packets back ${plural(counters.qdiscOverlimits, 'time')} (qdisc overlimits)`]
      : []),
  ];
  return causes.map((cause) => {
    const sentence = `${name} was throttled: ${cause}. Lift the limit or use another host.`;
    return ofStep(step, { code: 'throttled', severity: 'suspect', hostId, sentence });
  });
}

/** The kernel counts all TCP of a host, not the load's alone. */
function retransmits(step: MeasuredStep, run: Run, { hostId, name, counters }: SideEvidence): Finding[] {
  const { segmentsSent: sent, segmentsRetransmitted: again } = counters ?? {};
  if (!sent || !again || again <= RETRANSMITTED_SHARE * sent) return [];
  const counted = `${name} retransmitted ${formatCount(again)} of ${formatCount(sent)} TCP segments (${percentAbove(again / sent, RETRANSMITTED_SHARE)}, more than ${percent(RETRANSMITTED_SHARE)})`;
  const [severity, rest] = staysOnHost(run)
    ? ([
        'note',
        '. This counts all TCP of the host; the load stayed on it, so whose segments these were is unknown.',
      ] as const)
    : ([
        'suspect',
        ', counting all TCP of the host: packets were lost or late, and a lost one can hold its connection up for 200 ms. Check NICs, switches and qdiscs for drops.',
      ] as const);
  return [ofStep(step, { code: 'retransmits', severity, hostId, sentence: `${counted}${rest}` })];
}

/** Every request and answer goes by the loopback of one host. A name of several addresses may have led elsewhere, too. */
const staysOnHost = (run: Run): boolean =>
  run.hosts.length === 1 &&
  sharedMachine(run) === 'host' &&
  (run.target?.resolved ?? []).every(({ addresses }) => addresses.length === 1);

function listenOverflow(step: MeasuredStep, { hostId, name, counters }: SideEvidence): Finding[] {
  const { listenOverflows: overflows = 0, listenDrops: drops = 0 } = counters ?? {};
  if (!overflows && !drops) return [];
  const what = overflows
    ? `the listen queue on ${name} overflowed ${plural(overflows, 'time')}`
    : `the kernel of ${name} dropped ${plural(drops ?? 0, 'connection request')}, though no listen queue overflowed`;
  const next = overflows
    ? 'Raise net.core.somaxconn and the target’s backlog, or connect more slowly.'
    : 'Connect more slowly, and look for memory or SYN limits in the kernel’s log.';
  const sentence = `${what}: clients had to retry a second or more later. ${next}`;
  return [ofStep(step, { code: 'listen-overflow', severity: 'suspect', hostId, sentence })];
}

function softnetDrop(step: MeasuredStep, { hostId, name, counters }: SideEvidence): Finding[] {
  const [dropped, squeezed] = [counters?.softnetDropped ?? 0, counters?.softnetTimeSqueezed ?? 0];
  const whole = measuredSeconds(step);
  const head = { code: 'softnet-drop' as const, hostId };
  if (dropped > 0) {
    const sentence = `the kernel of ${name} dropped ${plural(dropped, 'packet')} (softnet backlog). Raise net.core.netdev_max_backlog, or spread the NIC’s interrupts or packets over more CPUs.`;
    return [ofStep(step, { ...head, severity: 'suspect', sentence })];
  }
  if (squeezed <= 0) return [];
  const often = whole === null || squeezed > SQUEEZES_PER_SECOND * whole;
  const rate = whole === null ? '' : `, ${amount(squeezed / whole)} a second`;
  const sentence = `softirq on ${name} ran out of budget ${plural(squeezed, 'time')}${rate} (time_squeeze): packets waited, none was lost. ${often ? 'Spread interrupts or packets over more CPUs, or raise net.core.netdev_budget.' : `Up to ${SQUEEZES_PER_SECOND} a second is usual.`}`;
  return [ofStep(step, { ...head, severity: often ? 'suspect' : 'note', sentence })];
}
