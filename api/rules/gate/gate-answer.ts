import type { ConditionOutcome, ConditionStatus, ExperimentGate, GateStatus } from '../../contract/gate.ts';
import { plural } from '../words/numbers.ts';

/** The weightiest first. */
const WEIGHTS = ['failed', 'not-measured', 'inconclusive', 'met'] as const satisfies readonly ConditionStatus[];

export type GateAnswer = Pick<ExperimentGate, 'status' | 'sentence'>;

/** Before its last round. */
export const OPEN_GATE: GateAnswer = { status: 'open', sentence: 'The conditions are decided after the last round.' };

const NOTHING: GateAnswer = {
  status: 'not-measured',
  sentence: 'Nothing to decide on: no round was measured on both sides.',
};

const ENDED_EARLY = 'The experiment ended before its last round, so no condition is decided.';

/** What all conditions together came to; empty or null: no round was whole. */
export function gateAnswer(conditions: readonly ConditionOutcome[] | null): GateAnswer {
  const status = WEIGHTS.find((weight) => conditions?.some((one) => one.status === weight));
  if (!conditions || !status) return NOTHING;
  const weighty = conditions.filter((one) => one.status === status);
  const [first] = weighty;
  if (conditions.length === 1 || status === 'not-measured') return { status, sentence: first?.sentence ?? '' };
  const sides = new Set(conditions.map(({ sideIndex }) => sideIndex)).size;
  const declared = conditions.length / sides;
  const each = sides === 1 ? '' : `, for each of ${sides} variants`;
  const count =
    status === 'met'
      ? `${declared === 1 ? 'The condition is met' : `All ${declared} conditions ${VERBS.met}`}${each}`
      : `${weighty.length} of ${conditions.length} ${sides === 1 ? 'conditions' : `answers (${plural(declared, 'condition')} × ${sides} variants)`} ${VERBS[status]}`;
  return { status, sentence: status === 'met' ? `${count}.` : `${count}. ${first?.sentence}` };
}

const VERBS: Record<Exclude<ConditionStatus, 'not-measured'>, string> = {
  failed: 'failed',
  inconclusive: 'are undecided',
  met: 'are met',
};

/** Whether more rounds could decide it: none failed, and some interval reaches over its bound. */
export const isOpen = (conditions: readonly ConditionOutcome[]): boolean =>
  conditions.every(({ status }) => status !== 'failed') &&
  conditions.some(({ status, low }) => status === 'inconclusive' && low !== null);

/** Nobody may stop when they like what they see. */
export const undecided = (condition: ConditionOutcome): ConditionOutcome => ({
  ...condition,
  status: 'not-measured',
  sentence: ENDED_EARLY,
});

/** Which attempt it is and what that means; null for the first. */
export const attemptText = ({ attempt }: Pick<ExperimentGate, 'attempt'>): string | null =>
  attempt === 1
    ? null
    : `Attempt ${attempt}: ${plural(attempt - 1, 'earlier experiment')} asked the same of the same configurations. Repeating until it is met proves nothing.`;

export const GATE_WORDS: Record<GateStatus, string> = {
  open: 'open',
  met: 'met',
  failed: 'failed',
  inconclusive: 'inconclusive',
  'not-measured': 'not measured',
};
