import type { Comparison } from '../../contract/comparison.ts';
import { COMPARISON_WARNINGS } from '../../contract/comparison-words.ts';
import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import type { PointVerdict } from '../../contract/verdict.ts';
import { fastestStep, spreadsAt } from '../comparison/spread.ts';
import { whyNoBest } from '../load/why-absent.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { protocolOf, stepText } from '../spec/load-words.ts';
import { limitText } from '../verdict/words.ts';
import { formatCount, formatLatencyMs, formatPercent, plural } from '../words/numbers.ts';
import { asSentence, lowered } from '../words/text.ts';

/** What the preview of a link says in words: the answer as its page gives it, or the figures of a run's best step. */
export function previewSentence(document: ShareDocument): string {
  if (document.type === 'run') return runSentence(document.run);
  if (document.type === 'comparison') return comparisonSentence(document.comparison);
  const { result, status } = document.experiment;
  if (result) return comparisonSentence(result);
  return status === 'done' ? 'It ended without a whole round.' : 'No result yet.';
}

/** The answer, what its letters stand for, and the weightiest caveat. */
function comparisonSentence(compared: Comparison): string {
  const parts = [compared.headline, spreadSentence(compared), lettersSentence(compared), caveatSentence(compared)];
  return parts.filter(Boolean).join(' ');
}

/** Of runs of one configuration: how far apart they are. */
function spreadSentence(compared: Comparison): string {
  const row = compared.sides.length === 1 ? fastestStep(compared) : null;
  const [spread] = row === null ? [] : spreadsAt(compared, row);
  if (!spread) return '';
  return `${plural(spread.runs, 'run')}, ${formatPercent(spread.share * 100)} % apart in ${METRIC_WORDS[spread.metric].label}.`;
}

/** 'A is off, B is on.'; '' where sides are called by their names, and of more than three. */
function lettersSentence({ sides }: Comparison): string {
  const lettered = sides.filter(({ letters, name }) => letters !== name && name !== '');
  if (lettered.length < 2 || lettered.length > 3) return '';
  return asSentence(lettered.map(({ letters, name }) => `${letters}: ${name}`).join('; '));
}

/** The gravest caveat, and how many there are; '' without any. */
export function caveatSentence({ warnings }: Pick<Comparison, 'warnings'>): string {
  const first = warnings.find(({ code }) => !COMPARISON_WARNINGS[code].isNote) ?? warnings[0];
  if (!first) return '';
  return `Caveat${warnings.length > 1 ? ` (1 of ${formatCount(warnings.length)})` : ''}: ${first.sentence}`;
}

/** The figures of a run's best step, or why it has none. */
export function runSentence(run: Run): string {
  const { name, best } = run;
  if (!best) return `${name}: ${asSentence(lowered(whyNoBest(run)))}`;
  const figures = [rateOfBest(best), p99OfBest(best)].filter(Boolean).join(', ');
  const verdict = run.steps[best.stepIndex]?.verdict;
  const limit = verdict ? `; ${verdict.validity}, ${likelyLimit(verdict)}` : '';
  return `${name}: ${figures} at ${stepText(best.spec, protocolOf(run))}${limit}.`;
}

type Best = NonNullable<Run['best']>;

export const rateOfBest = ({ requestsPerSecond }: Best): string => `${formatCount(requestsPerSecond)} req/s`;

export const p99OfBest = ({ latencyMsP99, latencyResolutionUs }: Best): string | null =>
  latencyMsP99 === null ? null : `p99 ${formatLatencyMs(latencyMsP99, latencyResolutionUs)} ms`;

/** 'limited by client CPU', 'probably limited by server CPU'. */
export const likelyLimit = (verdict: Pick<PointVerdict, 'wall' | 'walls' | 'confidence'>): string =>
  `${verdict.confidence === 'likely' ? 'probably ' : ''}${limitText(verdict)}`;
