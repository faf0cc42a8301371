import type { ComparedMetric } from '../../contract/comparison.ts';
import { MAX_STEPS } from '../../contract/limits.ts';
import { METRIC_WORDS, METRICS } from '../outcomes/figures.ts';
import { formatExact } from '../words/numbers.ts';
import { listed } from '../words/text.ts';

/** What has to hold of a variant: its ratio to the baseline is at least the bound, or at most. */
export interface Condition {
  text: string;
  metric: ComparedMetric;
  /** From 0. */
  stepIndex: number;
  allows: 'from' | 'up-to';
  boundRatio: number;
}

const FORM =
  /^(?<metric>.+?)(?:\s+in\s+step\s+(?<step>\d{1,3}))?\s*(?<sign>>=|<=|≥|≤)\s*(?<percent>[+−-]?\d{1,4}(?:\.\d{1,3})?)\s*%$/u;
const PERCENT_LEAST = -99;
const PERCENT_MOST = 1000;

/** Names of a metric: as people and as programs write it. */
const NAMES = new Map(
  METRICS.flatMap((metric) => [
    [METRIC_WORDS[metric].label.toLowerCase(), metric] as const,
    [metric.toLowerCase(), metric] as const,
  ]),
);

/** Reads a condition such as `throughput >= -2%`. Without a step it is about the primary one. */
export function readCondition(text: string, primaryStepIndex: number): Condition | { fault: string } {
  const found = FORM.exec(text.trim())?.groups;
  if (!found)
    return { fault: `‘${text}’ is no condition. Write one such as throughput >= -2% or p99 latency in step 2 <= +5%.` };
  const metric = NAMES.get((found.metric ?? '').toLowerCase().replaceAll(/\s+/g, ' '));
  if (!metric)
    return {
      fault: `‘${found.metric}’ is no metric. There are ${listed(METRICS.map((one) => METRIC_WORDS[one].label))}.`,
    };
  const percent = Number((found.percent ?? '').replace('−', '-'));
  if (percent < PERCENT_LEAST || percent > PERCENT_MOST)
    return { fault: `‘${text}’ asks for ${percent} %: write ${PERCENT_LEAST} to ${PERCENT_MOST} %.` };
  const step = found.step === undefined ? primaryStepIndex + 1 : Number(found.step);
  if (step < 1 || step > MAX_STEPS) return { fault: `‘${text}’ asks for step ${step}: steps count from 1.` };
  const allows = found.sign === '>=' || found.sign === '≥' ? 'from' : 'up-to';
  return { text: text.trim(), metric, stepIndex: step - 1, allows, boundRatio: 1 + percent / 100 };
}

/** Those that can be read; a condition was checked before it was kept. */
export const readConditions = (texts: readonly string[], primaryStepIndex: number): Condition[] =>
  texts.flatMap((text) => {
    const read = readCondition(text, primaryStepIndex);
    return 'fault' in read ? [] : [read];
  });

/** '≥ −2 %', '≤ +3 %'. */
export const boundText = (condition: Pick<Condition, 'allows' | 'boundRatio'>): string =>
  `${condition.allows === 'from' ? '≥' : '≤'} ${boundPercent(condition)}`;

/** '−2 %', '+3 %': as exact as it was written. */
export function boundPercent({ boundRatio }: Pick<Condition, 'boundRatio'>): string {
  const percent = Number(((boundRatio - 1) * 100).toFixed(3));
  const sign = percent < 0 ? '−' : percent > 0 ? '+' : '';
  return `${sign}${formatExact(Math.abs(percent))} %`;
}
