import { describe, expect, it } from 'vitest';
import type { CeilingSearch, LoadProfile, StepSpec } from '../../contract/load.ts';
import { FACTS, openStep, specFor } from '../../testing/fake-agent.ts';
import { step } from '../../testing/sample-run.ts';
import { tool } from '../../testing/tool-abilities.ts';
import { searchFaults } from './search-check.ts';

const SEARCH: CeilingSearch = {
  vary: 'connections',
  most: 1000,
  growth: 2,
  precision: 0.1,
  ceiling: { kind: 'throughput' },
};
const tools = [tool('volley', '1'), tool('autocannon', '9')];
const client = { name: 'cli', facts: { ...FACTS, tools } };

const faults = (
  search: Partial<CeilingSearch>,
  steps: StepSpec[] = [step(10)],
  load: Partial<LoadProfile> = {},
  clients = 1,
) =>
  searchFaults(
    specFor('s', { steps, search: { ...SEARCH, ...search }, ...load }),
    Array.from({ length: clients }, () => client),
  ).map(({ path, message }) => `${path}: ${message}`);

describe('a search', () => {
  it('varies what its first step has', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ vary: 'requestsPerSecond' }, [openStep(500)])).toEqual([]);
    expect(faults({ vary: 'requestsPerSecond' })).toEqual([
      'spec.load.search.vary: A closed loop has no rate to vary; vary its connections, or begin with an open loop.',
    ]);
    expect(faults({}, [openStep(500, { connections: 10 })])).toEqual([
      'spec.load.search.vary: An open loop is varied by its rate; vary requestsPerSecond, or begin with a closed loop.',
    ]);
  });

  it('plans all steps but the first itself', () => {
    expect(faults({}, [step(10), step(20)])).toEqual([
      'spec.load.steps: A search plans its own steps from the first one; give one step, or leave the search out.',
    ]);
    expect(faults({}, [step(10, { profiles: ['cpu'] })])).toEqual([
      'spec.load.steps.0.profiles: Steps of a search cannot be profiled; take the profiles in a run at the load that it finds.',
    ]);
  });

  it('leaves the workers to a tool that must share out connections evenly', () => {
    expect(faults({}, [step(8)], { tool: 'volley', toolWorkers: 4 })).toEqual([]);
    expect(faults({}, [step(8)], { tool: 'autocannon', toolWorkers: 1 })).toEqual([]);
    expect(faults({}, [step(8)], { tool: 'autocannon', toolWorkers: 4 })).toEqual([
      'spec.load.toolWorkers: autocannon opens as many connections in every worker, and a search asks for numbers that 4 of them cannot share so; leave the workers out, or choose volley.',
    ]);
  });

  it('has somewhere to go', () => {
    expect(faults({ most: 11 })).toEqual([]);
    expect(faults({ most: 10 })).toEqual([
      'spec.load.search.most: The first step asks for 10 connections already, so a search up to 10 has no room; raise the limit, or begin lower.',
    ]);
    expect(faults({ most: 1_000_001 })).toEqual([
      'spec.load.search.most: A step has at most 1000000 connections; search up to those.',
    ]);
  });
});

describe('a ceiling of latency', () => {
  const ceiling = { kind: 'latency' as const, percentile: 'p99_9' as const, mostMs: 10 };

  it('is at a percentile that the tool gives', () => {
    expect(faults({ ceiling })).toEqual([]);
    const without = { ...tool('wrk', '4'), abilities: { ...tools[0]?.abilities, percentiles: ['p50', 'p90'] } };
    const facts = { ...FACTS, tools: [without] } as typeof FACTS;
    const spec = specFor('s', { tool: 'wrk', steps: [step(10)], search: { ...SEARCH, ceiling } });
    expect(searchFaults(spec, [{ name: 'cli', facts }])).toEqual([
      {
        path: 'spec.load.search.ceiling.percentile',
        message: 'wrk gives no p99.9 (it gives p50, p90); choose one of those, or volley.',
      },
    ]);
  });

  it('is one that several clients can have in common', () => {
    expect(faults({ ceiling }, [step(10)], { tool: 'volley' }, 2)).toEqual([]);
    expect(faults({ ceiling }, [step(10)], { tool: 'autocannon' }, 2)[0]).toBe(
      'spec.load.search.ceiling.percentile: autocannon emits no histogram, so 2 clients have no p99.9 in common; choose volley, or one client.',
    );
  });
});

it('no search has no fault', () => {
  expect(searchFaults(specFor('s', { steps: [step(10), step(20)] }), [client])).toEqual([]);
});
