import type { PreflightAnswer } from '../../contract/preflight.ts';
import type { Failure } from '../../contract/primitives.ts';

export const PREFLIGHT_FAILED = 'preflight-failed';

/**
 * Why no load is worth driving, by the first route that is not as expected; null when all are. Where connections keep cookies a
 * route may depend on one that the load sends before it, so a wrong answer is only held against the first; no answer at all is, whoever asks.
 */
export function preflightFault(answers: PreflightAnswer[], cookies: boolean): Failure | null {
  const wrong = answers.filter(
    ({ fault, status }, place) => fault !== null && (!cookies || place === 0 || status === null),
  );
  const [first, ...more] = wrong;
  if (!first) return null;
  const others = more.length > 0 ? ` ${more.length} of the other ${answers.length - 1} routes failed, too.` : '';
  return {
    code: PREFLIGHT_FAILED,
    sentence: `${first.method} ${first.path} ${first.fault}.${others} No load was driven: fix the request, its expectation, or the service.`,
  };
}
