import { formatCount } from '../words/numbers.ts';
import { loadText, percent } from './amounts.ts';
import type { MeasuredStep } from './measured-step.ts';
import { othersText, type Situation, type WallFound } from './situation.ts';
import { MORE_IN_FLIGHT_GAIN } from './thresholds.ts';

/** No resource was full, and the next load with more in flight gave more than this and all smaller ones. */
export function wallOfConcurrency(situation: Situation): WallFound | null {
  const { step, steps } = situation;
  const own = inFlightMax(step);
  if (own === null || situation.client !== 'free' || situation.server !== 'free') return null;
  const ramp = steps
    .filter((other) => other === step || isSibling(other, step))
    .map((other) => ({ step: other, inFlight: inFlightMax(other) ?? 0, gave: other.point.requestsPerSecond }))
    .sort((a, b) => a.inFlight - b.inFlight);
  const next = ramp.find(({ inFlight }) => inFlight > own);
  const most = Math.max(...ramp.filter(({ inFlight }) => inFlight <= own).map(({ gave }) => gave));
  if (!next || next.gave < most * (1 + MORE_IN_FLIGHT_GAIN)) return null;
  const { requestsPerSecond } = step.point;
  const gain = percent(next.gave / requestsPerSecond - 1);
  const sentence = `Too little in flight: ${loadText(next.step.spec)} gave ${gain} more.`;
  const because = `No measured resource was saturated (${othersText(situation)}): ${loadText(next.step.spec)} gave ${formatCount(next.gave)} req/s, ${loadText(step.spec)} ${formatCount(requestsPerSecond)}.`;
  return {
    wall: 'concurrency',
    walls: ['concurrency'],
    confidence: 'measured',
    lowerBound: false,
    sentence,
    because,
    next: 'Add load in flight until throughput stops rising; a ceiling search does so by itself.',
  };
}

export function inFlightMax({ spec }: MeasuredStep): number | null {
  if (spec.loop !== 'closed' || spec.connections === null || spec.pipelining === null) return null;
  return spec.connections * spec.pipelining;
}

/** Differs in what is in flight alone, and was not slowed by profiles. */
const isSibling = ({ spec }: MeasuredStep, { spec: own }: MeasuredStep): boolean =>
  spec.loop === 'closed' &&
  spec.profiles.length === 0 &&
  spec.toolWorkers === own.toolWorkers &&
  spec.connections !== null;
