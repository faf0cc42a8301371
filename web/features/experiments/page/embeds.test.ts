import type { ComparedMetric, Comparison, MetricOutcome } from '@contract/comparison';
import { describe, expect, it } from 'vitest';
import { sampleRun } from '@/testing/comparison-sample';
import { closed } from '@/testing/steps';
import { embedChoices, embedOf } from './embeds';

const ID = '01890000-0000-7000-8000-00000000000a';

const outcome = (metric: ComparedMetric, over: Partial<MetricOutcome> = {}) =>
  ({ metric, stepPosition: 0, sideIndex: 1, primary: false, ...over }) as MetricOutcome;

function result(): Comparison {
  const runs = [
    { ...sampleRun('off, round 1', [{ connections: 10 }, { connections: 50, point: null }]), id: ID },
    sampleRun('on [fast]', [{ connections: 10 }, { connections: 50 }]),
  ];
  return {
    runs,
    sides: [{ name: 'off' }, { name: 'on' }],
    steps: [10, 50].map((connections) => ({ spec: closed(connections), cells: [] })),
    outcomes: [
      outcome('requestsPerSecond', { primary: true }),
      outcome('latencyMsP99'),
      outcome('latencyMsP99', { stepPosition: 1 }),
    ],
  } as unknown as Comparison;
}

describe('a link in a finding', () => {
  it('stands for the declared outcome, or for one by its metric, step and side', () => {
    const { outcomes } = result();
    expect(embedOf('#outcome', result())).toEqual({ type: 'outcomes', outcomes: [outcomes[0]] });
    expect(embedOf('#outcome-latencyMsP99-2-1', result())).toEqual({ type: 'outcomes', outcomes: [outcomes[2]] });
  });

  it.each([`/runs/${ID}?step=1`, `http://lab:3000/runs/${ID}?tab=files&step=1#x`, `/runs/${ID.toUpperCase()}?step=1`])(
    'stands for a point: %s',
    (href) => {
      expect(embedOf(href, result())).toMatchObject({ type: 'point', run: { id: ID }, step: { index: 0 } });
    },
  );

  it('says what is not there', () => {
    expect(embedOf('#outcome-latencyMsP99-3-1', result())).toMatchObject({ type: 'absent' });
    expect(embedOf(`/runs/${ID}?step=3`, result())).toMatchObject({ sentence: '‘off, round 1’ has no step 3.' });
    expect(embedOf('#outcome', { ...result(), outcomes: [] })).toMatchObject({ sentence: 'No outcome was declared.' });
  });

  it.each([
    '/runs/01890000-0000-7000-8000-00000000000b?step=1',
    `/runs/${ID}`,
    `/runs/${ID}?steps=1`,
    `https://else.example/x?u=/runs/${ID}?step=1`,
    '#outcomes',
    'https://example.org',
  ])('of elsewhere is a link: %s', (href) => {
    expect(embedOf(href, result())).toBeNull();
  });
});

it('what can be inserted is what a link then finds, however things are called', () => {
  const { outcomes, points } = embedChoices(result());
  expect(outcomes.map(({ label }) => label)).toEqual([
    'Declared: throughput at 10 connections',
    'throughput at 10 connections',
    'p99 latency at 10 connections',
    'p99 latency at 50 connections',
  ]);
  // A step that was not measured has no figures.
  expect(points.map(({ label }) => label)).toEqual([
    'off, round 1, 10 connections',
    'on [fast], 10 connections',
    'on [fast], 50 connections',
  ]);
  expect(points[1]?.markdown).toBe('[on \\[fast\\], 10 connections](/runs/id-on [fast]?step=1)');
  for (const { markdown } of [...outcomes, ...points.slice(0, 1)]) {
    const href = /\]\((.+)\)$/.exec(markdown)?.[1] ?? '';
    expect(embedOf(href, result())?.type).toMatch(/outcomes|point/);
  }
});
