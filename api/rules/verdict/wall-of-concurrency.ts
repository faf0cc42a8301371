import { type UsedDepth, usedDepth } from '../load/used-depth.ts';
import { formatCount } from '../words/numbers.ts';
import { loadText, percent } from './amounts.ts';
import { isH2 } from './labels-of-run.ts';
import type { MeasuredStep } from './measured-step.ts';
import { othersText, type Situation, type WallFound } from './situation.ts';
import { MORE_IN_FLIGHT_GAIN } from './thresholds.ts';

/**
 * No resource was full, and the next load with more in flight gave more than this and all smaller ones. A step that was
 * profiled may have given less because of that.
 */
export function wallOfConcurrency(situation: Situation): WallFound | null {
  const { step, steps } = situation;
  if (step.spec.profiles.length > 0) return null;
  const h2 = isH2(situation.run);
  const own = inFlightOf(step, h2);
  if (own === null || situation.client !== 'free' || situation.server !== 'free') return null;
  const ramp = steps
    .filter((other) => other === step || isSibling(other, step))
    .flatMap((other) => {
      const inFlight = inFlightOf(other, h2);
      return inFlight ? [{ step: other, inFlight, gave: other.point.requestsPerSecond }] : [];
    })
    .sort((a, b) => a.inFlight.most - b.inFlight.most);
  const next = ramp.find(({ inFlight }) => inFlight.least > own.most);
  const most = Math.max(...ramp.filter(({ inFlight }) => inFlight.least <= own.most).map(({ gave }) => gave));
  if (!next || next.gave < most * (1 + MORE_IN_FLIGHT_GAIN)) return null;
  const { requestsPerSecond } = step.point;
  const [more, less] = [next.step, step].map((one) => loadText(one, h2));
  const gain = percent(next.gave / requestsPerSecond - 1);
  const sentence = `Too little in flight: ${more} gave ${gain} more.`;
  const because = `No measured resource was saturated (${othersText(situation)}): ${more} gave ${formatCount(next.gave)} req/s, ${less} ${formatCount(requestsPerSecond)}.`;
  return {
    wall: 'concurrency',
    walls: ['concurrency'],
    confidence: 'measured',
    lowerBound: false,
    sentence,
    because,
    next: 'Put more in flight until throughput stops rising; a ceiling search does this automatically.',
  };
}

/** Between how many requests were in flight at most; null where that is not known. */
function inFlightOf({ spec, point }: MeasuredStep, h2: boolean): UsedDepth | null {
  const depth = spec.loop === 'closed' ? usedDepth(spec, point, h2) : null;
  if (!depth || spec.connections === null) return null;
  return { least: spec.connections * depth.least, most: spec.connections * depth.most };
}

/** Differs in what is in flight alone, and was not slowed by profiles. */
const isSibling = ({ spec }: MeasuredStep, { spec: own }: MeasuredStep): boolean =>
  spec.loop === 'closed' &&
  spec.profiles.length === 0 &&
  spec.toolWorkers === own.toolWorkers &&
  spec.connections !== null;
