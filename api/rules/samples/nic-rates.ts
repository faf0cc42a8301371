import { indexOf } from './columns.ts';
import { counter, counterOf, everyFiveSeconds, everySecond, type Rate, sumOf } from './rates.ts';
import type { SampleFrame } from './sample-frame.ts';

const NIC_BYTES = /^nic\/[^/]+\/rxBytes$/;
const ALLOWANCE = /^nic\/[^/]+\/allowance\//;
const QDISC = /^nic\/[^/]+\/qdisc\/drops$/;
const QUEUE = /^nic\/[^/]+\/queue\/\d+\/[rt]xPackets$/;

/** The rates of each interface that any of the frames has, as far as its driver counts. */
export function nicRates(frames: SampleFrame[]): Rate[] {
  const layouts = new Set(frames.map((frame) => frame.columns));
  const names = (pattern: RegExp) => new Set([...layouts].flatMap((columns) => indexOf(columns).names(pattern)));
  const nics = (pattern: RegExp) =>
    [...new Set([...names(pattern)].map((column) => column.split('/')[1] ?? ''))].sort();
  return [
    ...nics(NIC_BYTES).flatMap(traffic),
    ...nics(ALLOWANCE).map(allowance),
    ...nics(QDISC).flatMap(qdisc),
    ...[...names(QUEUE)].map(queue),
  ];
}

function traffic(nic: string): Rate[] {
  const rate = (column: string, name: string, unit: string, scale: number): Rate => ({
    name: `nic/${nic}/${name}`,
    unit,
    of: (i) => {
      const value = counter(`nic/${nic}/${column}`)(i);
      return value === null ? null : value * scale;
    },
  });
  return [
    rate('rxBytes', 'rxBitsPerSecond', 'bit/s', 8),
    rate('txBytes', 'txBitsPerSecond', 'bit/s', 8),
    rate('rxPackets', 'rxPacketsPerSecond', 'packets/s', 1),
    rate('txPackets', 'txPacketsPerSecond', 'packets/s', 1),
  ];
}

/** All packets that a cloud's limits hold back, together: each is a limit of the instance, not of the software. */
function allowance(nic: string): Rate {
  return {
    name: `nic/${nic}/allowanceExceededPerSecond`,
    unit: 'packets/s',
    of: everySecond(sumOf(new RegExp(`^nic/${escaped(nic)}/allowance/`))),
  };
}

function qdisc(nic: string): Rate[] {
  const rate = (column: string, name: string, unit: string): Rate => ({
    name: `nic/${nic}/${name}`,
    unit,
    of: everyFiveSeconds(counterOf(`nic/${nic}/qdisc/${column}`)),
  });
  return [rate('overlimits', 'qdiscOverlimitsPerSecond', '/s'), rate('drops', 'qdiscDropsPerSecond', 'packets/s')];
}

function queue(column: string): Rate {
  return { name: `${column}PerSecond`, unit: 'packets/s', of: everySecond(counterOf(column)) };
}

/** An interface's name may hold almost any character, eth0.100 for one. */
const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
