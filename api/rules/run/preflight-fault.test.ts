import { expect, it } from 'vitest';
import type { PreflightAnswer } from '../../contract/preflight.ts';
import { preflightFault } from './preflight-fault.ts';

const answer = (path: string, fault: string | null): PreflightAnswer => ({
  method: 'GET',
  path,
  attempts: 1,
  status: 200,
  protocol: 'HTTP/1.1',
  headers: [],
  bodyBytes: 0,
  bodyStart: '',
  tookUs: 1,
  fault,
});
const sentence = (...answers: PreflightAnswer[]) => preflightFault(answers, false)?.sentence;

it('is none where every route is as expected', () => {
  expect(preflightFault([answer('/a', null), answer('/b', null)], false)).toBeNull();
});

it('is none where a route may lack the cookie of one before', () => {
  expect(preflightFault([answer('/login', null), answer('/me', 'answered 401 Unauthorized')], true)).toBeNull();
});

it('is of the first route, and of one without an answer, whatever the cookies', () => {
  const refused = { ...answer('/b', 'was not answered: connection refused'), status: null };
  const tooLate = { ...answer('/c', null), status: null, attempts: 0 };
  const first = answer('/a', 'answered 404 Not Found');
  expect(preflightFault([first], true)?.sentence).toMatch(/^GET \/a answered 404 Not Found\. No load/);
  expect(preflightFault([answer('/a', null), refused, tooLate], true)?.sentence).toMatch(/^GET \/b was not answered/);
  expect(preflightFault([first, answer('/me', 'answered 401'), refused], true)?.sentence).toContain('1 of the other 2');
  expect(preflightFault([answer('/a', null), tooLate], true)).toBeNull();
});

it('names the first route that is not, and counts the others', () => {
  const [good, bad, worse] = [answer('/a', null), answer('/b', 'answered 4 bytes'), answer('/c', 'was not answered')];
  const next = 'No load was driven: fix the request, its expectation, or the service.';
  expect(sentence(good, bad)).toBe(`GET /b answered 4 bytes. ${next}`);
  expect(sentence(bad, good, worse)).toBe(`GET /b answered 4 bytes. 1 of the other 2 routes failed, too. ${next}`);
});
