import type { PreflightAnswer } from '../../contract/preflight.ts';
import type { Failure } from '../../contract/primitives.ts';

export const PREFLIGHT_FAILED = 'preflight-failed';

/**
 * Why no load is worth driving, by the first route that is not as expected; null when all are. Where connections keep cookies a
 * route may depend on another that the load sends before it, so nothing is concluded then.
 */
export function preflightFault(answers: PreflightAnswer[], cookies: boolean): Failure | null {
  if (cookies) return null;
  const wrong = answers.filter(({ fault }) => fault !== null);
  const [first, ...more] = wrong;
  if (!first) return null;
  const others = more.length > 0 ? ` ${more.length} of the other ${answers.length - 1} routes failed, too.` : '';
  return {
    code: PREFLIGHT_FAILED,
    sentence: `${first.method} ${first.path} ${first.fault}.${others} No load was driven: mend the request, what it expects, or the service.`,
  };
}
