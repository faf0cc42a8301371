import type { ToolLoop } from '@contract/load';
import { expect, test } from 'vitest';
import { abilities } from '@/testing/hosts';
import { commonAbilities, refusalOf, stepAbilities } from './common-abilities';

test('what every client can is what each of them can', () => {
  const lesser = {
    ...abilities.volley,
    loops: [{ ...(abilities.volley.loops[0] as ToolLoop), pipelining: false, shortestSeconds: 5 }],
    percentiles: ['p50', 'p99'],
    histogram: false,
    refusals: [{ mode: 'open', reason: 'an older one' }],
  };
  const common = commonAbilities([abilities.volley, lesser, null]);
  expect(common).toMatchObject({ percentiles: ['p50', 'p99'], histogram: false, mixes: true });
  expect(common?.loops).toEqual([{ ...abilities.volley.loops[0], pipelining: false, shortestSeconds: 5 }]);
  expect(common?.refusals.map(({ mode }) => mode)).toEqual(['open-pipelining', 'open']);
  expect(commonAbilities([null])).toBeNull();
});

test('of a tool that tells nothing everything may be asked', () => {
  expect(stepAbilities(null, [])).toEqual({
    pipelining: true,
    poisson: true,
    openConnections: true,
    workers: true,
    profiles: [],
  });
  expect(stepAbilities(abilities.vegeta, ['cpu'])).toMatchObject({
    poisson: false,
    openConnections: false,
    profiles: ['cpu'],
  });
});

test('a refusal is a sentence in the words of its driver', () => {
  expect(refusalOf(abilities.autocannon, 'open')).toBe('autocannon -R sends in bursts; choose volley.');
  expect(refusalOf(abilities.autocannon, 'mixes')).toBeNull();
  expect(refusalOf(null, 'open')).toBeNull();
});
