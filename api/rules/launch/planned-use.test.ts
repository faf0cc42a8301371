import { describe, expect, it } from 'vitest';
import type { LaunchPrice } from '../../contract/launch.ts';
import { hardware as spec } from '../../testing/sample-launch.ts';
import { experimentTakes } from './experiment-cost.ts';
import { likelyCostLines, likelyHas, likelyMicroUsd } from './likely-cost.ts';
import { endsBefore, plannedMinutesOf, tightBudget, tightTtl, ttlFault } from './planned-use.ts';

describe('the TTL of launched hosts', () => {
  it('holds for what takes as long, and is refused for a second more, with one that is safe', () => {
    expect(ttlFault('The run takes about', 3600, spec())).toBeNull();
    expect(ttlFault('The run takes about', 3660, spec())).toBe(
      'The run takes about 1 h 1 min, longer than the TTL of 60 min. Set a TTL of 71 min or more.',
    );
  });

  it('has the longest one for what takes two days, and none for more', () => {
    const fault = (minutes: number) => ttlFault('The experiment takes about', minutes * 60, spec());
    expect(fault(2869)).toContain('Set a TTL of 2879 min or more.');
    expect(fault(2870)).toContain('Set a TTL of 2880 min.');
    expect(fault(2880)).toContain('Set a TTL of 2880 min.');
    expect(fault(2881)).toContain('No TTL is longer than 48 h: ask for less.');
  });

  it('is warned of where joining late would leave too little of it', () => {
    expect(tightTtl(spec(), 50)).toEqual([]);
    expect(tightTtl(spec(), 51).map(({ code }) => code)).toEqual(['ttl-tight']);
    expect(tightTtl(spec(), 51)[0]?.sentence).toMatch(/ A TTL of 61 min is safe\.$/);
    // No TTL is as long as that.
    expect(tightTtl(spec({ ttlMinutes: 2880 }), 2875)[0]?.sentence).toMatch(/2875 min are planned after that\.$/);
    // That is refused.
    expect(tightTtl(spec(), 61)).toEqual([]);
  });
});

describe('an experiment on hosts that are there', () => {
  const nowUs = Date.UTC(2026, 10, 26, 16, 10) * 1000;
  const end = (minutes: number) => ({ expiresAtUs: nowUs + minutes * 60e6 });

  it('is warned of the first end among its launches, by a moment that stays true', () => {
    expect(endsBefore(60 * 60e6, [end(90), end(30)], nowUs)).toEqual([
      'The TTL of its EC2 hosts ends on 2026-11-26 16:40 UTC, and the experiment takes about 1 h: it would stop before its last round. Plan fewer rounds, or launch hosts with a longer TTL.',
    ]);
  });

  it('is not where they last, or where none of its hosts was launched', () => {
    expect(endsBefore(30 * 60e6, [end(90), end(30)], nowUs)).toEqual([]);
    expect(endsBefore(30 * 60e6, [], nowUs)).toEqual([]);
  });
});

it('warns of a budget that joining could use up, and of no other', () => {
  const price = { microUsdPerHour: 6_680_000, plannedMicroUsd: 111_333 };
  const warnings = (budgetMicroUsd: number | null) => tightBudget({ budgetMicroUsd }, 1, price);
  expect(warnings(200_000)).toEqual([
    {
      code: 'budget-tight',
      sentence:
        'At $6.68 per hour the budget of $0.20 lasts 1 min 47 s. Joining may take up to 10 min of that, before the planned 1 min. A budget of $1.23 is safe.',
    },
  ]);
  expect(warnings(1_230_000)).toEqual([]);
  expect(warnings(null)).toEqual([]);
  // Refused already.
  expect(warnings(100_000)).toEqual([]);
  expect(tightBudget({ budgetMicroUsd: 200_000 }, 1, null)).toEqual([]);
});

it('asks for hosts by whole minutes, within the bounds of the contract', () => {
  expect([0.4, 60, 61, 1e9].map(plannedMinutesOf)).toEqual([1, 1, 2, 2880]);
});

describe('the price of an experiment', () => {
  const price: LaunchPrice = {
    types: [],
    microUsdPerHour: 680_000,
    plannedMicroUsd: 249_333,
    mostMicroUsd: 680_000,
    atUs: 0,
  };

  it('is joining, rounds × configurations and keeping, by the price, each in a line', () => {
    const planned = { rounds: 6, furtherRounds: null, configurations: 3, plannedMinutes: 22 };
    const hosts = { spec: spec(), plannedMinutes: 22, price };
    expect(likelyCostLines(experimentTakes(planned), hosts)).toEqual([
      'Joining takes up to 10 min.',
      '6 rounds × 3 configurations = 18 runs, which take about 22 min, with preparing and restoring.',
      'After that the hosts are kept for 20 min, for a next run.',
      '10 min + 22 min + 20 min = 52 min.',
      '52 min × $0.68 per hour = $0.59.',
      'At most: the TTL of 60 min × $0.68 per hour = $0.68.',
    ]);
    expect(likelyMicroUsd(hosts)).toBe(589_333);
    expect(likelyHas(hosts.spec)).toBe('with joining and keeping');
  });

  it('has further rounds in it, and ends at the budget', () => {
    const planned = { rounds: 6, furtherRounds: 4, configurations: 2, plannedMinutes: 22 };
    expect(experimentTakes(planned)).toMatch(
      /^10 rounds, 4 of them only if the first look is inconclusive, × 2 configurations = 20 runs/,
    );
    const hosts = { spec: spec({ budgetMicroUsd: 300_000, keepMinutes: 0 }), plannedMinutes: 22, price };
    expect(likelyCostLines(experimentTakes(planned), hosts).slice(2)).toEqual([
      'After that the hosts are not kept.',
      '10 min + 22 min = 32 min.',
      '32 min × $0.68 per hour = $0.36.',
      'At most: the budget of $0.30; the hosts are terminated when it is spent, as long as this instance runs.',
    ]);
    expect(likelyMicroUsd(hosts)).toBe(300_000);
    expect(likelyHas(hosts.spec)).toBe('with joining');
  });

  it('ends at the TTL', () => {
    const hosts = { spec: spec({ ttlMinutes: 40 }), plannedMinutes: 22, price: { ...price, mostMicroUsd: 453_333 } };
    const lines = likelyCostLines('The run takes about 22 min.', hosts);
    expect(lines.slice(3, 5)).toEqual([
      '10 min + 22 min + 20 min = 52 min, but the TTL ends after 40 min.',
      '40 min × $0.68 per hour = $0.45.',
    ]);
    expect(likelyMicroUsd(hosts)).toBe(453_333);
  });
});
