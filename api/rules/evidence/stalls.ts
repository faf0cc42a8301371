import { MAX_STALLS } from '../../contract/bounds.ts';
import type { Stall } from '../../contract/evidence.ts';
import type { SecondsUnderLoad } from '../../contract/host-counts.ts';
import type { MeasuredHost } from '../../contract/run.ts';
import type { HostEvidence } from '../../contract/tuning.ts';

/** What was answered in each second, and by which clock. */
export interface Answered {
  bySecond: readonly number[];
  /** The host whose target counted; null for the tools, whose seconds begin with the load. */
  hostId: string | null;
  /** Of the load; null where that is not known. */
  durationUs: number | null;
}

/** A stretch of whole seconds, from the start of the load. */
export type Stretch = Pick<Stall, 'atSecond' | 'seconds'>;

/** Stretches without an answer, in order of time. Before the first answer connections may not have been open. */
export function stillStretches(bySecond: readonly number[]): Stretch[] {
  const stretches: Stretch[] = [];
  const first = bySecond.findIndex((count) => count > 0);
  if (first < 0) return [];
  for (const [second, count] of bySecond.entries()) {
    if (second < first || count > 0) continue;
    const last = stretches.at(-1);
    if (last && last.atSecond + last.seconds === second) last.seconds += 1;
    else stretches.push({ atSecond: second, seconds: 1 });
  }
  return stretches;
}

/** Null where no host was read second by second. */
export function stallsOf(
  answered: Answered,
  counted: readonly HostEvidence[],
  hosts: readonly MeasuredHost[],
): Stall[] | null {
  const of = (id: string | null) => counted.find(({ hostId }) => hostId === id);
  const seen = hosts.flatMap((host) => {
    const evidence = of(host.hostId);
    return evidence?.bySecond ? [{ host, evidence, seconds: evidence.bySecond }] : [];
  });
  if (seen.length === 0) return null;
  const counter = of(answered.hostId);
  const told = (stretch: Stretch): Stall['hosts'] =>
    seen.flatMap(({ host, evidence, seconds }) => {
      const apart =
        evidence === counter ? NONE : { early: lateness(counter, answered), late: lateness(evidence, answered) };
      const own = within(stretch, apart);
      return own.seconds > 0 ? [then(host, seconds, own)] : [];
    });
  return stillStretches(answered.bySecond)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, MAX_STALLS)
    .map((stretch) => ({ ...stretch, hosts: told(stretch) }));
}

/** By how many seconds those of a host may begin before, and after, those in which the answers were counted. */
interface Apart {
  early: number;
  late: number;
}
const NONE: Apart = { early: 0, late: 0 };

/** Less is no other second. */
const ALIKE_US = 200_000;

/** Seconds of a host begin where load was driven for certain: so long after it may have begun. */
function lateness(evidence: HostEvidence | undefined, { durationUs }: Answered): number {
  const load = evidence?.loadTime;
  if (!load || durationUs === null) return 0;
  return Math.max(0, Math.ceil((durationUs - (load.toUs - load.fromUs) - ALIKE_US) / 1e6));
}

/** The seconds of a host that certainly are in a stretch. */
const within = ({ atSecond, seconds }: Stretch, apart: Apart): Stretch => ({
  atSecond: atSecond + apart.early,
  seconds: seconds - apart.early - apart.late,
});

function then(host: MeasuredHost, seconds: SecondsUnderLoad, { atSecond, seconds: many }: Stretch) {
  const mean = (column: readonly (number | null)[]): number | null => {
    const known = column.slice(atSecond, atSecond + many).filter((value) => value !== null);
    return known.length < many ? null : known.reduce((sum, value) => sum + value, 0) / many;
  };
  const sent = seconds.segmentsRetransmitted.slice(atSecond, atSecond + many + 1).filter((value) => value !== null);
  const isServer = host.roles.includes('server');
  const idle = isServer ? idleSeconds(seconds.targetCpus, { atSecond, seconds: many }) : 0;
  return {
    hostId: host.hostId,
    name: host.name,
    cpus: host.facts.cpus,
    busyShare: mean(seconds.busyShare),
    stealShare: mean(seconds.stealShare),
    targetCpus: isServer ? mean(seconds.targetCpus) : null,
    ...(idle > 0 && { targetIdleSeconds: idle }),
    toolCpus: host.roles.includes('client') ? mean(seconds.toolCpus) : null,
    segmentsRetransmitted: sent.length <= many ? null : sent.reduce((sum, value) => sum + value, 0),
  };
}

/** Less says that the target hardly works at all. */
const WORKS_CPUS_LEAST = 0.05;

/**
 * A stall begins and ends within seconds of samples, whose means hold work of before and after. One beside it without any CPU
 * time is of the stall too: what answers uses some.
 */
function idleSeconds(targetCpus: readonly (number | null)[], { atSecond, seconds }: Stretch): number {
  const known = targetCpus.filter((cpus) => cpus !== null).sort((a, b) => a - b);
  if ((known[known.length >> 1] ?? 0) < WORKS_CPUS_LEAST) return 0;
  const around = targetCpus.slice(Math.max(0, atSecond - 1), atSecond + seconds + 1);
  return around.filter((cpus) => cpus === 0).length;
}
