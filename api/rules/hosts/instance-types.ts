import catalogue from './instance-types/ec2.json' with { type: 'json' };

/** A type of Amazon EC2, as published. Bandwidth is that of the network card which an instance has first. */
export interface InstanceType {
  vcpus: number;
  /** What it has at any time; the peak is lent to smaller types for as long as their credits last. */
  baselineBitsPerSecond: number;
  peakBitsPerSecond: number;
  /** The most queues of one interface; null where it is not published. */
  queuesMost: number | null;
}

let byName: Map<string, InstanceType> | null = null;

/** Null for a type that is not in the catalogue. */
export const instanceType = (name: string): InstanceType | null => instanceTypes().get(name) ?? null;

/** All of them, by name. */
export function instanceTypes(): ReadonlyMap<string, InstanceType> {
  byName ??= new Map(catalogue.types.map(readRow));
  return byName;
}

function readRow(row: string): [string, InstanceType] {
  const [name = '', ...fields] = row.split(' ');
  const [vcpus = Number.NaN, baseline = Number.NaN, peak = Number.NaN, queues = Number.NaN] = fields.map(Number);
  return [
    name,
    {
      vcpus,
      baselineBitsPerSecond: Math.round(baseline * 1e9),
      peakBitsPerSecond: Math.round(peak * 1e9),
      queuesMost: Number.isNaN(queues) ? null : queues,
    },
  ];
}
