import type { NicUse, SideEvidence } from '../../contract/evidence.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { bits, percent } from './amounts.ts';
import { atLeast } from './cpu-busy.ts';
import type { Limit } from './limit.ts';
import { measuredSeconds } from './measured-seconds.ts';
import type { MeasuredStep } from './measured-step.ts';
import { ALLOWANCE_FULL, ALLOWANCE_LIKELY, NIC_FULL } from './thresholds.ts';

/** Of the NICs of one side; `sides` are all of the step. */
export const networkLimits = (side: SideEvidence, sides: SideEvidence[], step: MeasuredStep): Limit[] => {
  const conclusion = `${formatCount(step.point.requestsPerSecond)} req/s is what the network lets through.`;
  return [...nicLimits(side, conclusion), ...allowanceLimits(side, step, conclusion, packetsNext(sides))];
};

const BANDWIDTH_NEXT =
  'Make responses smaller (compress them, or choose another route), or use a host or an instance type with more bandwidth, and see whether throughput rises.';

const nicLimits = (side: SideEvidence, conclusion: string): Limit[] =>
  fullNics(side).map(({ share, told }) => ({
    wall: 'nic-bandwidth',
    host: side,
    measured: true,
    named: `NIC bandwidth at ${percent(share)}`,
    told,
    conclusion,
    next: BANDWIDTH_NEXT,
  }));

/** Each direction of a NIC that was full, as a clause. */
export function fullNics(side: SideEvidence): { share: number; told: string }[] {
  return side.nics.flatMap((nic) =>
    directions(nic).flatMap(({ verb, perSecond }) => {
      const { ceilingBitsPerSecond: ceiling } = nic;
      if (perSecond === null || !ceiling || !atLeast(perSecond / ceiling, NIC_FULL)) return [];
      const share = perSecond / ceiling;
      const told = `${nic.name} of ${side.name} ${verb} ${bits(perSecond)} of ${bits(ceiling)} (${percent(share)}, saturated from ${percent(NIC_FULL)}; the ceiling is ${nic.ceilingSource ?? 'as stated'})`;
      return [{ share, told }];
    }),
  );
}

export const directions = (nic: NicUse) => [
  { verb: 'received', perSecond: nic.rxBitsPerSecond, resource: 'nic-receive', does: 'receives' },
  { verb: 'sent', perSecond: nic.txBitsPerSecond, resource: 'nic-transmit', does: 'sends' },
];

/** ENA's limits: of bandwidth, or of packets and connections. What bursts alone do to them is no limit of the figure. */
function allowanceLimits(host: SideEvidence, step: MeasuredStep, conclusion: string, ofPackets: string): Limit[] {
  return exceeded(host).flatMap(({ name, count: many }): Limit[] => {
    const packets = packetsOf(host, step, name);
    // Of connections that it cannot track the cloud drops the first packets, which are few.
    const tracks = name.includes('conntrack');
    if (packets !== null && many < ALLOWANCE_LIKELY * packets && !tracks) return [];
    const share =
      packets === null || packets <= 0
        ? ''
        : ` (${percent(Math.min(1, many / packets))} of all; the limit from ${percent(ALLOWANCE_FULL)}, likely from ${percent(ALLOWANCE_LIKELY)})`;
    const told = `the cloud’s limits delayed or dropped ${plural(many, 'packet')} on ${host.name}${share}: ${name} rose`;
    const full = { host, measured: packets !== null && many >= ALLOWANCE_FULL * packets, told, conclusion };
    if (isOfBandwidth(name))
      return [{ ...full, wall: 'nic-bandwidth', named: 'the cloud’s bandwidth limit', next: BANDWIDTH_NEXT }];
    const what = tracks ? 'connections tracked' : 'packets';
    return [{ ...full, wall: 'packet-rate', named: `the cloud’s limit of ${what}`, next: ofPackets }];
  });
}

/** Packets that went by the host's NICs in the direction of a limit, over the step; null where they were not counted. */
function packetsOf({ nics }: SideEvidence, step: MeasuredStep, limit: string): number | null {
  const seconds = measuredSeconds(step);
  const rates = nics.flatMap(({ rxPacketsPerSecond: received, txPacketsPerSecond: sent }) => [
    ...(limit.includes('_out_') ? [] : [received]),
    ...(limit.includes('_in_') ? [] : [sent]),
  ]);
  const known = rates.filter((rate) => rate !== null);
  if (seconds === null || known.length === 0 || known.length < rates.length) return null;
  return known.reduce((sum, rate) => sum + rate, 0) * seconds;
}

/** Traffic to local services is none of the load. */
const exceeded = ({ counters }: SideEvidence) =>
  (counters?.allowanceExceeded ?? []).filter(({ name, count }) => count > 0 && !name.startsWith('linklocal'));

const isOfBandwidth = (name: string): boolean => name.startsWith('bw_');

/** Connections that the cloud tracks are a limit of packets that fewer connections move. */
function packetsNext(sides: SideEvidence[]): string {
  const ofPackets = sides.flatMap(exceeded).filter(({ name }) => !isOfBandwidth(name));
  return ofPackets.every(({ name }) => name.includes('conntrack'))
    ? 'Open fewer connections and keep them open, or use an instance type that tracks more of them.'
    : 'Send fewer and fuller packets (pipelining, larger responses, a larger MTU), or use an instance type with a higher packet limit.';
}
