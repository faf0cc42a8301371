import type { Finding } from '../../../contract/verdict.ts';
import { formatCount, plural } from '../../words/numbers.ts';
import { percentAbove } from '../amounts.ts';
import { evidenceOf, type MeasuredStep, ofStep } from '../measured-step.ts';
import { ERRORS_DOUBTFUL } from '../thresholds.ts';

/** How much retries multiplied the load of the other server, and the calls that still failed. */
export function retryFindings(step: MeasuredStep): Finding[] {
  const { downstream } = evidenceOf(step).backend ?? {};
  if (!downstream || downstream.calls <= 0) return [];
  const { calls, attempts, exhausted, timedOut, refused, unanswered } = downstream;
  const repeated = attempts - calls;
  const failed = timedOut + refused + unanswered;
  // A call is counted a moment before its attempt, so that between two readings there may be one attempt more. What is repeated has failed.
  if (exhausted === 0 && (repeated <= 0 || failed === 0)) return [];
  const kinds = `${formatCount(refused)} refused, ${formatCount(timedOut)} timed out, ${formatCount(unanswered)} not answered`;
  const share = exhausted / calls;
  const suspect = share > ERRORS_DOUBTFUL;
  const ranOut = `${plural(exhausted, 'call')} had no attempt left${suspect ? ` (${percentAbove(share, ERRORS_DOUBTFUL)}), so their requests failed: lower its load or allow more attempts` : ''}`;
  const took = amplification(attempts / calls);
  const sentence = `each call to the other server took ${took === '1' ? 'one attempt' : `${took} attempts`}: ${formatCount(attempts)} for ${plural(calls, 'call')}, and ${formatCount(failed)} of them failed (${kinds}). ${ranOut}.`;
  return [ofStep(step, { code: 'retries', severity: suspect ? 'suspect' : 'note', sentence })];
}

/** 1.25, 3; what is little more than 1 with the digits that say so: 1.01, 1.0005. */
export function amplification(factor: number): string {
  const digits = factor - 1 > 0 && factor < 1.1 ? Math.min(6, 1 + Math.ceil(-Math.log10(factor - 1))) : 2;
  return String(Number(factor.toFixed(digits)));
}
