import { type ChangePoint, changeAt } from './e-divisive.ts';

/**
 * The 95 % point of the likelihood ratio of a change's place, (1 - exp(-x/2))² = 0.95 (Hansen 2000, Econometrica 68, 575).
 * It holds for small changes and errs to the wide side for large ones.
 */
const RATIO_95 = 7.352;

/**
 * Between which values a change lies: a 95 % confidence set of its place, by inversion of the likelihood ratio. One name for
 * a place would be wrong more often than not when the change is not much larger than the noise.
 *
 * @returns indexes of the last value that is surely before, and of the first one that is surely after
 */
export function changeRangeOf(
  values: readonly number[],
  change: ChangePoint,
  mayChangeAt: (index: number) => boolean = () => true,
): { lastBefore: number; firstAfter: number } {
  const { from, to, index } = change;
  const squares = (at: number): number => {
    const { error } = changeAt(values, from, at, to);
    return (error.difference ** 2 * error.degrees) / (1 / (at - from) + 1 / (to - at));
  };
  const places = [];
  for (let at = from + 1; at < to; at += 1) if (at === index || mayChangeAt(at)) places.push(at);
  const least = Math.min(...places.map(squares));
  const bound = least * Math.exp(RATIO_95 / (to - from));
  const possible = places.filter((at) => at === index || squares(at) <= bound);
  return { lastBefore: Math.min(...possible) - 1, firstAfter: Math.max(...possible) };
}
