import type { CeilingSearch, StepSpec } from '../../../contract/load.ts';
import type { SearchResult } from '../../../contract/run.ts';
import { type Bracket, bracketSentence } from './ceiling-sentence.ts';
import { APART_LEAST, grownLoad, halfway, SEARCH_STEPS_MOST } from './planned-rungs.ts';
import { isDoubtful, loadOf, type Others, passedBy, type Rung } from './search-rung.ts';

/** A rung must exceed the best so far by this much to count as more: the noise of one step is about as large. */
const RISE_LEAST = 1.03;

/**
 * The next step of a search, null when it is done. First the load grows until the ceiling is passed, then steps between
 * narrow the bracket down. Pure: the same rungs give the same step.
 */
export function nextRung(search: CeilingSearch, first: StepSpec, measured: readonly Rung[]): StepSpec | null {
  const rungs = rungsOf(measured);
  if (rungs.length >= SEARCH_STEPS_MOST) return null;
  if (rungs.length === 0) return { ...first, profiles: [] };
  const load = repeatedLoad(search, rungs) ?? nextLoad(search, decided(search, rungs));
  return load === null ? null : withLoad(search, first, load);
}

/** What has been found so far. `over`: no further step comes, whether or not the search is done. */
export function searchResult(
  search: CeilingSearch,
  first: StepSpec,
  measured: readonly Rung[],
  over: boolean,
): SearchResult {
  const rungs = rungsOf(measured);
  const counted = decided(search, rungs);
  const bracket = bracketOf(search, counted);
  const { low, knee } = bracket;
  const doubt = doubtOf(search, counted, bracket);
  const high = doubt ? provenHigh(search, counted, bracket) : bracket.high;
  // A repetition that never came leaves nothing of the search open.
  const ended = over && repeatedLoad(search, rungs) !== null;
  const next = ended ? nextLoad(search, counted) : nextRung(search, first, measured);
  const done = rungs.length > 0 && next === null;
  return {
    kneeStepIndex: knee?.stepIndex ?? null,
    low: low && loadOf(search, low.spec),
    high: high && loadOf(search, high.spec),
    done: done || over,
    sentence: bracketSentence(search, rungs, bracket, {
      done,
      over,
      doubt,
      stepsUsedUp: rungs.length >= SEARCH_STEPS_MOST,
    }),
  };
}

/** A profiled step is a repetition of its own and no part of a search. */
const rungsOf = (measured: readonly Rung[]): Rung[] => measured.filter(({ spec }) => spec.profiles.length === 0);

/** Of several rungs with one load the last one counts: those before it were in doubt. */
function decided(search: CeilingSearch, rungs: readonly Rung[]): Rung[] {
  return [...new Map(rungs.map((rung) => [loadOf(search, rung.spec), rung])).values()];
}

/** A rung that other processes may have slowed is measured once more before it decides. */
function repeatedLoad(search: CeilingSearch, rungs: readonly Rung[]): number | null {
  const last = rungs.at(-1);
  if (!last || !isDoubtful(search, last)) return null;
  const load = loadOf(search, last.spec);
  return rungs.filter(({ spec }) => loadOf(search, spec) === load).length === 1 ? load : null;
}

/** What leaves the upper end of the bracket in doubt: no load above a knee was measured without other processes. */
function doubtOf(search: CeilingSearch, rungs: readonly Rung[], { flat, high }: Bracket): Others | null {
  if (!high) return null;
  if (!flat) return isDoubtful(search, high) ? high.others : null;
  const above = rungs.filter(({ spec }) => loadOf(search, spec) > loadOf(search, high.spec));
  const others = above.flatMap((rung) => rung.others ?? []).sort((a, b) => b.share - a.share);
  return others.length === above.length ? (others[0] ?? null) : null;
}

/** The lowest load that passes the ceiling by itself, whatever other processes did. */
function provenHigh(search: CeilingSearch, rungs: readonly Rung[], { low }: Bracket): Rung | null {
  const lowest = low ? loadOf(search, low.spec) : 0;
  const beyond = byLoadOf(search, rungs).filter(({ spec }) => loadOf(search, spec) > lowest);
  return beyond.find((rung) => passedBy(search, rung) !== null && !isDoubtful(search, rung)) ?? null;
}

function withLoad({ vary }: CeilingSearch, first: StepSpec, load: number): StepSpec {
  const step = { ...first, profiles: [] };
  if (vary === 'connections') return { ...step, connections: load };
  return step.loop === 'open' ? { ...step, requestsPerSecond: load } : step;
}

function nextLoad(search: CeilingSearch, rungs: readonly Rung[]): number | null {
  const { flat, low, high } = bracketOf(search, rungs);
  const highest = Math.max(...rungs.map(({ spec }) => loadOf(search, spec)));
  if (!high) return grownLoad(search, highest);
  const beyondBest = flat ? fallOf(search, rungs) : null;
  const coarse = Math.max(APART_LEAST - 1, search.precision);
  return (beyondBest && between(search, beyondBest, coarse)) ?? (low && between(search, [low, high], search.precision));
}

const between = (search: CeilingSearch, [low, high]: [Rung, Rung], precision: number): number | null =>
  halfway(loadOf(search, low.spec), loadOf(search, high.spec), precision);

/**
 * The rung that gave most and the next higher one, where that gave noticeably less: throughput fell, and its peak may
 * lie between the two.
 */
function fallOf(search: CeilingSearch, rungs: readonly Rung[]): [Rung, Rung] | null {
  const within = withinCeiling(search, byLoadOf(search, rungs));
  const best = bestOf(within);
  const at = within.findIndex(({ figures }) => figures?.requestsPerSecond === best);
  const [peak, next] = [within[at], within[at + 1]];
  return peak && next && (next.figures?.requestsPerSecond ?? 0) * RISE_LEAST < best ? [peak, next] : null;
}

const byLoadOf = (search: CeilingSearch, rungs: readonly Rung[]): Rung[] =>
  [...rungs].sort((a, b) => loadOf(search, a.spec) - loadOf(search, b.spec));

/** Rungs below the first that by itself is beyond the ceiling. A step with failing requests gives no throughput. */
function withinCeiling(search: CeilingSearch, byLoad: Rung[]): Rung[] {
  const beyond = byLoad.findIndex((rung) => passedBy(search, rung) !== null);
  return beyond === -1 ? byLoad : byLoad.slice(0, beyond);
}

/**
 * The bracket of the ceiling, and the knee. For a bound or a rate, the knee is the highest load that keeps it. For
 * throughput, it is the lowest load that no higher load improves upon.
 */
function bracketOf(search: CeilingSearch, rungs: readonly Rung[]): Bracket {
  const byLoad = byLoadOf(search, rungs);
  const within = withinCeiling(search, byLoad);
  const flat = search.ceiling.kind === 'throughput' && noLongerRises(search, within);
  if (!flat) {
    const low = within.at(-1) ?? null;
    return {
      flat,
      rose: within.length > 1 && gaveMost(low, within),
      low,
      high: byLoad[within.length] ?? null,
      knee: low,
      top: low,
    };
  }
  const enough = bestOf(within) / RISE_LEAST;
  const at = within.findIndex(({ figures }) => figures !== null && figures.requestsPerSecond >= enough);
  const knee = within[at] ?? null;
  return { flat, rose: true, low: within[at - 1] ?? null, high: knee, knee, top: within.at(-1) ?? null };
}

const gaveMost = (rung: Rung | null, rungs: readonly Rung[]): boolean =>
  (rung?.figures?.requestsPerSecond ?? 0) >= bestOf(rungs);

const bestOf = (rungs: readonly Rung[]): number => Math.max(0, ...rungs.map((r) => r.figures?.requestsPerSecond ?? 0));

/** Whether a higher load gave no more requests. `byLoad` ascends. */
function noLongerRises(search: CeilingSearch, byLoad: readonly Rung[]): boolean {
  return byLoad.some(({ spec, figures }) => {
    if (spec.loop !== 'closed' || !figures) return false;
    const lower = byLoad.filter((other) => loadOf(search, other.spec) * APART_LEAST <= loadOf(search, spec));
    return lower.length > 0 && figures.requestsPerSecond < bestOf(lower) * RISE_LEAST;
  });
}
