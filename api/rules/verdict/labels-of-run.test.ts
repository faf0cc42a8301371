import { describe, expect, it } from 'vitest';
import type { CeilingSearch } from '../../contract/load.ts';
import type { Run } from '../../contract/run.ts';
import { apart, FACTS, specFor } from '../../testing/fake-agent.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { side } from '../../testing/sample-verdict.ts';
import { runLabels } from './labels-of-run.ts';
import { withVerdict } from './with-verdict.ts';

const host = (name: string, roles: Run['hosts'][number]['roles'], over: Partial<typeof FACTS> = {}) => ({
  hostId: name,
  name,
  roles,
  agentVersion: '1',
  described: null,
  facts: { ...FACTS, softirqAccountedApart: 'yes' as const, bootId: name, ...over },
});
const said = (spec: ReturnType<typeof specFor>, hosts: ReturnType<typeof host>[]): string[] =>
  runLabels(sampleRun({ id: 'r', spec, over: { hosts } })).map(({ sentence }) => sentence);

const SHARED = 'Target and load generator shared one machine: compare only with runs on it.';

describe('where the two sides ran', () => {
  it('is said of one host', () => {
    expect(said(specFor('s'), [host('s', ['server', 'client'])])).toEqual([SHARED]);
  });

  it('is nothing to say of two machines', () => {
    expect(said(apart('s', 'c'), [host('c', ['client']), host('s', ['server'])])).toEqual([]);
    const unknown = [host('c', ['client'], { bootId: '' }), host('s', ['server'], { bootId: '' })];
    expect(said(apart('s', 'c'), unknown)).toEqual([]);
  });

  it('is said of two agents on one machine', () => {
    const hosts = [host('c', ['client'], { bootId: 'one' }), host('s', ['server'], { bootId: 'one' })];
    expect(said(apart('s', 'c'), hosts)).toEqual([
      's and c are one machine, shared by target and load generator: compare only with runs on it.',
    ]);
  });

  it('with a client beside the target and others elsewhere the machine did both', () => {
    const hosts = [host('s', ['server', 'client']), host('c', ['client'], { softirqAccountedApart: 'no' as never })];
    const spec = { ...specFor('s'), clients: [{ hostId: 's' }, { hostId: 'c' }] };
    expect(said(spec, hosts)).toEqual([
      's drove load beside its target: compare only with runs in which it did both.',
      expect.stringMatching(/^The kernel of c .* an unknown share of network work/),
    ]);
  });

  it('is said of an imported run whose source says so', () => {
    const run = sampleRun({ id: 'r', over: { hosts: [] } });
    const evidence = {
      server: side('server'),
      clients: [],
      sharedMachine: true,
      requestsBySecond: null,
      requestsBySecondSource: null,
      locks: null,
    };
    const steps = run.steps.map((step) => ({ ...step, evidence }));
    expect(runLabels({ ...run, spec: apart('s', 'c'), steps }).map(({ sentence }) => sentence)).toEqual([SHARED]);
  });
});

describe('softirq time that is billed to whichever task ran', () => {
  const no = { softirqAccountedApart: 'no' as never };

  it("holds the other side's work on one machine", () => {
    expect(said(specFor('s'), [host('s', ['server', 'client'], no)])[1]).toMatch(
      /^The kernel of s .* some network work of the other side\.$/,
    );
    const two = [host('c', ['client'], { ...no, bootId: 'one' }), host('s', ['server'], { ...no, bootId: 'one' })];
    expect(said(apart('s', 'c'), two)).toHaveLength(2);
    expect(said(apart('s', 'c'), two)[1]).toMatch(/of the other side/);
  });

  it('is said of each of two machines, without the other', () => {
    expect(said(apart('s', 'c'), [host('c', ['client'], no), host('s', ['server'], no)])).toEqual([
      expect.stringMatching(/^The kernel of s .* an unknown share of network work/),
      expect.stringMatching(/^The kernel of c .* an unknown share of network work/),
    ]);
  });
});

describe('a ceiling search', () => {
  const searching = (ceiling: CeilingSearch['ceiling'], profiles: ('cpu' | 'block')[] = []) => {
    const search: CeilingSearch = { vary: 'connections', most: 1000, growth: 2, precision: 0.1, ceiling };
    const spec = specFor('s', { search });
    const steps = spec.load.steps.map((step) => ({ ...step, profiles }));
    return said({ ...spec, load: { ...spec.load, steps } }, []);
  };

  it('is said to rest on one step for each load, and on what varies of it', () => {
    const [latencies] = searching({ kind: 'latency', percentile: 'p99_9', mostMs: 5 });
    expect(latencies).toContain(
      'One step of 5 s decided each load, and p99.9 varies (p99 by 26 % over 12 identical 5 s steps on a test machine): the ceiling may be some steps off. Repeat the search.',
    );
    expect(searching({ kind: 'throughput' })).toEqual([expect.stringContaining('throughput varies (by 3.5 %')]);
  });

  it('is nothing to say of a ramp, nor where no rung was measured', () => {
    expect(said(specFor('s'), [])).toEqual([]);
    expect(searching({ kind: 'throughput' }, ['cpu'])).toEqual([]);
  });
});

it('what others used of a machine is said once of two agents on it', () => {
  const run = sampleRun({ id: 'r', spec: apart('s', 'c') });
  const busy = (bootId: string) => {
    const evidence = {
      server: side('server', { hostId: 's', name: 's', cpus: 4, otherCpus: 2 }),
      clients: [side('client', { hostId: 'c', name: 'c', cpus: 4, otherCpus: 2 })],
      sharedMachine: null,
      requestsBySecond: null,
      requestsBySecondSource: null,
      locks: null,
    };
    const hosts = [host('s', ['server'], { bootId }), host('c', ['client'], { bootId: 'one' })];
    const steps = run.steps.slice(0, 1).map((step) => ({ ...step, evidence }));
    return withVerdict({ ...run, hosts, steps }).findings.filter(({ code }) => code === 'competing-load');
  };
  expect(busy('two')).toHaveLength(2);
  expect(busy('one').map(({ hostId }) => hostId)).toEqual(['s']);
});

describe('how requests travelled', () => {
  const hosts = [host('c', ['client']), host('s', ['server'])];
  const load = (over: Partial<Run['spec']['load']>) => {
    const spec = apart('s', 'c');
    return said({ ...spec, load: { ...spec.load, ...over } } as typeof spec, hosts);
  };
  const tls = { serverName: null, verify: 'host', resume: false } as const;

  it('is nothing to say of connections that stay, and of a certificate that was verified', () => {
    expect(load({ tls })).toEqual([]);
  });

  it('is said where connections were closed, and where any certificate was taken', () => {
    expect(load({ tls: { ...tls, verify: 'any' }, requestsPerConnection: 1 })).toEqual([
      expect.stringMatching(
        /^Each connection closed after 1 request\. Closed-loop latency excludes connecting and the TLS handshake/,
      ),
      expect.stringMatching(/^Any certificate was accepted/),
    ]);
  });

  it('accuses nobody of too few in flight where connections are closed on purpose', () => {
    const few = sampleRun({ id: 'r', spec: apart('s', 'c'), over: { hosts } });
    const slow = { ...few, steps: few.steps.map((step) => ({ ...step, point: step.point && quick(step.point) })) };
    const codes = (run: Run) => withVerdict(run).findings.map(({ code }) => code);
    expect(codes(slow)).toContain('littles-law');
    const load = { ...slow.spec.load, requestsPerConnection: 1 };
    expect(codes({ ...slow, spec: { ...slow.spec, load } } as Run)).not.toContain('littles-law');
  });
});

/** Answered far sooner than its connections could keep busy. */
const quick = (point: NonNullable<Run['steps'][number]['point']>) => ({
  ...point,
  latencyMs: { ...point.latencyMs, mean: 0.000_1, resolutionUs: 1 },
});
