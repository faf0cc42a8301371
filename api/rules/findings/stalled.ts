import type { Stall, StepEvidence } from '../../contract/evidence.ts';
import type { Finding } from '../../contract/verdict.ts';
import { type Stretch, stillStretches } from '../evidence/stalls.ts';
import { amount, percent } from '../verdict/amounts.ts';
import { failedShare } from '../verdict/failed-share.ts';
import { evidenceOf, type MeasuredStep, ofStep } from '../verdict/measured-step.ts';
import {
  STALL_LACKING,
  STALL_LATENCY_MOST_MS,
  STALL_REQUESTS_LEAST,
  STALL_SECONDS_LEAST,
} from '../verdict/thresholds.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { listed } from '../words/text.ts';

/** Of what the slowest request leaves due: a stall that ends within a second leaves as much of it at the end of one, or the other. */
const BEHIND_SLOWEST_LEAST = 0.4;

/** So many stretches are said one by one. */
const SAID_MOST = 3;

/** Whole seconds without an answer, where the usual second has many of them. */
export function stalled(step: MeasuredStep): Finding[] {
  const { requestsBySecond, requestsBySecondSource, stalls } = evidenceOf(step);
  const usual = requestsBySecond && usualSecond(requestsBySecond);
  if (!requestsBySecond || usual === null || !answersSoon(step)) return [];
  const stretches = stillStretches(requestsBySecond).sort((a, b) => b.seconds - a.seconds);
  const [longest] = stretches;
  const whose = requestsBySecondSource === 'tool' ? 'the tool’s' : 'the server’s';
  const counts = `${whose} count; the usual second has ${formatCount(usual)}`;
  const counted = { bySecond: requestsBySecond, usual, counts };
  if (!longest) return step.spec.loop === 'closed' ? stalledAcross(step, counted) : heldUp(step, counted);
  // A tool's seconds are of what succeeded.
  const failed = requestsBySecondSource === 'tool' && (failedShare(step)?.failed ?? 0) > 0;
  const whole = stretches.reduce((sum, { seconds }) => sum + seconds, 0);
  const slowest = (step.point.latencyMs.max ?? 0) / 1000;
  const longer = slowest > longest.seconds;
  const told = `for ${longer ? 'at least ' : ''}${whole} s ${failed ? 'no request succeeded' : 'nothing was answered'}${whenText(stretches)} (${counts})${longer ? `, and the slowest request took ${amount(slowest)} s` : ''}`;
  const then = stalls?.find(({ atSecond }) => atSecond === longest.atSecond);
  const meanwhile = then ? thenText(then, stretches.length > 1 ? 'In the longest' : 'Then', evidenceOf(step)) : '';
  return [ofStep(step, { code: 'stalled', severity: 'suspect', sentence: `${told}.${meanwhile} ${NEXT}` })];
}

const NEXT = 'Throughput and the slowest latencies include it. Run it again to see whether it recurs.';

interface Counted {
  bySecond: readonly number[];
  usual: number;
  counts: string;
}

/**
 * A stall of about a second leaves two seconds in part: in a closed loop they lack as many requests as a stall of the slowest
 * latency leaves out. The second of the first answer
 * may lack what was asked before all connections were open.
 */
function stalledAcross(step: MeasuredStep, { bySecond, usual, counts }: Counted): Finding[] {
  const slowest = (step.point.latencyMs.max ?? 0) / 1000;
  if (slowest < STALL_SECONDS_LEAST) return [];
  const first = bySecond.findIndex((count) => count > 0);
  const pairs = bySecond.slice(1).map((second, at) => ({ at, requests: (bySecond[at] ?? 0) + second }));
  const [least] = pairs.slice(first + 1).sort((a, b) => a.requests - b.requests);
  if (!least) return [];
  const lacking = 2 - least.requests / usual;
  if (lacking < Math.max(STALL_SECONDS_LEAST, STALL_LACKING * slowest)) return [];
  const sentence = `probably nothing was answered for about ${amount(Math.min(slowest, lacking))} s, about ${least.at} s into the load: 2 s there have ${percent(least.requests / (2 * usual))} of the usual requests (${counts}), and the slowest request took ${amount(slowest)} s. ${NEXT}`;
  return [ofStep(step, { code: 'stalled', severity: 'suspect', sentence })];
}

/**
 * An open loop sends what it missed, so that a stall shows in how far the answers were behind the rate at the end of a second,
 * and in that they were not any more soon after. A queue that stays is no stall.
 */
function heldUp(step: MeasuredStep, { bySecond, counts }: Counted): Finding[] {
  const { spec, point } = step;
  const slowest = (point.latencyMs.max ?? 0) / 1000;
  const rate = spec.loop === 'open' ? spec.requestsPerSecond : null;
  if (rate === null || point.latencyMs.loop !== 'open' || slowest < STALL_SECONDS_LEAST) return [];
  const most = behindMost(bySecond, rate);
  // Random arrivals are further from their mean, the more there were.
  const chance = spec.loop === 'open' && spec.arrivals === 'poisson' ? 3 * Math.sqrt(2 * rate) : 0;
  if (!most || most.behind < BEHIND_SLOWEST_LEAST * slowest * rate + chance) return [];
  const sentence = `about ${most.second} s into the load answers fell ${plural(Math.round(most.behind), 'request')} behind the rate, what is due in ${amount(most.behind / rate)} s, and then caught up (${counts}); the slowest request took ${amount(slowest)} s. The slowest latencies include it. Run it again to see whether it recurs.`;
  return [ofStep(step, { code: 'stalled', severity: 'suspect', sentence })];
}

/** Where the answers fell furthest behind the rate within two seconds, and made up for at least half of it in the two after. */
function behindMost(bySecond: readonly number[], rate: number): { second: number; behind: number } | null {
  const first = bySecond.findIndex((count) => count > 0);
  let sum = 0;
  const behind = bySecond.map((count) => {
    sum += rate - count;
    return sum;
  });
  const falls = behind.slice(1).flatMap((now, at) => {
    const second = at + 1;
    const fall = now - Math.min(behind[at] ?? 0, at > 0 ? (behind[at - 1] ?? 0) : 0);
    const after = behind.slice(second + 1, second + 3);
    return second > first && after.length > 0 && now - Math.min(...after) >= fall / 2 ? [{ second, behind: fall }] : [];
  });
  return falls.sort((a, b) => b.behind - a.behind)[0] ?? null;
}

/** The median of the seconds that have an answer; null where so few are usual that chance makes a second without one. */
function usualSecond(bySecond: readonly number[]): number | null {
  const answered = bySecond.filter((count) => count > 0).sort((a, b) => a - b);
  const usual = answered[answered.length >> 1] ?? 0;
  return usual < STALL_REQUESTS_LEAST ? null : usual;
}

/** Requests that take a second or more may all be on their way during a whole one. */
function answersSoon({ point: { latencyMs, latencyRangeMs } }: MeasuredStep): boolean {
  const usualMs = latencyMs.p50 ?? latencyRangeMs?.p50?.high ?? latencyMs.mean;
  return usualMs !== null && usualMs < STALL_LATENCY_MOST_MS;
}

/** ', about 7 s into the load', ': 2 s about 4 s into the load and 1 s about 9 s into it'. */
function whenText(stretches: Stretch[]): string {
  const [only, ...others] = stretches;
  if (!only) return '';
  if (others.length === 0) return `, about ${only.atSecond} s into the load`;
  const said = stretches
    .slice(0, SAID_MOST)
    .map(({ atSecond, seconds }) => `${seconds} s from about second ${atSecond}`);
  const more = stretches.length - said.length;
  return `: ${listed([...said, ...(more > 0 ? [plural(more, 'shorter time')] : [])])}`;
}

function thenText({ hosts }: Stall, when: string, evidence: StepEvidence): string {
  const told = hosts.flatMap((host) => {
    const parts = [...cpuParts(host, evidence), ...segmentParts(host)];
    return parts.length === 0 ? [] : [` ${when}, on ${host.name}: ${parts.join(', ')}.${idleText(host)}`];
  });
  return told.join('');
}

type StalledHost = Stall['hosts'][number];

/** Without requests a target uses none either. */
const idleText = ({ targetIdleSeconds: idle }: StalledHost): string =>
  idle === undefined
    ? ''
    : ` The target used no CPU for about ${idle} s meanwhile: it was stopped, waited for something, or got no requests.`;

function cpuParts(host: StalledHost, evidence: StepEvidence): string[] {
  const { cpus, busyShare, stealShare } = host;
  if (busyShare === null) return [];
  return [
    `${percent(busyShare)} of ${plural(cpus, 'CPU')} busy${usedText(host, busyShare * cpus, evidence)}`,
    ...(stealShare === null ? [] : [stealShare === 0 ? 'no steal' : `${percent(stealShare)} steal`]),
  ];
}

/** '' where not all of what is known to have run there was counted: the rest would be taken for other processes. */
function usedText(
  { hostId, targetCpus, toolCpus }: StalledHost,
  busy: number,
  { server, clients }: StepEvidence,
): string {
  const used = [
    ...(server?.hostId === hostId ? [['target', targetCpus] as const] : []),
    ...(clients.some((client) => client.hostId === hostId) ? [['tool', toolCpus] as const] : []),
  ].flatMap(([name, count]) => (count === null ? [null] : [{ name, count }]));
  if (!used.every((one) => one !== null)) return '';
  const rest = {
    name: 'all else',
    count: Math.max(
      0,
      used.reduce((left, { count }) => left - count, busy),
    ),
  };
  return ` (${[...used, rest].map(({ name, count }) => `${name} ${amount(count)}`).join(', ')})`;
}

/** They are counted once a second: a rise may have been just before or after. */
function segmentParts({ segmentsRetransmitted: again }: StalledHost): string[] {
  if (again === null) return [];
  return [
    again === 0
      ? 'no TCP segments retransmitted'
      : `${plural(again, 'TCP segment')} retransmitted within a second of it`,
  ];
}
