import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import { VERDICT_VERSION } from '../../contract/verdict.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { leftOutBadge, leftOutText } from './left-out.ts';
import { summaryOf } from './run-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const IDLE: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ busy: 10 }) };
const FULL: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ busy: 95 }) };
const judged = (...steps: SaidStep[]) =>
  withVerdict(saidRun(steps.map((step) => ({ pipelining: 1, server: IDLE, clients: [IDLE], ...step }))));
const verdictOf = (...steps: SaidStep[]) => judged(...steps).verdict;

const NO_ERRORS = { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 };
const impossible = { latencyMs: { mean: 10_000 } };
const missing = { point: { connectionsEstablished: 1 } };

describe('the verdict of a run', () => {
  it('speaks of its best valid point, and says which higher figures it leaves out', () => {
    const verdict = verdictOf(
      { connections: 100, requestsPerSecond: 5_000 },
      { connections: 200, requestsPerSecond: 7_000, server: FULL },
      { connections: 300, requestsPerSecond: 9_000, ...missing },
      { connections: 400, requestsPerSecond: 99_000, ...impossible },
    );
    expect(verdict).toMatchObject({ stepIndex: 1, validity: 'valid', wall: 'server-cpu', version: VERDICT_VERSION });
    expect(verdict?.because).toMatch(/^Best valid step: 7,000 req\/s at 200 connections\. Server CPU: 95 %/);
    expect(verdict?.because).toContain(
      'Left out, though higher: 99,000 req/s at 400 connections (invalid) and 1 more figure.',
    );
  });

  it('else of the best that is not invalid, else of the best', () => {
    const doubtful = { connections: 300, requestsPerSecond: 9_000, ...missing };
    const invalid = { connections: 400, requestsPerSecond: 99_000, ...impossible };
    expect(verdictOf(doubtful, invalid)).toMatchObject({ stepIndex: 0, validity: 'suspect' });
    expect(verdictOf(doubtful, invalid)?.because).toMatch(/^Best step \(none valid\): 9,000/);
    expect(verdictOf(invalid, { ...invalid, requestsPerSecond: 98_000 })).toMatchObject({
      stepIndex: 0,
      validity: 'invalid',
      wall: null,
    });
  });

  it('says that no request succeeded, and calls no such step the best, however fast its failures came', () => {
    const refused = (connections: number, requestsPerSecond: number): SaidStep => {
      const requests = requestsPerSecond * 10;
      const errors = { ...NO_ERRORS, non2xx: requests };
      return { connections, requestsPerSecond, point: { requests, errors } };
    };
    const [one, two] = [refused(10, 20_000), refused(20, 40_700)];
    const run = withVerdict(saidRun([one, two]));
    expect([run.best, run.verdict?.validity]).toEqual([null, 'invalid']);
    expect(run.verdict?.sentence).toBe('No request succeeded in any step.');
    expect(run.verdict?.because).toMatch(/^Invalid: no request succeeded\. 407,000 of 407,000 requests failed/);
    expect(run.verdict?.because).not.toMatch(/Best|Left out/);
    expect(verdictOf(two)).toMatchObject({ sentence: 'No request succeeded.' });
    // Half of the requests failed: invalid as well, and still more than nothing.
    const half = { ...refused(30, 5_000), point: { requests: 50_000, errors: { ...NO_ERRORS, non2xx: 25_000 } } };
    expect(verdictOf(two, half)).toMatchObject({ stepIndex: 1, validity: 'invalid' });
    expect(verdictOf(two, { connections: 30, requestsPerSecond: 5_000 })?.because).toContain(
      'Left out, though higher: 40,700 req/s at 20 connections (no request succeeded).',
    );
  });

  it('speaks of no profiled step while there is another, and of one step without naming it', () => {
    const plain = { connections: 10, requestsPerSecond: 1_000 };
    const profiled = { connections: 10, requestsPerSecond: 2_000, profiles: ['cpu' as const] };
    expect(verdictOf(plain, profiled)).toMatchObject({ stepIndex: 0 });
    expect(verdictOf(profiled)).toMatchObject({ stepIndex: 0 });
    expect(verdictOf({ ...plain, server: FULL })?.because).toMatch(/^Server CPU: /);
  });

  it('says the walls of other loads where its own cannot be told', () => {
    const verdict = verdictOf(
      { connections: 10, requestsPerSecond: 3_000, server: null, clients: [] },
      { connections: 20, requestsPerSecond: 2_000, clients: [FULL] },
    );
    expect(verdict).toMatchObject({ stepIndex: 0, wall: 'unknown' });
    expect(verdict?.because).toContain('Measured elsewhere in this run: client CPU at 20 connections.');
  });

  it('is in lists as validity, walls, confidence and sentence', () => {
    const run = judged({ connections: 10, requestsPerSecond: 1_000, clients: [FULL] });
    expect(summaryOf(run)).toEqual({
      validity: 'valid',
      wall: 'client-cpu',
      walls: ['client-cpu'],
      confidence: 'measured',
      sentence: run.verdict?.sentence,
      leftOut: null,
    });
    expect(summaryOf({ ...run, verdict: null })).toBeNull();
  });

  it('names in lists the highest figure that is less to be believed than its best', () => {
    const run = judged(
      { connections: 10, requestsPerSecond: 1_000 },
      { connections: 20, requestsPerSecond: 900_000, ...impossible },
      { connections: 30, requestsPerSecond: 800_000, ...missing },
    );
    const summary = summaryOf(run);
    expect(summary).toMatchObject({
      validity: 'valid',
      leftOut: { requestsPerSecond: 900_000, validity: 'invalid', more: 1, invalid: 1 },
    });
    expect(leftOutText({ requestsPerSecond: 900_000, validity: 'invalid' }, { validity: 'valid' })).toBe(
      '900,000 req/s in another step is invalid, so the best valid step stands for the run.',
    );
    expect(leftOutText({ requestsPerSecond: 900_000, validity: 'invalid', more: 2 }, { validity: 'valid' })).toMatch(
      / 2 more higher figures are left out too\.$/,
    );
  });
});

it('says on the badge of a run that a figure of it is left out as invalid, and of no other', () => {
  const leftOut = { requestsPerSecond: 4_913_152, validity: 'invalid' } as const;
  expect(leftOutBadge(leftOut)).toBe('invalid figure left out');
  expect(leftOutBadge({ ...leftOut, invalid: 2 })).toBe('2 invalid figures left out');
  // The highest may be doubtful alone, and one below it impossible.
  expect(leftOutBadge({ ...leftOut, validity: 'suspect', more: 1, invalid: 1 })).toBe('invalid figure left out');
  expect([leftOutBadge({ ...leftOut, validity: 'suspect' }), leftOutBadge(null), leftOutBadge(undefined)]).toEqual([
    null,
    null,
    null,
  ]);
});
