import type { AskedStep } from '@contract/load';
import type { Run } from '@contract/run';
import type { Validity } from '@contract/verdict';
import { isProfiled } from '@rules/load/best-step';
import { rangeOf } from '@/lib/latency-text';
import { askedOf, type Varies, variesOf } from '@/lib/ramp';
import { type WallLetter, wallLetter } from '@/lib/wall-letter';
import { rungsOf } from './search-result';

export interface RampPoint {
  stepIndex: number;
  x: number;
  spec: AskedStep;
  requestsPerSecond: number;
  /** Null in a closed loop. */
  offeredPerSecond: number | null;
  p99: number | null;
  /** The range of clients that have no common p99. */
  p99Range: { low: number; high: number } | null;
  resolutionUs: number;
  /** An invalid figure cannot be right: it is shown and never joined with others. */
  validity: Validity | null;
  /** A search measured this load again and decided by that. */
  again: boolean;
  /** What limited it; null where it was not judged. */
  wall: WallLetter | null;
}

export interface Ramp {
  varies: Varies;
  /** Its steps are the rungs of a search. */
  searched: boolean;
  /** Measured steps without profiles, from left to right. */
  points: RampPoint[];
  /** A search's highest load within the ceiling, and where the ceiling lies. */
  knee: number | null;
  bracket: { low: number; high: number } | null;
}

/** What a run's curves are drawn from; profiled steps take no part. */
export function rampOf(run: Pick<Run, 'spec' | 'steps' | 'search'>): Ramp {
  const { spec, steps, search } = run;
  const plain = steps.filter((step) => !isProfiled(step.spec));
  const varies = spec.load.search?.vary ?? variesOf(plain.map((step) => step.spec));
  const again = new Set(rungsOf(run).flatMap(({ side, stepIndex }) => (side === 'again' ? [stepIndex] : [])));
  const points = plain.flatMap(({ index, spec: asked, point, verdict }): RampPoint[] => {
    if (!point) return [];
    return [
      {
        stepIndex: index,
        x: varies === 'step' ? index + 1 : (askedOf(asked, varies) ?? 0),
        spec: asked,
        requestsPerSecond: point.requestsPerSecond,
        offeredPerSecond: point.offeredPerSecond,
        p99: point.latencyMs.p99,
        p99Range: rangeOf(point, 'p99'),
        resolutionUs: point.latencyMs.resolutionUs,
        validity: verdict?.validity ?? null,
        again: again.has(index),
        wall: wallLetter(verdict),
      },
    ];
  });
  points.sort((a, b) => a.x - b.x || a.stepIndex - b.stepIndex);
  const knee = points.find(({ stepIndex }) => stepIndex === search?.kneeStepIndex)?.x ?? null;
  const { low, high } = search ?? { low: null, high: null };
  const bracket = low !== null && high !== null ? { low, high } : null;
  return { varies, searched: spec.load.search !== null, points, knee, bracket };
}
