import { MAX_STALLS } from '../../contract/bounds.ts';
import type { Stall } from '../../contract/evidence.ts';
import type { SecondsUnderLoad } from '../../contract/host-counts.ts';
import type { MeasuredHost } from '../../contract/run.ts';
import type { HostEvidence } from '../../contract/tuning.ts';

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
  bySecond: readonly number[],
  counted: readonly HostEvidence[],
  hosts: readonly MeasuredHost[],
): Stall[] | null {
  const seen = hosts.flatMap((host) => {
    const seconds = counted.find(({ hostId }) => hostId === host.hostId)?.bySecond;
    return seconds ? [{ host, seconds }] : [];
  });
  if (seen.length === 0) return null;
  return stillStretches(bySecond)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, MAX_STALLS)
    .map((stretch) => ({ ...stretch, hosts: seen.map(({ host, seconds }) => then(host, seconds, stretch)) }));
}

function then(host: MeasuredHost, seconds: SecondsUnderLoad, { atSecond, seconds: many }: Stretch) {
  const mean = (column: readonly (number | null)[]): number | null => {
    const known = column.slice(atSecond, atSecond + many).filter((value) => value !== null);
    return known.length < many ? null : known.reduce((sum, value) => sum + value, 0) / many;
  };
  const sent = seconds.segmentsRetransmitted.slice(atSecond, atSecond + many + 1).filter((value) => value !== null);
  return {
    hostId: host.hostId,
    name: host.name,
    cpus: host.facts.cpus,
    busyShare: mean(seconds.busyShare),
    stealShare: mean(seconds.stealShare),
    targetCpus: host.roles.includes('server') ? mean(seconds.targetCpus) : null,
    toolCpus: host.roles.includes('client') ? mean(seconds.toolCpus) : null,
    segmentsRetransmitted: sent.length < many ? null : sent.reduce((sum, value) => sum + value, 0),
  };
}
