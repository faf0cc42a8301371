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

it('is none where connections keep cookies, which a route before may have to give', () => {
  expect(preflightFault([answer('/me', 'answered 401 Unauthorized')], true)).toBeNull();
});

it('names the first route that is not, and counts the others', () => {
  const [good, bad, worse] = [answer('/a', null), answer('/b', 'answered 4 bytes'), answer('/c', 'was not answered')];
  const next = 'No load was driven: mend the request, what it expects, or the service.';
  expect(sentence(good, bad)).toBe(`GET /b answered 4 bytes. ${next}`);
  expect(sentence(bad, good, worse)).toBe(`GET /b answered 4 bytes. 1 of the other 2 routes failed, too. ${next}`);
});
