import type { HostEvidence } from '../../contract/tuning.ts';
import type { TunedHost } from '../tuning/tuned-host.ts';

/** One interrupt line of a NIC, with what it counted in a step. */
interface Line {
  name: string;
  perCpu: HostEvidence['interrupts'][number]['perCpu'];
}

/** The interface that a key belongs to; empty for keys of none. */
export const nicOf = (key: string): string => key.match(/^nic\/([^/]+)\//)?.[1] ?? '';

const LINE_KEY = /^irq\/(\d+)\/(.+)\/effective$/;

/** Lines of a NIC that counted, by the names that knobs have. */
export function linesOf(tuned: TunedHost, nic: string, evidence: HostEvidence): Line[] {
  const perCpu = new Map(evidence.interrupts.map((one) => [one.irq, one.perCpu]));
  return numbersOf(tuned, nic).flatMap(({ irq, name }) => {
    const counts = perCpu.get(irq);
    return counts ? [{ name, perCpu: counts }] : [];
  });
}

/**
 * The lines once the tuning was applied: another number of queues renumbers them, and a host's facts are from before.
 * Only a run without that snapshot goes by the facts.
 */
export function numbersOf({ found, host }: TunedHost, nic: string): { irq: number; name: string }[] {
  const prefix = `nic/${nic}/irq/`;
  const names = new Set(
    Object.keys(found).flatMap((key) =>
      key.startsWith(prefix) && key.endsWith('/affinity') ? [key.slice(prefix.length, -'/affinity'.length)] : [],
    ),
  );
  const lines = named(
    Object.keys(found).flatMap((key) => {
      const [, irq, action] = key.match(LINE_KEY) ?? [];
      return irq && action && names.has(action) ? [{ irq: Number(irq), name: action }] : [];
    }),
  );
  return lines.length > 0 ? lines : named(host.facts.nics.find(({ name }) => name === nic)?.interrupts ?? []);
}

/** Numbers all but the first of several lines with one name, as in the keys of knobs. */
function named(lines: { irq: number; name: string }[]): { irq: number; name: string }[] {
  const times = new Map<string, number>();
  return lines
    .toSorted((a, b) => a.irq - b.irq)
    .map(({ irq, name }) => {
      const nth = (times.get(name) ?? 0) + 1;
      times.set(name, nth);
      return { irq, name: nth > 1 ? `${name}#${nth}` : name };
    });
}

const QUEUE = /(?:tx-?rx-|rx-?tx-|-(?:in|out)put\.|comp)(\d+)$/i;
const NO_QUEUE = /fdir|mgmn?t|misc|async|event|config/i;

/**
 * The number of the queue pair that a line serves, by its name: `eth0-Tx-Rx-3`, `virtio0-input.3`, `mlx5_comp3@pci:...`.
 * Null for lines of one direction, which some drivers count apart, and for those that carry no packets.
 */
export function queueOf(name: string): number | null {
  const [action = ''] = name.split('@');
  const match = NO_QUEUE.test(action) ? null : action.match(QUEUE);
  return match ? Number(match[1]) : null;
}
