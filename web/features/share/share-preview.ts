import type { Comparison, Effect, MetricOutcome } from '@contract/comparison';
import type { Run } from '@contract/run';
import type { ShareDocument } from '@contract/share';
import type { PointVerdict, Validity } from '@contract/verdict';
import { isProfiled } from '@rules/load/best-step';
import { whyNoBest } from '@rules/load/why-absent';
import { type AnswerKind, answerBasis, answerKind, answerWord } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { nameOfRun } from '@rules/run/run-names';
import { caveatSentence, likelyLimit, p99OfBest, previewSentence, rateOfBest } from '@rules/share/preview-sentence';
import { protocolOf, stepText } from '@rules/spec/load-words';
import { leftOutFigure, leftOutOf, RANK } from '@rules/verdict/left-out';
import { formatDifference, formatShort } from '@rules/words/numbers';
import { mainOutcomes } from '@/features/compare/outcomes/outcomes';
import { rowText } from '@/features/compare/outcomes/row-text';
import { type VerdictTone, verdictTone } from '@/lib/verdict-words';

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
  verdict: { validity: Validity; tone: VerdictTone; limit: string } | null;
  /** '~60.5 k suspect, 2 more': higher figures of the run that do not stand for it. */
  leftOut: string | null;
  /** Each step without profiles that gave a possible figure, for a small curve. */
  curve: PreviewPoint[];
}

export interface PreviewPoint {
  requestsPerSecond: number;
  isBest: boolean;
  /** Less than the best. */
  doubtful: boolean;
}

/** What one side came to against the baseline. */
export interface PreviewAnswer {
  side: string;
  metric: string;
  /** 'at 16 connections'; '' where its step is not known. */
  where: string;
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
  /** The gravest one, and how many there are; '' without any. */
  caveat: string;
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
  return {
    title,
    kind,
    sentence: previewSentence(document),
    runs: previews,
    answers: outcomes.map((one) => answerOf(result, one)),
    caveat: result ? caveatSentence(result) : '',
  };
}

const nameIn = (document: ShareDocument, run: Run, index: number): string =>
  document.type === 'comparison' ? nameOfRun(document.comparison, index) : run.name;

function resultOf(document: ShareDocument): Comparison | null {
  if (document.type === 'run') return null;
  return document.type === 'comparison' ? document.comparison : document.experiment.result;
}

const firstOfEachSide = (outcomes: MetricOutcome[]): MetricOutcome[] =>
  outcomes.filter(({ sideIndex }, at) => outcomes.findIndex((one) => one.sideIndex === sideIndex) === at);

function whereOf(result: Comparison | null, { stepPosition, sideIndex }: MetricOutcome): string {
  const load = result && rowText(result, stepPosition, sideIndex);
  return load ? `at ${load}` : '';
}

function answerOf(result: Comparison | null, outcome: MetricOutcome): PreviewAnswer {
  return {
    side: result?.sides[outcome.sideIndex]?.name ?? '',
    metric: METRIC_WORDS[outcome.metric].label,
    where: whereOf(result, outcome),
    kind: answerKind(outcome),
    word: answerWord(outcome),
    change: outcome.effect && formatDifference(outcome.effect.ratio - 1),
    basis: outcome.effect ? answerBasis(outcome) : 'no ratio',
    effect: outcome.effect,
  };
}

function previewRun(run: Run): PreviewRun {
  const { id, name, best } = run;
  const verdict = (best && run.steps[best.stepIndex]?.verdict) ?? null;
  const curve = curveOf(run, verdict);
  const none = { rate: null, rateShort: null, p99: null, where: null, verdict: null, leftOut: null };
  if (!best) return { id, name, ...none, why: whyNoBest(run), curve };
  const leftOut = leftOutOf(run);
  return {
    id,
    name,
    rate: rateOfBest(best),
    why: null,
    rateShort: formatShort(Math.round(best.requestsPerSecond)),
    p99: p99OfBest(best),
    where: `at ${stepText(best.spec, protocolOf(run))}`,
    verdict: verdict && { validity: verdict.validity, tone: verdictTone(verdict), limit: likelyLimit(verdict) },
    leftOut: leftOut && leftOutFigure(leftOut),
    curve,
  };
}

const curveOf = ({ steps, best }: Run, ofBest: PointVerdict | null): PreviewPoint[] =>
  steps.flatMap(({ index, spec, point, verdict }) => {
    if (!point || isProfiled(spec) || verdict?.validity === 'invalid') return [];
    const doubtful = verdict !== null && ofBest !== null && RANK[verdict.validity] > RANK[ofBest.validity];
    return [{ requestsPerSecond: point.requestsPerSecond, isBest: index === best?.stepIndex, doubtful }];
  });
