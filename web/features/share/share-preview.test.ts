import type { Run } from '@contract/run';
import type { ShareDocument } from '@contract/share';
import { expect, it } from 'vitest';
import { sampleOutcome } from '@/testing/comparison-sample';
import { closed } from '@/testing/steps';
import { previewOf } from './share-preview';

const best = (requestsPerSecond: number, over = {}): Run['best'] => ({
  stepIndex: 1,
  spec: closed(50),
  requestsPerSecond,
  latencyMsP99: 0,
  latencyResolutionUs: 1000,
  serverCpuUsPerRequest: null,
  clientCpuUsPerRequest: null,
  ...over,
});

const run = (name: string, bestOf: Run['best'], rates: (number | null)[]): Run =>
  ({
    name,
    best: bestOf,
    stepsMeasured: rates.filter((rate) => rate !== null).length,
    spec: { load: { steps: rates.map((_, i) => ({ profiles: i === 2 ? ['cpu'] : [] })) } },
    steps: rates.map((rate, index) => ({
      index,
      verdict: null,
      spec: closed(50, { profiles: index === 2 ? ['cpu'] : [] }),
      point: rate === null ? null : { requestsPerSecond: rate },
    })),
  }) as unknown as Run;

const head = { documentVersion: 7, title: 'prefork', frozenAtUs: 0, productVersion: '1' } as const;

it('says the figures of the best step, with a latency that the tool truncated as what it is', () => {
  const document = {
    ...head,
    type: 'run',
    run: run('/simple', best(123_456.4), [60_000, 123_456.4, 90_000]),
  } as ShareDocument;
  const preview = previewOf(document);
  expect(preview.sentence).toBe('/simple: 123,456 req/s, p99 <1 ms at 50 connections.');
  expect(preview.runs[0]).toMatchObject({ rateShort: '123 k', leftOut: null });
  expect(preview.runs[0]?.curve).toEqual([
    { requestsPerSecond: 60_000, isBest: false, doubtful: false },
    { requestsPerSecond: 123_456.4, isBest: true, doubtful: false },
  ]);
});

it('says what limited a run, and whether to believe it', () => {
  const plain = run('/simple', best(1000), [1000, 1000]);
  const verdict = { validity: 'suspect', wall: 'client-cpu', walls: ['client-cpu'] };
  const steps = plain.steps.map((step) => ({ ...step, verdict }));
  const { sentence } = previewOf({ ...head, type: 'run', run: { ...plain, steps } } as unknown as ShareDocument);
  expect(sentence).toBe('/simple: 1,000 req/s, p99 <1 ms at 50 connections; suspect, limited by client CPU.');
});

it('leaves out a higher figure that is less to be believed, and says so', () => {
  const plain = run('/simple', best(1000), [9000, 1000]);
  const verdict = { wall: 'concurrency', walls: ['concurrency'], confidence: 'measured' };
  const steps = plain.steps.map((step, index) => ({
    ...step,
    verdict: { ...verdict, validity: index === 0 ? 'suspect' : 'valid' },
  }));
  const judged = { ...plain, verdict: { stepIndex: 1 }, steps };
  const [told] = previewOf({ ...head, type: 'run', run: judged } as unknown as ShareDocument).runs;
  expect(told).toMatchObject({ rateShort: '1.00 k', leftOut: '~9.00 k suspect', verdict: { tone: 'aside' } });
  expect(told?.curve.map(({ doubtful }) => doubtful)).toEqual([true, false]);
});

it('answers as the page does, and quotes the caveat that weighs most', () => {
  const outcome = sampleOutcome({ outcome: 'higher', word: 'faster' });
  const effect = outcome.effect && { ...outcome.effect, ratio: 1.37, low: 1.2, high: 1.5 };
  const result = {
    ...{ runs: [], settings: [], steps: [], headline: 'Throughput: on is 37 % faster than off.', baselineRunId: '' },
    sides: ['off', 'on', 'both'].map((name) => ({ name, letters: name })),
    outcomes: [{ ...outcome, effect }],
    warnings: [
      { code: 'no-repeats', sentence: 'One run each.' },
      { code: 'hosts-differ', sentence: 'Other hosts.' },
    ],
  };
  const of = (over: object) =>
    previewOf({
      ...head,
      type: 'experiment',
      experiment: { result: { ...result, ...over } },
    } as unknown as ShareDocument);
  expect(of({}).sentence).toBe('Throughput: on is 37 % faster than off. Caveat (1 of 2): Other hosts.');
  expect(of({}).caveat).toBe('Caveat (1 of 2): Other hosts.');
  expect(of({}).answers).toMatchObject([{ side: 'on', kind: 'better', change: '+37 %' }]);
  expect(of({ warnings: [] }).sentence).toBe('Throughput: on is 37 % faster than off.');
  // Letters of picked runs mean nothing to who has the link alone.
  const lettered = [
    { name: 'off', letters: 'A, C' },
    { name: 'on', letters: 'B' },
  ];
  expect(of({ sides: lettered, warnings: [], headline: 'B is faster.' }).sentence).toBe(
    'B is faster. A, C: off; B: on.',
  );
  expect(of({ warnings: [], outcomes: [] }).answers).toEqual([]);
});

it('names every run of a comparison, also one that measured nothing', () => {
  const runs = [
    run('off', best(1000, { latencyMsP99: null, spec: closed(1, { pipelining: 16 }) }), [1000]),
    run('on', null, [null]),
  ];
  const comparison = { runs, sides: [], steps: [], outcomes: [], warnings: [], headline: 'Nothing to compare.' };
  const preview = previewOf({ ...head, type: 'comparison', comparison, series: [] } as unknown as ShareDocument);
  expect(preview.sentence).toBe('Nothing to compare.');
  expect(preview.runs).toMatchObject([
    { name: 'off', rate: '1,000 req/s', where: 'at 1 connection × 16 deep' },
    { name: 'on', rate: null, why: 'No step was measured' },
  ]);
});

it('tells four tools of one name apart by what differs', () => {
  const runs = ['volley', 'wrk'].map((id) => ({ ...run('nginx', best(1000), [1000]), id }));
  const sides = runs.map(({ id }) => ({ runIds: [id], name: id }));
  const comparison = { runs, sides, steps: [], outcomes: [], warnings: [], headline: '' };
  const document = { ...head, type: 'comparison', comparison, series: [] };
  expect(previewOf(document as unknown as ShareDocument).runs.map(({ name }) => name)).toEqual(['volley', 'wrk']);
});

it('says that no request succeeded, and draws no bar for it, however fast the failures came', () => {
  const plain = run('500s', null, [40_700]);
  const errors = { connection: 0, timeout: 0, reset: 0, non2xx: 40_700, mismatch: 0 };
  const steps = plain.steps.map((step) => ({
    ...step,
    point: { requestsPerSecond: 40_700, requests: 40_700, errors },
    verdict: { validity: 'invalid' },
  }));
  const preview = previewOf({ ...head, type: 'run', run: { ...plain, steps } } as unknown as ShareDocument);
  expect(preview.sentence).toBe('500s: no request succeeded in any measured step.');
  expect(preview.runs[0]).toMatchObject({ rate: null, curve: [] });
});
