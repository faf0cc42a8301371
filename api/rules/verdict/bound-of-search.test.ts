import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { CeilingSearch } from '../../contract/load.ts';
import { cpu, type SaidStep, saidRun, side } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const SEARCH: CeilingSearch = {
  vary: 'requestsPerSecond',
  most: 20_000,
  growth: 2,
  precision: 0.1,
  ceiling: { kind: 'latency', percentile: 'p99', mostMs: 50 },
};
const IDLE: Partial<SideEvidence> = { cpus: 2, cpu: cpu({ busy: 10, idle: 90 }), processCpus: 0.1 };
const HELD: Partial<SideEvidence> = {
  ...{ hostId: 'h', name: 'vm', cpus: 2, cpu: cpu({ busy: 99, idle: 1 }), processCpus: 0.08, otherCpus: 1.85 },
};

function judged(steps: SaidStep[], search = SEARCH) {
  const run = saidRun(steps.map((step) => ({ server: IDLE, clients: [IDLE], ...step })));
  return withVerdict({ ...run, spec: { ...run.spec, load: { ...run.spec.load, search } } } as typeof run);
}
const rung = (rate: number, p99: number, over: Partial<SaidStep> = {}): SaidStep => ({
  ...{ rate, requestsPerSecond: rate, latencyMs: { p50: 0.5, p99 } },
  ...over,
});

describe('the bound of a search', () => {
  it('is kept by the step that stands for the run, whatever others gave', () => {
    const { verdict, best } = judged([rung(8000, 9), rung(16_000, 300), rung(11_000, 40), rung(12_000, 60)]);
    expect(verdict?.stepIndex).toBe(2);
    expect(verdict?.because).toMatch(/^Best valid step within p99 at most 50 ms: 11,000 req\/s at a rate of 11,000/);
    expect(verdict?.next).toBe(
      'To find what limits it, look at the step with 12,000 req/s, the first above the bound, p99 at most 50 ms.',
    );
    expect(best).toMatchObject({ stepIndex: 2 });
    expect(best?.aboveBound).toBeUndefined();
  });

  it('is said where no step kept it', () => {
    const { verdict, best } = judged([rung(200, 156)]);
    expect(best).toMatchObject({ stepIndex: 0, aboveBound: 'p99 at most 50 ms' });
    expect(verdict?.because).toMatch(/^No step kept the bound, p99 at most 50 ms\. /);
    expect(verdict?.next).toBe('Search again from less than 200 req/s.');
  });

  it('broken beside processes that held the CPUs is probably their doing, and no limit of the rate', () => {
    const server = side('server', HELD);
    const crowded = rung(200, 156.287, { server, clients: [HELD], evidence: { sharedMachine: true } });
    const { verdict } = judged([crowded]);
    expect(verdict).toMatchObject({
      wall: 'competing-load',
      confidence: 'likely',
      sentence: 'Probably slowed by other processes: p99 was 156 ms, and the search asked for at most 50 ms.',
    });
    expect(verdict?.next).toMatch(/rerun\. Or search again from less than 200 req\/s\.$/);
    expect(verdict?.because).toContain('Whether the target keeps the bound without them is not known.');
    expect(judged([{ ...crowded, latencyMs: { p50: 0.5, p99: 12 } }]).verdict?.wall).toBe('offered-load');
  });

  it('broken by a target without an agent on the client’s machine is not said to be others’ doing', () => {
    const run = saidRun([
      rung(200, 156, { clients: [{ ...HELD, otherCpus: 1.85 }], evidence: { sharedMachine: true } }),
    ]);
    const target = { kind: 'external', origin: 'http://127.0.0.1:5055' };
    const { verdict } = withVerdict({
      ...run,
      spec: { ...run.spec, target, load: { ...run.spec.load, search: SEARCH } },
    } as unknown as typeof run);
    expect(verdict?.wall).toBe('offered-load');
    expect(verdict?.stopsOthers).toBeUndefined();
    expect(verdict?.next).toBe(
      'Before raising the rate, drive the load from another machine, or measure this one fully: Name the target in the configuration file of vm, and rerun against it there.',
    );
  });

  it('kept up to the end of the search asks for a higher end', () => {
    expect(judged([rung(10_000, 9), rung(20_000, 12)]).verdict?.next).toBe(
      'Search again up to more than 20,000 req/s: no rung passed its ceiling.',
    );
    expect(judged([rung(10_000, 9)]).verdict?.next).toBe(
      'Search again: this search ended before a rung passed its ceiling.',
    );
  });
});

describe('a rate that was met', () => {
  const next = (step: SaidStep, ...more: SaidStep[]) =>
    withVerdict(saidRun([{ server: IDLE, clients: [IDLE], ...step }, ...more])).verdict;

  it('is raised only where nothing disturbed it', () => {
    expect(next(rung(100, 3))?.next).toMatch(/^To find the limit, raise the rate until it is no longer met/);
    const full = { cpus: 2, cpu: cpu({ busy: 98, idle: 2 }), processCpus: 1.9 };
    expect(next(rung(100, 1172, { clients: [full] }))?.next).toBe(
      'Give the load generator CPUs that nothing else uses, or drive the load from another machine, before raising the rate.',
    );
    const beside = { server: side('server', HELD), clients: [HELD], evidence: { sharedMachine: true } };
    expect(next(rung(100, 3, beside))).toMatchObject({ wall: 'offered-load', stopsOthers: true });
    const bySecond = Array.from({ length: 14 }, (_, second) => (second === 7 ? 0 : 100));
    const stalled = rung(100, 3, { evidence: { requestsBySecond: bySecond, requestsBySecondSource: 'tool' } });
    expect(next(stalled)?.next).toBe('Run it again: a stall that recurs is to be found before the rate is raised.');
  });

  it('speaks of one step as one where a higher rate was not met', () => {
    const missed = rung(16_000, 300, { requestsPerSecond: 13_729 });
    expect(next(rung(8000, 3), missed)?.next).toMatch(
      /^To find the limit, look at the step of this run with 16,000 req\/s, which was not met\. /,
    );
    // What was sent faster than asked says nothing of a limit.
    expect(next(rung(8000, 3), rung(16_000, 3, { requestsPerSecond: 30_000 }))?.next).not.toContain('16,000');
  });
});
