import type { MetricOutcome } from '../../contract/comparison.ts';
import type { ConditionOutcome } from '../../contract/gate.ts';
import { isTooWide } from '../outcomes/answer.ts';
import type { Shown } from '../outcomes/could-show.ts';
import { METRIC_WORDS, metricTitle } from '../outcomes/figures.ts';
import { cautionText } from '../outcomes/headline.ts';
import { countedOf, type Judged, type Question, questionOf, shownBy } from '../outcomes/outcomes.ts';
import { RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import type { Effect } from '../statistics/effect.ts';
import { logSdOf } from '../statistics/log-sample.ts';
import { powerOfBound } from '../statistics/power.ts';
import { aboutRounds, leastRounds } from '../statistics/rounds-needed.ts';
import { formatDifference } from '../words/numbers.ts';
import { capitalised } from '../words/text.ts';
import { boundPercent, boundText, type Condition } from './condition.ts';
import { canDecide, type Decided, decideConditions } from './decide-condition.ts';

/** A condition of one variant, with what was measured for it; null where nothing was. */
interface Asked {
  condition: Condition;
  sideIndex: number;
  question: Question | null;
  /** Whether the test could have shown a difference of the server; null where nothing was measured. */
  shown: Shown | null;
}

type Testable = Asked & { question: Question & { effect: Effect } };

/**
 * What the conditions came to, of every variant. `placeOf`: which of the compared steps is the baseline's with this index.
 * `outcomes`: with what else is to be known of each. A test that could not have shown a difference of the server decides nothing.
 */
export function conditionOutcomes(
  judged: Judged,
  conditions: readonly Condition[],
  placeOf: (stepIndex: number) => number,
  outcomes: readonly MetricOutcome[],
): ConditionOutcome[] {
  const asked = conditions.flatMap((condition) =>
    judged.sides.slice(1).map((_, at): Asked => {
      const place = placeOf(condition.stepIndex);
      const question = place < 0 ? null : questionOf(judged, condition.metric, place, at + 1);
      return { condition, sideIndex: at + 1, question, shown: question && shownBy(judged, question) };
    }),
  );
  const testable = asked.filter(
    (one): one is Testable =>
      one.shown?.couldShow === 'yes' && one.question?.effect != null && canDecide(one.question.effect),
  );
  const decided = new Map<Asked, Decided>();
  const answers = decideConditions(
    testable.map(({ condition, question: { effect, rules } }) => ({ bound: condition, effect, noise: rules.noise })),
  );
  for (const [at, answer] of answers.entries()) decided.set(testable[at] as Asked, answer);
  return asked.map((one) => {
    const outcome = told(judged, one, decided.get(one) ?? null, testable.length);
    return {
      ...outcome,
      sentence: [outcome.sentence, cautionText(cautionsOf(one, outcomes))].filter(Boolean).join(' '),
    };
  });
}

const cautionsOf = ({ condition, sideIndex, question }: Asked, outcomes: readonly MetricOutcome[]): string[] =>
  outcomes.find(
    (one) =>
      one.metric === condition.metric && one.sideIndex === sideIndex && one.stepPosition === question?.stepPosition,
  )?.cautions ?? [];

function told(judged: Judged, asked: Asked, decided: Decided | null, tests: number): ConditionOutcome {
  const { condition, sideIndex, question } = asked;
  const name = judged.sides.length > 2 ? `${judged.sides[sideIndex]?.letters}: ` : '';
  const effect = question?.effect ?? null;
  const { status, sentence } = answerOf(asked, decided, tests);
  return {
    text: condition.text,
    sideIndex,
    status,
    allows: condition.allows,
    boundRatio: condition.boundRatio,
    ratio: effect?.ratio ?? null,
    low: decided?.low ?? null,
    high: decided?.high ?? null,
    confidencePercent: 100 * (1 - (decided?.alpha ?? judged.alpha)),
    sentence: `${name}${sentence}`,
  };
}

type Answer = Pick<ConditionOutcome, 'status' | 'sentence'>;

function answerOf({ condition, question, shown }: Asked, decided: Decided | null, tests: number): Answer {
  if (question === null || question.effect === null)
    return { status: 'not-measured', sentence: lackText(condition, question) };
  const { effect } = question;
  if (shown && shown.couldShow !== 'yes') return { status: 'inconclusive', sentence: shown.sentence };
  const title = `${metricTitle(condition.metric)} ${formatDifference(effect.ratio - 1)}`;
  if (decided === null) return { status: 'inconclusive', sentence: `${title}: ${undecidedText(effect)}` };
  return decidedText(condition, question, decided, { title, tests });
}

function decidedText(
  condition: Condition,
  question: Question,
  decided: Decided,
  { title, tests }: { title: string; tests: number },
): Answer {
  const rounds = roundsOf(question);
  const left = rounds.both < rounds.all ? `, ${rounds.both} of ${rounds.all} rounds` : '';
  const at = `${title} (${intervalOf(decided)}${left})`;
  const bound = boundText(condition);
  if (decided.status === 'failed') return { status: 'failed', sentence: `${at}: ${bound} is not met.` };
  if (decided.status === 'met' && rounds.otherLost > rounds.baselineLost)
    return {
      status: 'inconclusive',
      sentence: `${at}: the rounds that are left meet ${bound}, but the variant lost ${rounds.otherLost} of ${rounds.all} to failed or invalid figures, the baseline ${rounds.baselineLost}.`,
    };
  if (decided.status === 'met') return { status: 'met', sentence: `${at}: ${bound} is met.` };
  const needed = neededText(condition, question, tests);
  return { status: 'inconclusive', sentence: `${at}: the interval includes ${boundPercent(condition)}. ${needed}` };
}

interface Rounds {
  all: number;
  /** With a figure that counts on both sides. */
  both: number;
  baselineLost: number;
  otherLost: number;
}

function roundsOf({ baseline, other }: Question): Rounds {
  const [from, to] = [countedOf(baseline), countedOf(other)];
  const lost = (figures: (number | null)[]): number => figures.filter((figure) => figure === null).length;
  return {
    all: from.length,
    both: from.filter((figure, round) => figure !== null && to[round] != null).length,
    baselineLost: lost(from),
    otherLost: lost(to),
  };
}

function lackText({ metric, stepIndex }: Condition, question: Question | null): string {
  const { label } = METRIC_WORDS[metric];
  if (question === null) return `No round measured the ${label} of step ${stepIndex + 1} on both sides.`;
  const { both, all, baselineLost, otherLost } = roundsOf(question);
  if (both === 0)
    return `No round has a valid ${label} of step ${stepIndex + 1} on both sides: of ${all}, the baseline lacks ${baselineLost} and the variant ${otherLost}.`;
  return `The ${label} of the two sides has no ratio: it is too coarse, or of two kinds.`;
}

const undecidedText = ({ error, pairs, runs }: Effect): string =>
  error === null && (pairs ?? Math.min(runs.baseline, runs.other)) >= RUNS_FOR_A_CLAIM
    ? 'every repeat gave the very same ratio, so the noise is unknown.'
    : `fewer than ${RUNS_FOR_A_CLAIM} rounds decide nothing.`;

function intervalOf({ low, high }: Decided): string {
  if (isTooWide({ low, high })) return 'interval too wide to state';
  return `${formatDifference(low - 1).replace(' %', '')} to ${formatDifference(high - 1)}`;
}

/** A magnitude: if the ratio is what was seen, and rounds go on to spread as they did. */
function neededText(condition: Condition, { effect, rules }: Question, tests: number): string {
  if (effect?.cvPercent == null) return '';
  const logSd = logSdOf(effect.cvPercent);
  const distance = Math.abs(Math.log(effect.ratio / condition.boundRatio));
  const needed = leastRounds((rounds) =>
    powerOfBound({ rounds, alpha: effect.alpha / tests, logSd, noise: rules.noise }, distance),
  );
  const rounds = aboutRounds(needed.type === 'rounds' ? needed.rounds : null);
  return `${capitalised(rounds)} rounds would decide it, if the difference is what was seen.`;
}
