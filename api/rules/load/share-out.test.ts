import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../../contract/host.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { type ClientHost, portions, shareOut, toolCpuCount, toolCpus } from './share-out.ts';

interface Placed {
  tool: string | null;
  target: string | null;
  onTargetsHost: boolean;
  gets: 'every' | 'all but the last' | 'the last';
}
/** The agent's own test starts a tool in each of these places and asks the kernel. */
const PLACED: Placed[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../agent/internal/runner/testdata/tool-cpus.json'), 'utf8'),
);

const host = (hostId: string, onlineCpus: string, over: Partial<HostFacts> = {}): ClientHost => ({
  hostId,
  facts: { onlineCpus, numaNodes: [], nics: [], ...over },
});
/** The server is `s`; only what sharing out reads. */
const spec = (toolCpus: string | null = null, targetCpus: string | null = null): RunSpec =>
  ({ server: { hostId: 's' }, tuning: { targetCpus }, load: { toolCpus } }) as RunSpec;

const closed: StepSpec = {
  loop: 'closed',
  connections: 100,
  pipelining: 4,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
};
const open: StepSpec = {
  loop: 'open',
  requestsPerSecond: 1001,
  arrivals: 'poisson',
  connections: 64,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
};

describe('portions', () => {
  it.each<[string, number, number[], number[]]>([
    ['even', 100, [4, 4], [50, 50]],
    ['by weight', 100, [1, 3], [25, 75]],
    ['the rest to the largest remainder', 10, [3, 3, 1], [4, 4, 2]],
    ['a tie to the first', 10, [1, 1, 1], [4, 3, 3]],
    ['nobody without', 4, [64, 1, 1], [2, 1, 1]],
    ['one for each', 3, [64, 1, 1], [1, 1, 1]],
    ['all to one', 7, [2], [7]],
  ])('%s: %i by %j', (_, whole, weights, expected) => {
    expect(portions(whole, weights)).toEqual(expected);
  });

  it('are always the whole, at least 1 each, and never more apart from their due than the least of 1 costs', () => {
    let state = 1;
    const chance = (most: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return 1 + (state % most);
    };
    for (let round = 0; round < 500; round++) {
      const weights = Array.from({ length: chance(32) }, () => chance(128));
      const whole = weights.length - 1 + chance(100_000);
      const given = portions(whole, weights);
      expect(given.reduce((a, b) => a + b, 0)).toBe(whole);
      expect(Math.min(...given)).toBeGreaterThanOrEqual(1);
      const sum = weights.reduce((a, b) => a + b, 0);
      for (const [i, weight] of weights.entries()) {
        const due = (whole * weight) / sum;
        expect(given[i]).toBeLessThan(Math.max(1, due) + 1);
        if (whole >= sum) expect(given[i]).toBeGreaterThan(due - 1);
      }
    }
  });

  it('cannot be less than 1', () => {
    expect(() => portions(2, [1, 1, 1])).toThrow('2 cannot be shared out to 3 clients');
  });
});

describe('the CPUs that a tool may use', () => {
  it.each<[string, string | null, string | null, ClientHost, number]>([
    ['all where the target was given all', null, 'last 8', host('s', '0-7'), 8],
    ['those that the target leaves', 'not target', 'last 2', host('s', '0-7'), 6],
    ['a list', '0-1,4', null, host('c', '0-7'), 3],
    ['a list, as far as the host has them', '0-15', null, host('c', '0-7'), 8],
    ['the last few', 'last 3', '0-3', host('c', '0-7'), 3],
    ['no more than there are', 'first 16', null, host('c', '0-7'), 8],
    ['at least one', '8-9', null, host('c', '0-7'), 1],
  ])('%s', (_, toolCpus, targetCpus, client, expected) => {
    expect(toolCpuCount(spec(toolCpus, targetCpus), client)).toBe(expected);
  });

  it.each<Placed>(PLACED)('are those that the agent gives it: %j', ({ tool, target, onTargetsHost, gets }) => {
    const cpus = { every: [0, 1, 2, 3], 'all but the last': [0, 1, 2], 'the last': [3] };
    expect(toolCpus(spec(tool, target), host(onTargetsHost ? 's' : 'c', '0-3'))).toEqual(cpus[gets]);
  });

  it('are those that the target left by what it was given, where that is known in numbers', () => {
    expect(toolCpus(spec('not target', 'nic-local'), host('s', '0-7'), '0-1')).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('are those of the node of the NIC, where the facts tell it', () => {
    const nic = { name: 'eth0', numaNode: 1, defaultRoute: true, loopback: false } as HostFacts['nics'][number];
    const numaNodes = [
      { node: 0, cpus: '0-11' },
      { node: 1, cpus: '12-15' },
    ];
    expect(toolCpuCount(spec('nic-local'), host('c', '0-15', { numaNodes, nics: [nic] }))).toBe(4);
    expect(toolCpuCount(spec('nic-local'), host('c', '0-15', { numaNodes }))).toBe(16);
  });
});

describe('a step shared out', () => {
  const clients = [host('a', '0-31'), host('b', '0-7'), host('c', '0')];

  it('gives connections by CPUs, and the pipelining to everybody', () => {
    const shares = shareOut(spec(), closed, clients);
    expect([...shares]).toEqual([
      ['a', { loop: 'closed', connections: 78, pipelining: 4 }],
      ['b', { loop: 'closed', connections: 20, pipelining: 4 }],
      ['c', { loop: 'closed', connections: 2, pipelining: 4 }],
    ]);
  });

  it('gives the rate, and the connections where they were asked for', () => {
    const shares = [...shareOut(spec(), open, clients).values()];
    expect(shares).toEqual([
      { loop: 'open', requestsPerSecond: 781, arrivals: 'poisson', connections: 50 },
      { loop: 'open', requestsPerSecond: 195, arrivals: 'poisson', connections: 12 },
      { loop: 'open', requestsPerSecond: 25, arrivals: 'poisson', connections: 2 },
    ]);
    const needed = [...shareOut(spec(), { ...open, connections: null }, clients).values()];
    expect(needed).toMatchObject([{ connections: null }, { connections: null }, { connections: null }]);
  });

  it('gives a client alone what was asked', () => {
    expect(shareOut(spec(), closed, clients.slice(0, 1)).get('a')).toMatchObject({ connections: 100 });
  });
});
