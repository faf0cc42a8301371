import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../contract/host.ts';
import type { CeilingSearch } from '../contract/load.ts';
import type { Run } from '../contract/run.ts';
import { apart, FACTS, specFor } from '../testing/fake-agent.ts';
import { latency, samplePoint } from '../testing/sample-run.ts';
import { evidence } from '../testing/sample-tuning.ts';
import { caveatsOf } from './caveats.ts';

const point = samplePoint({ otherCpus: null, latencyMs: latency({ max: null }) });
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
    expect(caveatsOf({ spec: specFor('s'), hosts, steps }, [])).toEqual([SHARED]);
  });

  it('is nothing to say of two machines', () => {
    const hosts = [host('c', ['client']), host('s', ['server'])];
    expect(caveatsOf({ spec: apart('s', 'c'), hosts, steps }, [])).toEqual([]);
    const unknown = [host('c', ['client'], { bootId: '' }), host('s', ['server'], { bootId: '' })];
    expect(caveatsOf({ spec: apart('s', 'c'), hosts: unknown, steps }, [])).toEqual([]);
  });

  it('is said of two agents on one machine', () => {
    const hosts = [host('c', ['client'], { bootId: 'one' }), host('s', ['server'], { bootId: 'one' })];
    expect(caveatsOf({ spec: apart('s', 'c'), hosts, steps }, [])).toEqual([
      'The agents of s and c run on one machine, so target and load generator shared it: compare these figures only with runs on this machine.',
    ]);
  });
});

it('with a client beside the target and others elsewhere the machine did both', () => {
  const hosts = [host('s', ['server', 'client']), host('c', ['client'], { softirqAccountedApart: 'no' })];
  const spec = { ...specFor('s'), clients: [{ hostId: 's' }, { hostId: 'c' }] };
  expect(caveatsOf({ spec, hosts, steps }, [])).toEqual([
    's drove load beside its target: compare these figures only with runs in which it did both.',
    expect.stringMatching(/^The kernel of c .* there holds an unknown share/),
  ]);
});

describe('softirq time that is billed to whichever task ran', () => {
  const no = { softirqAccountedApart: 'no' as const };

  it("holds the other side's work on one machine", () => {
    const one = { spec: specFor('s'), hosts: [host('s', ['server', 'client'], no)], steps, target: null };
    expect(caveatsOf(one, [])[1]).toMatch(/^The kernel of s .* the other side's network work\.$/);
    const two = [host('c', ['client'], { ...no, bootId: 'one' }), host('s', ['server'], { ...no, bootId: 'one' })];
    const caveats = caveatsOf({ spec: apart('s', 'c'), hosts: two, steps }, []);
    expect(caveats).toHaveLength(2);
    expect(caveats[1]).toMatch(/the other side's/);
  });

  it('is said of each of two machines, without the other', () => {
    const hosts = [host('c', ['client'], no), host('s', ['server'], no)];
    expect(caveatsOf({ spec: apart('s', 'c'), hosts, steps }, [])).toEqual([
      expect.stringMatching(/^The kernel of s .* there holds an unknown share/),
      expect.stringMatching(/^The kernel of c .* there holds an unknown share/),
    ]);
  });
});

describe('what else ran', () => {
  const busy = (...otherCpus: (number | null)[]) =>
    otherCpus.map((cpus, index) => ({ ...steps[0], index, point: { ...point, otherCpus: cpus } })) as Run['steps'];
  const seenOn = (hostId: string, otherCpus: number) => [{ stepIndex: 0, evidence: evidence({ hostId, otherCpus }) }];
  const both = [host('c', ['client']), host('s', ['server'])];
  const ran = (name: string, figures: string) =>
    `${figures.replace(':', `: other processes on ${name} used`)}, more than 5 %), so target or load generator may have had too few; look up the busiest processes in the snapshots of the run, stop what need not run, and run again.`;

  it('is said from more than a twentieth of the CPUs: 0.2 of 4 are not', () => {
    expect(caveatsOf({ spec: apart('s', 'c'), hosts: both, steps: busy(0.2, null) }, [])).toEqual([]);
    expect(caveatsOf({ spec: apart('s', 'c'), hosts: both, steps: busy(0.1, 0.6) }, [])).toEqual([
      ran('s', 'Step 2: 0.60 of its 4 CPUs (15 %'),
    ]);
  });

  it('is said once for each host, with the step that had the most of it', () => {
    const caveats = caveatsOf({ spec: apart('s', 'c'), hosts: both, steps: busy(1, 2.5, 0) }, seenOn('c', 0.5));
    expect(caveats).toEqual([
      ran('c', 'Step 1: 0.50 of its 4 CPUs (13 %'),
      ran('s', 'Step 2 (the most of 2 such steps): 2.50 of its 4 CPUs (63 %'),
    ]);
  });

  it('is not said of two agents on one machine, where the other side is among it', () => {
    const hosts = both.map((one) => ({ ...one, facts: { ...one.facts, bootId: 'one' } }));
    expect(caveatsOf({ spec: apart('s', 'c'), hosts, steps: busy(2) }, seenOn('c', 2))).toHaveLength(1);
    const beside = hosts.map((one) => ({
      ...one,
      roles: one.name === 's' ? (['server', 'client'] as const) : one.roles,
    }));
    const spec = { ...specFor('s'), clients: [{ hostId: 's' }, { hostId: 'c' }] };
    expect(caveatsOf({ spec, hosts: beside as typeof hosts, steps: busy(2) }, seenOn('c', 2))).toHaveLength(1);
    const alone = [host('s', ['server', 'client'])];
    expect(caveatsOf({ spec: specFor('s'), hosts: alone, steps: busy(2) }, [])).toHaveLength(2);
  });
});

it('a run of which nothing was measured has no figures to doubt', () => {
  const bare = [{ ...steps[0], point: null }] as Run['steps'];
  expect(caveatsOf({ spec: specFor('s'), hosts: [host('s', ['server', 'client'])], steps: bare }, [])).toEqual([]);
});

it('says once of all short steps that they are short', () => {
  const asked = specFor('s').load.steps[0];
  const short = (seconds: number[]) =>
    caveatsOf(
      {
        spec: apart('s', 'c'),
        hosts: [],
        steps: seconds.map((durationSeconds, index) => ({
          index,
          spec: { ...asked, durationSeconds },
          point: durationSeconds === 0 ? null : point,
        })) as Run['steps'],
      },
      [],
    );
  expect(short([1, 2, 4, 5, 1, 5, 1, 1, 0])).toEqual([
    'Steps 1 to 3, 5, 7 and 8: under 5 s measured is too short for a steady figure.',
  ]);
  expect(short([5, 1])).toEqual(['Step 2: under 5 s measured is too short for a steady figure.']);
  expect(short([5, 0])).toEqual([]);
});

describe('a ceiling search', () => {
  const searching = (ceiling: CeilingSearch['ceiling'], measured = steps) => {
    const search: CeilingSearch = { vary: 'connections', most: 1000, growth: 2, precision: 0.1, ceiling };
    return caveatsOf({ spec: specFor('s', { search }), hosts: [], steps: measured }, []).filter((text) =>
      text.startsWith('The search tried each load once, '),
    );
  };

  it('is said to rest on one step for each load, and on what varies of it', () => {
    const seconds = steps[0]?.spec.durationSeconds;
    const [latencies] = searching({ kind: 'latency', percentile: 'p99_9', mostMs: 5 });
    expect(latencies).toContain(`once, for ${seconds} s, and p99.9 of a single step varies`);
    expect(searching({ kind: 'throughput' })).toEqual([
      expect.stringContaining('and throughput of a single step varies'),
    ]);
  });

  it('is nothing to say of a ramp, nor where no rung was measured', () => {
    expect(caveatsOf({ spec: specFor('s'), hosts: [], steps }, []).join()).not.toContain('The search tried');
    const unmeasured = steps.map((one) => ({ ...one, spec: { ...one.spec, profiles: ['cpu' as const] } }));
    expect(searching({ kind: 'throughput' }, unmeasured)).toEqual([]);
  });
});
