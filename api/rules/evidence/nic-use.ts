import type { NicUse } from '../../contract/evidence.ts';
import type { HostFacts } from '../../contract/host.ts';
import type { NicTraffic, UnderLoad } from '../../contract/host-counts.ts';
import { instanceType } from '../hosts/instance-types.ts';

/** Share of the busiest interface's bytes. Below it is other traffic: reports of an agent, a shell. */
const CARRIED_SHARE = 0.1;

/** These report a speed that means nothing: a veth 10 Gbit/s whatever is queued before it, a tunnel 10 Mbit/s. */
const WITHOUT_SPEED: ReadonlySet<string> = new Set(['veth', 'tun', 'bridge', 'dummy', 'ifb']);

type Facts = Pick<HostFacts, 'nics' | 'instanceType'>;
type Nic = HostFacts['nics'][number];

/**
 * The interfaces that carried the load, the busiest first. Bits are those that the kernel counts: frames with their Ethernet
 * header, without preamble, checksum and gap, which are 24 bytes of a frame more on the line. They are not added: with
 * segmentation offload the kernel does not count the frames of the line, and what clouds and queueing disciplines limit is
 * counted as the kernel does.
 */
export function nicUses({ nics, seconds }: UnderLoad, facts: Facts): NicUse[] {
  const bytes = ({ rxBytes, txBytes }: NicTraffic): number => rxBytes + txBytes;
  const most = Math.max(0, ...nics.map(bytes));
  if (seconds === 0 || most === 0) return [];
  return nics
    .filter((nic) => bytes(nic) >= CARRIED_SHARE * most)
    .sort((a, b) => bytes(b) - bytes(a))
    .map(({ nic: name, ...counts }) => ({
      name,
      rxBitsPerSecond: (counts.rxBytes * 8) / seconds,
      txBitsPerSecond: (counts.txBytes * 8) / seconds,
      rxPacketsPerSecond: counts.rxPackets / seconds,
      txPacketsPerSecond: counts.txPackets / seconds,
      ...ceilingOf(name, facts),
    }));
}

type Ceiling = Pick<NicUse, 'ceilingBitsPerSecond' | 'ceilingSource'>;

/** The least of what is known; null of both where nothing is. What the host's configuration states is named first. */
export function ceilingOf(name: string, { nics, instanceType: type }: Facts): Ceiling {
  const nic = nics.find((one) => one.name === name);
  const known = [
    { bits: nic?.bandwidthBitsPerSecond ?? null, source: "the host's configuration file" },
    { bits: nic ? linkSpeed(nic) : null, source: 'link speed' },
    ...(nic && isOfInstance(nic) ? [published(type)] : []),
  ];
  let least: Ceiling = { ceilingBitsPerSecond: null, ceilingSource: null };
  for (const { bits, source } of known) {
    if (bits === null || (least.ceilingBitsPerSecond !== null && bits >= least.ceilingBitsPerSecond)) continue;
    least = { ceilingBitsPerSecond: bits, ceilingSource: source };
  }
  return least;
}

const linkSpeed = (nic: Nic): number | null =>
  nic.loopback || WITHOUT_SPEED.has(nic.driver ?? '') ? null : nic.speedBitsPerSecond;

/** The limit of an instance applies to the interfaces that it has, not to virtual ones that it creates. */
const isOfInstance = (nic: Nic): boolean => !nic.loopback && !WITHOUT_SPEED.has(nic.driver ?? '');

function published(type: string | null): { bits: number | null; source: string } {
  const found = type === null ? null : instanceType(type);
  if (!found) return { bits: null, source: '' };
  const { baselineBitsPerSecond: always, peakBitsPerSecond: bits } = found;
  const lent = always < bits ? ` (${Number((always / 1e9).toFixed(3))} Gbit/s at any time)` : '';
  return { bits, source: `${type}, published peak${lent}` };
}
