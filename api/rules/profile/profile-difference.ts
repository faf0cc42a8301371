import type { ProfileDifference } from '../../contract/profile.ts';
import { binomialPValue } from '../statistics/binomial.ts';
import { holmAdjusted } from '../statistics/holm.ts';
import { type CallTree, callTree } from './call-tree.ts';
import { type Counted, countedOf, stacksOf } from './counted.ts';
import { differenceSentence } from './difference-words.ts';
import type { Pprof } from './pprof.ts';
import { Malformed } from './protocol-buffer.ts';

/** A profile of one side, with what its step answered meanwhile. */
export interface SideProfile {
  pprof: Pprof;
  sampleType: string;
  requests: number | null;
}

/** The chance that any difference is claimed where there is none. */
const ALPHA = 0.05;
/** Of a normal distribution, for an error at 95 %. */
const STANDARD_ERRORS = 1.96;

type Sides = [SideProfile[], SideProfile[]];
type Pair = [number, number];

/**
 * Two sides function by function, paired by name and normalised by requests, or by profiles where there are none. Each side
 * has at least one profile. A difference is claimed only where a clock took samples and chance alone would not show it.
 */
export function profileDifference(sides: Sides): ProfileDifference {
  const counted = sides.map((side) => side.map(({ pprof, sampleType }) => countedOf(pprof, sampleType)));
  const [first] = counted.flat() as [Counted];
  if (counted.flat().some(({ sampleType, unit }) => sampleType !== first.sampleType || unit !== first.unit))
    throw new Malformed('the two sides count different things');
  const perRequest = sides.flat().every(({ requests }) => requests !== null);
  const worths = sides.map((side) =>
    perRequest ? side.reduce((sum, { requests }) => sum + (requests ?? 0), 0) : side.length,
  ) as Pair;
  const stacks = stacksOf(
    sides.flatMap((side, lane) =>
      side.map(({ pprof }, at) => ({ pprof, index: counted[lane]?.[at]?.index ?? 0, lane })),
    ),
    ({ name }) => name,
  );
  const tree = callTree(
    stacks,
    worths.map((worth) => 1 / worth),
  );
  const sampleValues = perRequest ? clockOf(counted) : null;
  const difference = {
    sampleType: first.sampleType,
    unit: first.unit,
    per: perRequest ? ('request' as const) : ('profile' as const),
    sides: sides.map((side, lane) => ({
      profiles: side.length,
      worth: worths[lane as 0 | 1],
      total: tree.totals[lane] ?? 0,
      sampleValue: sampleValues?.[lane as 0 | 1] ?? null,
    })),
    functions: functionsOf(tree, worths, sampleValues),
    parents: tree.parents,
    functionPlaces: tree.functionPlaces,
    selfs: tree.selfs,
    folded: { frames: tree.folded.frames, values: tree.folded.values },
  };
  return { ...difference, sentence: differenceSentence(difference) };
}

/** What a sample is worth on each side; null where one has no clock, or several. */
function clockOf(counted: Counted[][]): Pair | null {
  const values = counted.map((side) => new Set(side.map(({ sampleValue }) => sampleValue)));
  const [a, b] = values.map((side) => (side.size === 1 ? [...side][0] : null));
  return a && b ? [a, b] : null;
}

function functionsOf(tree: CallTree, worths: Pair, clock: Pair | null): ProfileDifference['functions'] {
  const amounts = tree.functions.flatMap(({ self, total }) => [self as Pair, total as Pair]);
  const adjusted = clock && holmAdjusted(amounts.map((amount) => chanceOf(amount, worths, clock)));
  const judge = (amount: Pair, p: number | undefined) => {
    const change = amount[1] / worths[1] - amount[0] / worths[0];
    const claim = p === undefined ? null : p > ALPHA || change === 0 ? 'unclear' : change > 0 ? 'more' : 'less';
    return { values: amount, change, error: clock && errorOf(amount, worths, clock), claim } as const;
  };
  return tree.functions.map(({ name, file, self, total }, place) => ({
    name,
    file,
    self: judge(self as Pair, adjusted?.[2 * place]),
    total: judge(total as Pair, adjusted?.[2 * place + 1]),
  }));
}

/**
 * Of samples that fall on either side by chance alone, each side has its share of the ticks of a request: the p value of
 * as uneven a split as was seen.
 */
function chanceOf([a, b]: Pair, worths: Pair, clock: Pair): number {
  const samples = [Math.round(a / clock[0]), Math.round(b / clock[1])] as Pair;
  const ticks = [worths[0] / clock[0], worths[1] / clock[1]] as Pair;
  return binomialPValue(samples[1], samples[0] + samples[1], ticks[1] / (ticks[0] + ticks[1]));
}

/** Half of the interval at 95 % around a change, by the square root of the samples. Without any, one is reckoned with. */
function errorOf([a, b]: Pair, worths: Pair, clock: Pair): number {
  const variance = (value: number, lane: 0 | 1): number =>
    (Math.max(1, value / clock[lane]) * clock[lane] ** 2) / worths[lane] ** 2;
  return STANDARD_ERRORS * Math.sqrt(variance(a, 0) + variance(b, 1));
}
