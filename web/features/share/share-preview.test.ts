import type { Run } from '@contract/run';
import type { ShareDocument } from '@contract/share';
import { expect, it } from 'vitest';
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
    steps: rates.map((rate, i) => ({
      spec: closed(50, { profiles: i === 2 ? ['cpu'] : [] }),
      point: rate === null ? null : { requestsPerSecond: rate },
    })),
  }) as unknown as Run;

const head = { documentVersion: 6, title: 'prefork', frozenAtUs: 0, productVersion: '1' } as const;

it('says the figures of the best step, with a latency that the tool truncated as what it is', () => {
  const document = {
    ...head,
    type: 'run',
    run: run('/simple', best(123_456.4), [60_000, 123_456.4, 90_000]),
  } as ShareDocument;
  const preview = previewOf(document);
  expect(preview.sentence).toBe(
    '/simple: 123,456 req/s, p99 <1 ms at 50 connections. A frozen copy, opened without signing in.',
  );
  expect(preview.runs[0]).toMatchObject({ rateShort: '123 k', curve: [60_000, 123_456.4] });
});

it('names every run of a comparison, also one that measured nothing', () => {
  const runs = [
    run('off', best(1000, { latencyMsP99: null, spec: closed(1, { pipelining: 16 }) }), [1000]),
    run('on', null, [null]),
  ];
  const preview = previewOf({
    ...head,
    type: 'comparison',
    comparison: { runs, sides: [] },
    series: [],
  } as unknown as ShareDocument);
  expect(preview.sentence).toBe(
    'off: 1,000 req/s at 1 connection × 16 deep · on: no step was measured. A frozen copy, opened without signing in.',
  );
});

it('tells four tools of one name apart by what differs', () => {
  const runs = ['volley', 'wrk'].map((id) => ({ ...run('nginx', best(1000), [1000]), id }));
  const sides = runs.map(({ id }) => ({ runIds: [id], name: id }));
  const document = { ...head, type: 'comparison', comparison: { runs, sides }, series: [] };
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
  expect(preview.sentence).toBe(
    '500s: no request succeeded in any measured step. A frozen copy, opened without signing in.',
  );
  expect(preview.runs[0]).toMatchObject({ rate: null, curve: [] });
});
