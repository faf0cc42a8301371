import { VALIDITIES } from '../../contract/choices.ts';
import type { Point } from '../../contract/point.ts';
import type { Run } from '../../contract/run.ts';
import type { LeftOut, PointVerdict, Validity, VerdictSummary } from '../../contract/verdict.ts';
import { isProfiled } from '../load/best-step.ts';
import { formatCount, formatShort, plural } from '../words/numbers.ts';

/** The less a figure is to be believed, the higher. */
export const RANK = Object.fromEntries(VALIDITIES.map((validity, rank) => [validity, rank])) as Record<
  Validity,
  number
>;

type Figure = { point: Pick<Point, 'requestsPerSecond'>; verdict: Pick<PointVerdict, 'validity'> };

/** Steps with a higher figure that is less to be believed, the highest first. */
export const higherThan = <T extends Figure>(best: Figure, others: T[]): T[] =>
  others
    .filter(
      ({ point, verdict }) =>
        point.requestsPerSecond > best.point.requestsPerSecond && RANK[verdict.validity] > RANK[best.verdict.validity],
    )
    .sort((a, b) => b.point.requestsPerSecond - a.point.requestsPerSecond);

/** The highest figure of a judged run that its best step is not, as it is less to be believed; null where there is none. */
export function leftOutOf({ steps, verdict }: Pick<Run, 'steps' | 'verdict'>): LeftOut | null {
  const judged = steps.flatMap(({ index, spec, point, verdict: own }) =>
    point && own && !isProfiled(spec) ? [{ index, point, verdict: own }] : [],
  );
  const best = judged.find(({ index }) => index === verdict?.stepIndex);
  const [first, ...more] = best ? higherThan(best, judged) : [];
  if (!first) return null;
  const invalid = [first, ...more].filter(({ verdict: { validity } }) => validity === 'invalid').length;
  return {
    ...{ requestsPerSecond: first.point.requestsPerSecond, validity: first.verdict.validity },
    ...{ more: more.length, invalid },
  };
}

/** For the badge of a run: 'invalid figure left out', '2 invalid figures left out'; null where nothing impossible is. */
export function leftOutBadge(leftOut: LeftOut | null | undefined): string | null {
  const invalid = leftOut ? (leftOut.invalid ?? Number(leftOut.validity === 'invalid')) : 0;
  if (invalid === 0) return null;
  return invalid === 1 ? 'invalid figure left out' : `${formatCount(invalid)} invalid figures left out`;
}

/** '~60.5 k suspect, 2 more'. */
export const leftOutFigure = ({ requestsPerSecond, validity, more = 0 }: LeftOut): string =>
  `~${formatShort(requestsPerSecond)} ${validity}${more > 0 ? `, ${more} more` : ''}`;

/** Why a higher figure is not that of the run. */
export function leftOutText(
  { requestsPerSecond, validity, more = 0 }: LeftOut,
  best: Pick<VerdictSummary, 'validity'>,
): string {
  const rest = more > 0 ? ` ${plural(more, 'more higher figure is', 'more higher figures are')} left out too.` : '';
  return `${formatCount(requestsPerSecond)} req/s in another step is ${validity}, so the best ${best.validity} step stands for the run.${rest}`;
}
