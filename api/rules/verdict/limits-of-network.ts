import type { NicUse, SideEvidence } from '../../contract/evidence.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { bits, percent } from './amounts.ts';
import { atLeast } from './cpu-busy.ts';
import type { Limit } from './limit.ts';
import type { MeasuredStep } from './measured-step.ts';
import { NIC_FULL } from './thresholds.ts';

/** Of the NICs of one side; `sides` are all of the step. */
export const networkLimits = (side: SideEvidence, sides: SideEvidence[], step: MeasuredStep): Limit[] => {
  const conclusion = `${formatCount(step.point.requestsPerSecond)} req/s is what the network lets through.`;
  return [...nicLimits(side, conclusion), ...allowanceLimits(side, conclusion, packetsNext(sides))];
};

const BANDWIDTH_NEXT =
  'Make responses smaller (compress them, or choose another route), or use a host or an instance type with more bandwidth, and see whether throughput rises.';

const nicLimits = (side: SideEvidence, conclusion: string): Limit[] =>
  fullNics(side).map((told) => ({
    wall: 'nic-bandwidth',
    host: side,
    measured: true,
    told,
    conclusion,
    next: BANDWIDTH_NEXT,
  }));

/** Each direction of a NIC that was full, as a clause. */
export function fullNics(side: SideEvidence): string[] {
  return side.nics.flatMap((nic) =>
    directions(nic).flatMap(({ verb, perSecond }) => {
      const { ceilingBitsPerSecond: ceiling } = nic;
      if (perSecond === null || !ceiling || !atLeast(perSecond / ceiling, NIC_FULL)) return [];
      return [
        `${nic.name} of ${side.name} ${verb} ${bits(perSecond)} of ${bits(ceiling)} (${percent(perSecond / ceiling)}, full from ${percent(NIC_FULL)}; the ceiling is ${nic.ceilingSource ?? 'as stated'})`,
      ];
    }),
  );
}

export const directions = (nic: NicUse) => [
  { verb: 'received', perSecond: nic.rxBitsPerSecond, resource: 'nic-receive', does: 'receives' },
  { verb: 'sent', perSecond: nic.txBitsPerSecond, resource: 'nic-transmit', does: 'sends' },
];

/** ENA's limits: of bandwidth, or of packets and connections. */
function allowanceLimits(host: SideEvidence, conclusion: string, ofPackets: string): Limit[] {
  return exceeded(host).map(({ name, count: many }) => {
    const told = `the cloud’s limits delayed or dropped ${plural(many, 'packet')} on ${host.name} (${name} rose by ${formatCount(many)}, full when it rises)`;
    return isOfBandwidth(name)
      ? { wall: 'nic-bandwidth', host, measured: true, told, conclusion, next: BANDWIDTH_NEXT }
      : { wall: 'packet-rate', host, measured: true, told, conclusion, next: ofPackets };
  });
}

/** Traffic to local services is none of the load. */
const exceeded = ({ counters }: SideEvidence) =>
  (counters?.allowanceExceeded ?? []).filter(({ name, count }) => count > 0 && !name.startsWith('linklocal'));

const isOfBandwidth = (name: string): boolean => name.startsWith('bw_');

/** Connections that the cloud tracks are a limit of packets that fewer connections move. */
function packetsNext(sides: SideEvidence[]): string {
  const ofPackets = sides.flatMap(exceeded).filter(({ name }) => !isOfBandwidth(name));
  return ofPackets.every(({ name }) => name.includes('conntrack'))
    ? 'Open fewer connections and keep them open, or use an instance type that tracks more of them, and see whether throughput rises.'
    : 'Send fewer and fuller packets (pipelining, larger responses for each request, a larger MTU), or use an instance type with a higher limit of packets, and see whether throughput rises.';
}
