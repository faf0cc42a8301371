import { z } from 'zod';
import { figure, MAX_DOCUMENT_RUNS, MAX_REMARKS, text, word } from './bounds.ts';
import { MAX_CONDITION_CHARACTERS, MAX_CONDITIONS } from './limits.ts';
import { id } from './primitives.ts';

/** Such as `throughput >= -2%` or `server CPU per request in step 2 <= +3%`: of every variant against the baseline. */
export const conditionText = z.string().trim().min(1).max(MAX_CONDITION_CHARACTERS);
export const conditionTexts = z.array(conditionText).max(MAX_CONDITIONS);

/**
 * `met` and `failed` are claims. `inconclusive`: the interval lies on both sides of the bound, or the test says nothing of the
 * server. `not-measured`: there is no figure to decide on.
 */
export const conditionStatus = z
  .enum(['met', 'failed', 'inconclusive', 'not-measured'])
  .meta({ id: 'ConditionStatus' });
export type ConditionStatus = z.infer<typeof conditionStatus>;

export const conditionOutcome = z
  .object({
    /** As it was declared. */
    text: word,
    /** The side that it was decided of. */
    sideIndex: z.int(),
    status: conditionStatus,
    /** Which ratios to the baseline it allows: those up to it, or those from it. */
    allows: z.enum(['up-to', 'from']),
    /** The bound as a ratio to the baseline: 0.98 of `>= -2%`. */
    boundRatio: figure,
    /** Geometric mean of the ratios to the baseline; null where none was measured. */
    ratio: figure.nullable(),
    /**
     * The interval that decides, never narrower than the noise floor: `met` if all of it is allowed, `failed` if none is. Null where
     * nothing decides: too few rounds, or a test that says nothing of the server.
     */
    low: figure.nullable(),
    high: figure.nullable(),
    /** Of the end that decides, corrected for the number of conditions. */
    confidencePercent: figure,
    /** The answer in one short sentence. */
    sentence: text,
  })
  .meta({ id: 'ConditionOutcome', description: 'A condition of the gate, decided of one variant.' });
export type ConditionOutcome = z.infer<typeof conditionOutcome>;

/** Of every variant, condition by condition. */
export const conditionOutcomes = z.array(conditionOutcome).max(MAX_REMARKS);

/** `open`: its experiment is not over. Else the weightiest of its conditions: failed, not measured, inconclusive, met. */
export const gateStatus = z.enum(['open', ...conditionStatus.options]).meta({ id: 'GateStatus' });
export type GateStatus = z.infer<typeof gateStatus>;

export const experimentGate = z
  .object({
    conditions: conditionTexts,
    status: gateStatus,
    /** The answer of the gate, in words. */
    sentence: text,
    /** Which attempt it is: earlier experiments asked the same of the same configurations. */
    attempt: z.int(),
    /** Those experiments, the latest first; the last ones of more. */
    earlierIds: z.array(id).max(MAX_DOCUMENT_RUNS),
  })
  .meta({ id: 'ExperimentGate', description: 'What the experiment was to show, declared before its first run.' });
export type ExperimentGate = z.infer<typeof experimentGate>;
