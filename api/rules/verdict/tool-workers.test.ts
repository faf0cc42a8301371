import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { cpu, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const IDLE: Partial<SideEvidence> = { cpus: 4, cpu: cpu({ user: 20, system: 8, softirq: 2, irq: 0, idle: 70 }) };
const DRIVEN: Partial<SideEvidence> = { ...IDLE, hottestCpu: { cpu: 0, busy: 0.945, softirq: 0.1 } };

function driven(tool: string, workers: number, ...clients: Partial<SideEvidence>[]): Run {
  const run = saidRun([{ connections: 64, pipelining: 1, workers, requestsPerSecond: 50_000, server: IDLE, clients }]);
  const { spec } = run;
  if (spec.specVersion !== 0) throw new Error('not an imported run');
  return { ...run, spec: { ...spec, load: { ...spec.load, tool } } };
}
const verdictOf = (run: Run) => withVerdict(run).steps[0]?.verdict;

describe('the workers of a tool', () => {
  it('are the limit where they used up what they can use at a time, whichever thread that was', () => {
    const found = verdictOf(
      driven('volley', 1, { ...DRIVEN, processCpus: 1.01, hottestThread: { name: 'thread 3', busy: 0.77 } }),
    );
    expect(found).toMatchObject({ wall: 'client-thread', confidence: 'likely', lowerBound: true });
    expect(found?.sentence).toBe('Probably limited by client threads at 100 %; the server’s CPUs could do more.');
    expect(found?.because).toBe(
      'Client threads: the tool used 1.01 of 4 CPUs, and its only worker can use 1 at a time (100 %, saturated from 95 %); the server was 30 % busy. The server’s CPUs could do more than 50,000 req/s; a lock or a queue is not excluded.',
    );
    expect(found?.next).toBe(
      'Ask for more workers of the tool (it may use 4 CPUs), with connections for each of them, and see whether throughput rises.',
    );
    expect(found?.evidence.find(({ resource }) => resource === 'tool-workers')).toMatchObject({
      label: 'client: workers of the tool',
      usedLow: 1.01,
      ceiling: 1,
      percentLow: 101,
      fullAtPercent: 95,
    });
  });

  it('are asked for only of a tool that has a choice, and no more of them than CPUs', () => {
    const hot = { ...IDLE, processCpus: 1.5, hottestThread: { name: 'worker', busy: 0.99 } };
    const nextOf = (tool: string, workers: number) => verdictOf(driven(tool, workers, hot))?.next;
    expect(nextOf('volley', 2)).toContain('Ask for more workers of the tool (it may use 4 CPUs)');
    expect(nextOf('volley', 4)).toBe('Add a client host or give the tool more CPUs, and see whether throughput rises.');
    expect(nextOf('oha', 1)).toMatch(/^Add a client host, or use a load generator that costs less CPU/);
  });

  it.each<[string, number, Partial<SideEvidence>, string, string]>([
    ['volley', 1, { processCpus: 0.95 }, 'client-thread', 'measured'],
    ['volley', 1, { processCpus: 0.949 }, 'unknown', 'cannot-tell'],
    ['wrk', 3, { processCpus: 2.86 }, 'client-thread', 'measured'],
    ['wrk', 3, { processCpus: 2.84 }, 'unknown', 'cannot-tell'],
    // As many as it may use: those are then full together.
    ['wrk', 4, { processCpus: 3.9, cpu: null }, 'client-cpu', 'measured'],
    ['wrk2', 2, { processCpus: 1.95, cpus: null, cpusAllowed: null }, 'client-thread', 'measured'],
    // Its main thread and the report of vegeta use CPU time beside the workers.
    ['autocannon', 2, { processCpus: 2.1 }, 'unknown', 'cannot-tell'],
    ['vegeta', 2, { processCpus: 2.1 }, 'unknown', 'cannot-tell'],
    ['volley', 2, { processCpus: null }, 'unknown', 'cannot-tell'],
    // Processes cannot have used more than was busy in all.
    ['volley', 3, { processCpus: 2.9 }, 'client-thread', 'measured'],
    [
      'volley',
      3,
      { processCpus: 2.9, cpu: cpu({ user: 20, system: 0, softirq: 0, irq: 0, idle: 80 }) },
      'unknown',
      'cannot-tell',
    ],
  ])('of %s, %i of them: %o is %s, %s', (tool, workers, over, wall, confidence) => {
    const busy = { cpu: cpu({ user: 75, system: 3, softirq: 2, irq: 0, idle: 20 }) };
    expect(verdictOf(driven(tool, workers, { ...IDLE, ...busy, ...over }))).toMatchObject({ wall, confidence });
  });

  it('are those of each client, by its own figures', () => {
    const [a, b] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const client = (hostId: string, name: string, processCpus: number) => ({ cpus: 4, hostId, name, processCpus });
    const run = driven('volley', 1, client(a, 'c1', 0.5), client(b, 'c2', 1.93));
    const part = (hostId: string, toolWorkers: number) => ({ hostId, failure: null, figures: { toolWorkers } });
    const [step] = run.steps;
    if (!step) throw new Error('no step');
    const clients = [part(a, 1), part(b, 2)] as RunStep['clients'];
    const found = verdictOf({ ...run, steps: [{ ...step, clients }] });
    expect(found).toMatchObject({ wall: 'client-thread', lowerBound: true });
    expect(found?.because).toContain('on c2 the tool used 1.93 of 4 CPUs, and its 2 workers can use 2 at a time (97 %');
  });
});
