import type { CeilingSearch } from '@contract/load';
import type { Point } from '@contract/point';
import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import { formatCount, formatPercent } from '@rules/words/numbers';
import { askedOf } from '@/lib/ramp';

export const LOAD_UNITS: Record<CeilingSearch['vary'], string> = {
  connections: 'connections',
  requestsPerSecond: 'req/s',
};

export type RungMark = 'knee' | 'low' | 'high';

export interface Rung {
  stepIndex: number;
  status: RunStep['status'];
  /** Connections or requests per second asked. */
  load: number;
  point: Point | null;
  failure: RunStep['failure'];
  marks: RungMark[];
  /**
   * Which side of the ceiling it is on, as far as the bracket says. Of what other processes may have slowed that is not
   * known: it was measured again, or left in doubt by a search that is over.
   */
  side: 'within' | 'past' | 'again' | 'doubt' | null;
}

/** What a search has tried, the lightest load first; the knee and the ends of the bracket are marked. */
export function rungsOf({ spec, steps, search }: Pick<Run, 'spec' | 'steps' | 'search'>): Rung[] {
  const { search: asked } = spec.load;
  if (!asked) return [];
  const rungs = steps.flatMap((step): Rung[] => {
    const load = askedOf(step.spec, asked.vary);
    if (load === null) return [];
    const { index, status, point, failure } = step;
    const marks: RungMark[] = [];
    const rung = { stepIndex: index, status, load, point, failure };
    if (steps.some((later) => later.index > index && isSameRung(step, later, asked)))
      return [{ ...rung, marks, side: 'again' }];
    if (search?.kneeStepIndex === index) marks.push('knee');
    if (search?.low === load) marks.push('low');
    if (search?.high === load) marks.push('high');
    return [{ ...rung, marks, side: sideOf(load, search) }];
  });
  return rungs.sort((a, b) => a.load - b.load || a.stepIndex - b.stepIndex);
}

/** A search measures one load again where other processes may have slowed it. */
const isSameRung = (step: RunStep, later: RunStep, { vary }: CeilingSearch): boolean =>
  later.spec.profiles.length === 0 &&
  step.spec.profiles.length === 0 &&
  askedOf(later.spec, vary) === askedOf(step.spec, vary);

function sideOf(load: number, search: Run['search']): Rung['side'] {
  if (search?.low != null && load <= search.low) return 'within';
  if (search?.high != null && load >= search.high) return 'past';
  return search?.done ? 'doubt' : null;
}

const PERCENTILES = { p50: 'p50', p90: 'p90', p99: 'p99', p99_9: 'p99.9' } as const;

/** What the search was asked to find: 'until p99 is above 5 ms'. */
export function ceilingSentence({ ceiling }: CeilingSearch): string {
  if (ceiling.kind === 'throughput') return 'until more load no longer gives more requests per second';
  return `until ${PERCENTILES[ceiling.percentile]} is above ${Number(ceiling.mostMs.toPrecision(6))} ms`;
}

/** How it goes about it: '× 2 from step to step, at most 10,000 connections, to within 10 %'. */
export function searchSentence(search: CeilingSearch): string {
  const growth = Number(search.growth.toPrecision(3));
  const most = `${formatCount(search.most)} ${LOAD_UNITS[search.vary]}`;
  return `× ${growth} from step to step, at most ${most}, to within ${formatPercent(search.precision * 100).replace('.0', '')} %`;
}

/** Where the ceiling lies: 'between 800 and 880 connections'; null while nothing is known. */
export function bracketText(run: Pick<Run, 'spec' | 'search'>): string | null {
  const vary = run.spec.load.search?.vary;
  const { low, high } = run.search ?? { low: null, high: null };
  if (!vary || (low === null && high === null)) return null;
  const unit = LOAD_UNITS[vary];
  if (low === null) return `below ${formatCount(high as number)} ${unit}`;
  if (high === null) return `above ${formatCount(low)} ${unit}`;
  return `between ${formatCount(low)} and ${formatCount(high)} ${unit}`;
}

/** What a rung says of the ceiling; null where nothing yet. */
export function rungSentence({ marks, side }: Rung, search: CeilingSearch, rungs: readonly Rung[]): string | null {
  if (marks.includes('knee')) return kneeSentence(marks, search);
  if (side === null) return null;
  if (side === 'again') return 'other processes used the CPUs: measured again';
  if (side === 'doubt') return 'not known: other processes used the CPUs';
  if (search.ceiling.kind === 'latency') return side === 'within' ? 'within the bound' : 'past the bound';
  if (search.vary === 'requestsPerSecond') return `${side} the ceiling`;
  if (side === 'within') return 'throughput still rises';
  return rungs.some(isFlat) ? 'no further rise' : 'past the ceiling';
}

/** More load was seen to give no more. Else the knee is the highest load that showed no ceiling by itself. */
const isFlat = ({ marks }: Pick<Rung, 'marks'>): boolean => marks.includes('knee') && marks.includes('high');

function kneeSentence(marks: RungMark[], { ceiling, vary }: CeilingSearch): string {
  if (ceiling.kind === 'latency') return 'knee: the highest load within the bound';
  if (isFlat({ marks })) return 'knee: more load gave no more from here on; it may lie lower still';
  if (!marks.includes('low')) return 'knee: more load gave no more, but other processes used the CPUs';
  return vary === 'connections' ? 'no ceiling up to here' : 'knee: the highest rate within the ceiling';
}

/** How many steps there will be is not known yet. */
export const isOpenEnded = ({ spec, search }: Pick<Run, 'spec' | 'search'>): boolean =>
  spec.load.search !== null && search?.done !== true;
