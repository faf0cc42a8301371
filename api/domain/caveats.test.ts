import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../contract/host.ts';
import type { Point, Run } from '../contract/run.ts';
import { apart, FACTS, specFor } from '../testing/fake-agent.ts';
import { caveatsOf } from './caveats.ts';

const point = { connectionsAsked: 10, connectionsEstablished: 10, sampleGapSeconds: 0 } as Point;
const steps = [{ index: 0, spec: specFor('s').load.steps[0], point }] as Run['steps'];
const host = (name: string, roles: Run['hosts'][number]['roles'], over: Partial<HostFacts> = {}) => ({
  hostId: name,
  name,
  roles,
  agentVersion: '1',
  facts: { ...FACTS, softirqAccountedApart: 'yes' as const, bootId: name, ...over },
});

const SHARED = 'Target and load generator shared one machine: compare these figures only with runs on this machine.';

describe('where the two sides ran', () => {
  it('is said of one host', () => {
    const hosts = [host('s', ['server', 'client'])];
    expect(caveatsOf({ spec: specFor('s'), hosts, steps })).toEqual([SHARED]);
  });

  it('is nothing to say of two machines', () => {
    const hosts = [host('c', ['client']), host('s', ['server'])];
    expect(caveatsOf({ spec: apart('s', 'c'), hosts, steps })).toEqual([]);
    const unknown = [host('c', ['client'], { bootId: '' }), host('s', ['server'], { bootId: '' })];
    expect(caveatsOf({ spec: apart('s', 'c'), hosts: unknown, steps })).toEqual([]);
  });

  it('is said of two agents on one machine', () => {
    const hosts = [host('c', ['client'], { bootId: 'one' }), host('s', ['server'], { bootId: 'one' })];
    expect(caveatsOf({ spec: apart('s', 'c'), hosts, steps })).toEqual([
      'The agents of s and c run on one machine, so target and load generator shared it: compare these figures only with runs on this machine.',
    ]);
  });
});

describe('softirq time that is billed to whichever task ran', () => {
  const no = { softirqAccountedApart: 'no' as const };

  it("holds the other side's work on one machine", () => {
    const one = { spec: specFor('s'), hosts: [host('s', ['server', 'client'], no)], steps, target: null };
    expect(caveatsOf(one)[1]).toMatch(/^The kernel of s .* the other side's network work\.$/);
    const two = [host('c', ['client'], { ...no, bootId: 'one' }), host('s', ['server'], { ...no, bootId: 'one' })];
    const caveats = caveatsOf({ spec: apart('s', 'c'), hosts: two, steps });
    expect(caveats).toHaveLength(2);
    expect(caveats[1]).toMatch(/the other side's/);
  });

  it('is said of each of two machines, without the other', () => {
    const hosts = [host('c', ['client'], no), host('s', ['server'], no)];
    expect(caveatsOf({ spec: apart('s', 'c'), hosts, steps })).toEqual([
      expect.stringMatching(/^The kernel of s .* there holds an unknown share/),
      expect.stringMatching(/^The kernel of c .* there holds an unknown share/),
    ]);
  });
});

it('a run of which nothing was measured has no figures to doubt', () => {
  const bare = [{ ...steps[0], point: null }] as Run['steps'];
  expect(caveatsOf({ spec: specFor('s'), hosts: [host('s', ['server', 'client'])], steps: bare })).toEqual([]);
});
