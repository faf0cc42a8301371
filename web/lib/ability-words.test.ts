import { expect, test } from 'vitest';
import { abilities } from '@/testing/hosts';
import { abilityLines, abilityText } from './ability-words';

test('a tool is told by its loops, its latency and what else it does', () => {
  expect(abilityLines(abilities.volley)).toEqual([
    'Closed loop, with pipelining if asked for. Latency is as each connection saw it, which leaves out the wait of requests that a stalled server held up.',
    'Open loop, with Poisson arrivals and a number of connections if asked for. Latency is counted from when each request was to be sent.',
    'Latency in steps of 1 µs: p50, p90, p99, p99.9; with a histogram, so that several clients have common percentiles.',
    'Works in threads, mixes routes and decompresses if asked to.',
  ]);
  expect(abilityText(abilities.volley)).toBe(
    'Closed loop with pipelining; open loop with Poisson arrivals. Latency in steps of 1 µs, with a histogram.',
  );
});

test('what a tool lacks is said', () => {
  expect(abilityLines({ ...abilities.autocannon, percentiles: [], workers: 'none', decompression: false })).toEqual([
    expect.stringContaining('Closed loop, with pipelining if asked for.'),
    'Latency in steps of 1 ms: no percentiles; without a histogram, so that several clients have a range only.',
    'Its threads cannot be chosen, mixes routes and never decompresses.',
  ]);
  const calibrating = {
    ...abilities.vegeta,
    loops: abilities.vegeta.loops.map((l) => ({ ...l, shortestSeconds: 11 })),
  };
  expect(abilityLines(calibrating)[0]).toContain('Open loop; steps of 11 s or more.');
});

test('corrected latency is told apart in a line, too', () => {
  expect(abilityText(abilities.wrk)).toBe('Closed loop, latency corrected afterwards. Latency in steps of 1 µs.');
});
