import type { Comparison, Effect, MetricOutcome } from '@contract/comparison';
import type { Run } from '@contract/run';
import type { ShareDocument } from '@contract/share';
import type { Validity } from '@contract/verdict';
import { fastestStep, spreadsAt } from '@rules/comparison/spread';
import { type AnswerKind, answerBasis, answerKind, answerLine, answerWord } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { stepText } from '@rules/spec/load-words';
import {
  formatCount,
  formatDifference,
  formatLatencyMs,
  formatPercent,
  formatShort,
  plural,
} from '@rules/words/numbers';
import { capitalised, lowered } from '@rules/words/text';
import { mainOutcomes } from '@/features/compare/outcomes/outcomes';
import { isProfiled } from '@/lib/ramp';
import { nameOfRun } from '@/lib/run-names';
import { limitText } from '@/lib/verdict-words';
import { whyNoBest } from '@/lib/why-absent';

export interface PreviewRun {
  id: string;
  name: string;
  /** The rate of the best step; null without one, and `why` says why. */
  rate: string | null;
  why: string | null;
  rateShort: string | null;
  p99: string | null;
  where: string | null;
  /** Whether that rate may be believed, and what limited it; null where it was not judged. */
  verdict: { validity: Validity; limit: string } | null;
  /** Requests per second of each step without profiles that gave a valid figure, for a small curve. */
  curve: number[];
}

/** What one side came to against the baseline. */
export interface PreviewAnswer {
  side: string;
  metric: string;
  kind: AnswerKind;
  word: string;
  /** '+37 %'; null without a ratio. */
  change: string | null;
  basis: string;
  effect: Effect | null;
}

export interface Preview {
  title: string;
  kind: ShareDocument['type'];
  sentence: string;
  runs: PreviewRun[];
  /** Empty of a run, and of runs of one configuration. */
  answers: PreviewAnswer[];
  caveats: number;
}

/** What the preview of a link says: of a run the figures of its best step, else the answer. */
export function previewOf(document: ShareDocument): Preview {
  const { title, type: kind } = document;
  const result = resultOf(document);
  const runs = document.type === 'run' ? [document.run] : (result?.runs ?? []);
  const previews = runs.map((run, index) => ({ ...previewRun(run), name: nameIn(document, run, index) }));
  // Both sides of a noise floor are the same: its answer is the floor.
  const alike = document.type === 'experiment' && document.experiment.kind === 'noise-floor';
  const outcomes = result && !alike ? firstOfEachSide(mainOutcomes(result, null)) : [];
  const caveats = result?.warnings.length ?? 0;
  const told = result && (answerSentence(result, outcomes) ?? result.headline);
  const sentence = told
    ? `${told}${caveats > 0 ? ` ${capitalised(plural(caveats, 'caveat'))}.` : ''}`
    : runsSentence(previews);
  return { title, kind, sentence, runs: previews, answers: outcomes.map((one) => answerOf(result, one)), caveats };
}

const nameIn = (document: ShareDocument, run: Run, index: number): string =>
  document.type === 'comparison' ? nameOfRun(document.comparison, index) : run.name;

function resultOf(document: ShareDocument): Comparison | null {
  if (document.type === 'run') return null;
  return document.type === 'comparison' ? document.comparison : document.experiment.result;
}

const firstOfEachSide = (outcomes: MetricOutcome[]): MetricOutcome[] =>
  outcomes.filter(({ sideIndex }, at) => outcomes.findIndex((one) => one.sideIndex === sideIndex) === at);

function answerOf(result: Comparison | null, outcome: MetricOutcome): PreviewAnswer {
  return {
    side: result?.sides[outcome.sideIndex]?.name ?? '',
    metric: METRIC_WORDS[outcome.metric].label,
    kind: answerKind(outcome),
    word: answerWord(outcome),
    change: outcome.effect && formatDifference(outcome.effect.ratio - 1),
    basis: outcome.effect ? answerBasis(outcome) : 'no ratio',
    effect: outcome.effect,
  };
}

/** Null where no sides are told apart, and nothing was measured twice. */
function answerSentence(result: Comparison, outcomes: MetricOutcome[]): string | null {
  if (outcomes.length > 0) {
    const several = outcomes.length > 1;
    return outcomes
      .map((one) => {
        const line = answerLine(one, METRIC_WORDS[one.metric].label);
        return several ? `${result.sides[one.sideIndex]?.name}: ${lowered(line)}` : line;
      })
      .join(' ');
  }
  const row = result.sides.length === 1 ? fastestStep(result) : null;
  const [spread] = row === null ? [] : spreadsAt(result, row);
  if (!spread) return null;
  const { metric, share, runs } = spread;
  return `${plural(runs, 'run')} of one configuration are ${formatPercent(share * 100)} % apart in ${METRIC_WORDS[metric].label}.`;
}

function previewRun(run: Run): PreviewRun {
  const { id, name, best } = run;
  const curve = run.steps.flatMap(({ spec, point, verdict }) =>
    point && !isProfiled(spec) && verdict?.validity !== 'invalid' ? [point.requestsPerSecond] : [],
  );
  const none = { rate: null, rateShort: null, p99: null, where: null, verdict: null };
  if (!best) return { id, name, ...none, why: whyNoBest(run), curve };
  const verdict = run.steps[best.stepIndex]?.verdict ?? null;
  return {
    id,
    name,
    rate: `${formatCount(best.requestsPerSecond)} req/s`,
    why: null,
    rateShort: formatShort(Math.round(best.requestsPerSecond)),
    p99: best.latencyMsP99 === null ? null : `p99 ${formatLatencyMs(best.latencyMsP99, best.latencyResolutionUs)} ms`,
    where: `at ${stepText(best.spec)}`,
    verdict: verdict && {
      validity: verdict.validity,
      limit: `${verdict.confidence === 'likely' ? 'probably ' : ''}${limitText(verdict)}`,
    },
    curve,
  };
}

function runsSentence(runs: PreviewRun[]): string {
  const said = runs.map(({ name, rate, p99, where, why, verdict }) => {
    if (why !== null) return `${name}: ${lowered(why)}`;
    const figures = [rate, p99].filter(Boolean).join(', ');
    return `${name}: ${figures} ${where}${verdict ? `; ${verdict.validity}, ${verdict.limit}` : ''}`;
  });
  return `${said.join(' · ')}.`;
}
