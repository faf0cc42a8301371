import type { AskedStep } from '@contract/load';

export type Dimension = 'connections' | 'pipelining' | 'toolWorkers' | 'requestsPerSecond';
export type Varies = Dimension | 'step';

/** What stands below the axis of curves. */
export const AXIS_WORDS: Record<Varies, string> = {
  connections: 'connections',
  pipelining: 'pipelining',
  toolWorkers: 'tool workers',
  requestsPerSecond: 'req/s asked',
  step: 'step',
};

const DIMENSIONS: Record<AskedStep['loop'], Dimension[]> = {
  closed: ['connections', 'pipelining', 'toolWorkers'],
  open: ['requestsPerSecond', 'connections', 'toolWorkers'],
};

/** What was asked of a step; null where it was left to the tool, is not known, or does not apply. */
export function askedOf(spec: AskedStep, dimension: Dimension): number | null {
  if (dimension === 'connections' || dimension === 'toolWorkers') return spec[dimension];
  if (dimension === 'pipelining') return spec.loop === 'closed' ? spec.pipelining : null;
  return spec.loop === 'open' ? spec.requestsPerSecond : null;
}

/**
 * What a ramp varies: what its points stand against. 'step' when nothing or several things vary, as then no single
 * number says where a step stands.
 */
export function variesOf(specs: AskedStep[]): Varies {
  const [loop, ...others] = new Set(specs.map((spec) => spec.loop));
  if (!loop || others.length > 0) return 'step';
  const varied = DIMENSIONS[loop].filter(
    (dimension) => new Set(specs.map((spec) => askedOf(spec, dimension))).size > 1,
  );
  const [only] = varied;
  if (!only || varied.length > 1 || specs.some((spec) => askedOf(spec, only) === null)) return 'step';
  return only;
}
