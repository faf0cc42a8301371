import type { CeilingSearch } from '../../contract/load.ts';
import { type RateMet, rateMet } from '../findings/findings-of-load.ts';
import { percentileText } from '../load/latency-resolution.ts';
import { boundText, brokenBound } from '../load/search/search-bound.ts';
import { measureHere, unmeasuredOrigin } from '../spec/external-target.ts';
import { formatCount } from '../words/numbers.ts';
import { capitalised } from '../words/text.ts';
import { amount } from './amounts.ts';
import { competingNext } from './competing-words.ts';
import type { Situation, WallFound } from './situation.ts';
import { unnamedCpus } from './unnamed-words.ts';

/** What is advised where nothing speaks against more load. */
export const RAISE_RATE = 'raise the rate until it is no longer met';

const AT_THIS_RATE = 'At this rate, compare latency and CPU per request.';

type Advice = Pick<WallFound, 'next' | 'stopsOthers'>;

/** What to do about a rate that was met. What disturbed it comes before more load. */
export function rateNext(situation: Situation, asked: number): Advice {
  const { findings, limits, evidence, run } = situation;
  const full = limits.filter(({ host, wall }) => wall === 'competing-load' || host.side === 'client');
  if (full.length > 0 && unmeasuredOrigin(run) !== null && evidence.sharedMachine === true)
    return {
      next: `Before raising the rate, drive the load from another machine, or measure this one fully: ${measureHere([...new Set(full.map(({ host }) => host.name))])}`,
    };
  if (limits.some(({ wall }) => wall === 'competing-load')) return competingNext(evidence);
  if (findings.some(({ code }) => code === 'stalled'))
    return { next: 'Run it again: a stall that recurs is to be found before the rate is raised.' };
  if (limits.some(({ host }) => host.side === 'client') || unnamedCpus(evidence) !== null)
    return {
      next: 'Give the load generator CPUs that nothing else uses, or drive the load from another machine, before raising the rate.',
    };
  const { search } = run.spec.load;
  return { next: search ? searchNext(situation, search, asked) : (missedNext(situation, asked) ?? TO_RAISE) };
}

const TO_RAISE = `To find the limit, ${RAISE_RATE}; a ceiling search does this automatically. ${AT_THIS_RATE}`;

/** Where the same run found a rate that was not met, the limit is looked for there. */
function missedNext({ steps }: Situation, asked: number): string | null {
  const missed = steps.flatMap((step) => {
    const other = rateMet(step);
    return other && isMissed(other) && other.asked > asked ? [other.asked] : [];
  });
  const [only, ...more] = [...new Set(missed)].sort((a, b) => a - b);
  if (only === undefined) return null;
  const where =
    more.length === 0
      ? `the step of this run with ${formatCount(only)} req/s, which was not met`
      : `the steps of this run from ${formatCount(only)} req/s on, which were not met`;
  return `To find the limit, look at ${where}. ${AT_THIS_RATE}`;
}

/** The rate was too high. A tool that sends too fast does not show that, nor do slow answers that may not have queued. */
const isMissed = ({ met, late, tooShort, exceeded, backlog }: RateMet): boolean =>
  !met && !late && !tooShort && !exceeded && backlog?.by !== 'median';

/** A search raised the rate already: how far it came says what is next. */
function searchNext(situation: Situation, search: CeilingSearch, asked: number): string {
  const { step, steps } = situation;
  if (brokenBound(search, step.point)) return `Search again from less than ${formatCount(asked)} req/s.`;
  const broken = steps.flatMap(({ spec, point }) => {
    const bound = brokenBound(search, point);
    return bound && spec.loop === 'open' && (spec.requestsPerSecond ?? 0) > asked
      ? [{ rate: spec.requestsPerSecond ?? 0, bound }]
      : [];
  });
  const [first] = broken.sort((a, b) => a.rate - b.rate);
  if (first)
    return `To find what limits it, look at the step with ${formatCount(first.rate)} req/s, the first above the bound, ${boundText(first.bound)}.`;
  const missed = missedNext(situation, asked);
  if (missed) return missed;
  return asked >= search.most
    ? `Search again up to more than ${formatCount(search.most)} req/s: no rung passed its ceiling.`
    : 'Search again: this search ended before a rung passed its ceiling.';
}

/** A rung that met its rate and broke the bound of its search beside others that held the CPUs: that says little of the target. */
export function slowedByOthers({ run, step, limits, evidence }: Situation, asked: number): WallFound | null {
  const broken = brokenBound(run.spec.load.search, step.point);
  const held = limits.find(({ wall }) => wall === 'competing-load');
  // A target without an agent may be one of them.
  if (!broken || !held || unmeasuredOrigin(run) !== null) return null;
  const { next, stopsOthers } = competingNext(evidence);
  const latency = `${percentileText(broken.percentile)} was ${amount(broken.latencyMs)} ms`;
  return {
    wall: 'competing-load',
    walls: ['competing-load'],
    confidence: 'likely',
    lowerBound: false,
    sentence: `Probably slowed by other processes: ${latency}, and the search asked for at most ${broken.mostMs} ms.`,
    because: `${formatCount(step.point.requestsPerSecond)} of the ${formatCount(asked)} req/s offered were achieved, but ${latency}. ${capitalised(`other processes held the CPUs: ${held.told}`)}. Whether the target keeps the bound without them is not known.`,
    next: `${next} Or search again from less than ${formatCount(asked)} req/s.`,
    stopsOthers,
  };
}
