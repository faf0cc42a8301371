import type { CeilingSearch } from '../../contract/load.ts';
import type { Run } from '../../contract/run.ts';
import {
  type PointVerdict,
  type RunVerdict,
  type Validity,
  VERDICT_VERSION,
  type VerdictSummary,
} from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { isProfiled } from '../load/best-step.ts';
import { gaveNothing } from '../load/failed-requests.ts';
import { boundOf, boundText, brokenBound } from '../load/search/search-bound.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { listed } from '../words/text.ts';
import { loadText } from './amounts.ts';
import { higherThan, leftOutOf, RANK } from './left-out.ts';
import type { MeasuredStep } from './measured-step.ts';

export type JudgedStep = MeasuredStep & { verdict: PointVerdict };

const BEST: Record<Validity, string> = {
  valid: 'Best valid step',
  unchecked: 'Best unchecked step',
  suspect: 'Best step (none valid)',
  invalid: 'Best step (invalid)',
};

/**
 * The verdict of the best valid point, else of the best that is not invalid, else of the best. A step without a success
 * is taken only where there is no other, and so is one that broke the bound of its search. Null where nothing was measured.
 */
export function runVerdict(steps: JudgedStep[], h2: boolean, search: CeilingSearch | null): RunVerdict | null {
  const unprofiled = steps.filter(({ spec }) => !isProfiled(spec));
  const [best, ...others] = [...(unprofiled.length > 0 ? unprofiled : steps)].sort(
    (a, b) =>
      Number(gaveNothing(a.point)) - Number(gaveNothing(b.point)) ||
      Number(brokenBound(search, a.point) !== null) - Number(brokenBound(search, b.point) !== null) ||
      RANK[a.verdict.validity] - RANK[b.verdict.validity] ||
      b.point.requestsPerSecond - a.point.requestsPerSecond,
  );
  if (!best) return null;
  const { littlesRatio: _, evidence: __, ...verdict } = best.verdict;
  const nothing = gaveNothing(best.point);
  const sentence = nothing ? `No request succeeded${others.length > 0 ? ' in any step' : ''}.` : verdict.sentence;
  const because = [
    ...(nothing ? [verdict.sentence, verdict.because] : [whereOf(best, others, h2, search), verdict.because]),
    ...(nothing ? [] : [leftOut(best, others, h2)]),
    elsewhere(best, others, h2),
  ];
  return {
    ...verdict,
    sentence,
    because: because.filter(Boolean).join(' '),
    version: VERDICT_VERSION,
    stepIndex: best.index,
  };
}

function whereOf(best: JudgedStep, others: JudgedStep[], h2: boolean, search: CeilingSearch | null): string {
  const bound = boundOf(search);
  const broken = brokenBound(search, best.point) !== null;
  if (bound && broken) return `No step kept the bound, ${boundText(bound)}.`;
  const within = bound ? ` within ${boundText(bound)}` : '';
  return others.length > 0 ? `${BEST[best.verdict.validity]}${within}: ${figure(best, h2)}.` : '';
}

/** Higher figures that it does not speak of. */
function leftOut(best: JudgedStep, others: JudgedStep[], h2: boolean): string {
  const [first, ...more] = higherThan(best, others);
  if (!first) return '';
  const rest = more.length > 0 ? ` and ${plural(more.length, 'more figure')}` : '';
  return `Left out, though higher: ${figure(first, h2)} (${gaveNothing(first.point) ? 'no request succeeded' : first.verdict.validity})${rest}.`;
}

const figure = (step: JudgedStep, h2: boolean): string =>
  `${step.point.rounded ? 'about ' : ''}${formatCount(step.point.requestsPerSecond)} req/s at ${loadText(step, h2)}`;

/** Walls of other steps, if this step's wall is unknown. */
function elsewhere(best: JudgedStep, others: JudgedStep[], h2: boolean): string {
  if (best.verdict.wall !== 'unknown') return '';
  const told = others.filter(({ verdict }) => verdict.confidence === 'measured' && verdict.wall !== null);
  const walls = [...new Set(told.map(wallText))];
  const named = walls.map((wall) => {
    const at = [...new Set(told.filter((step) => wallText(step) === wall).map((step) => loadText(step, h2)))];
    return `${wall} at ${at.length > 3 ? `${at.length} other loads` : listed(at)}`;
  });
  return named.length === 0 ? '' : `Measured elsewhere in this run: ${listed(named)}.`;
}

/** Names each of several walls: 'client CPU with server CPU'. */
const wallText = ({ verdict: { walls } }: JudgedStep): string => walls.map((wall) => WALLS[wall].name).join(' with ');

/** What a line of the list shows. */
export function summaryOf(run: Pick<Run, 'steps' | 'verdict'>): VerdictSummary | null {
  if (!run.verdict) return null;
  const { validity, wall, walls, confidence, sentence } = run.verdict;
  return { validity, wall, walls, confidence, sentence, leftOut: leftOutOf(run) };
}
