import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import { backend, behindStep, pool } from '../../testing/sample-backend.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const IDLE: Partial<SideEvidence> = {
  cpus: 8,
  cpu: cpu({ user: 20, system: 8, softirq: 2, irq: 0, iowait: 0, idle: 70 }),
};

const had = (leastPerConnection: number, mostPerConnection = leastPerConnection): SaidStep['point'] => ({
  streams: { leastPerConnection, mostPerConnection, takenBack: 0 },
});

function judged(...steps: Partial<SaidStep>[]): Run {
  const { spec } = sampleRun({ id: 'a', load: { protocol: 'h2' } });
  const said = steps.map((step) => ({
    connections: 2,
    requestsPerSecond: 1000,
    server: IDLE,
    clients: [IDLE],
    ...step,
  }));
  return withVerdict(saidRun(said, { spec }));
}

const findingOf = (run: Run, code: string) => run.findings.find((finding) => finding.code === code);
const wallsOf = (run: Run) => run.steps.map(({ verdict }) => verdict?.wall);

describe('streams that the server did not allow', () => {
  it('are told beside those that were asked', () => {
    expect(findingOf(judged({ pipelining: 800, point: had(250) }), 'streams-withheld')).toMatchObject({
      severity: 'suspect',
      stepIndex: 0,
      sentence:
        'Step 1: the server allowed 250 of 800 streams per connection, so the load was lower than asked. Ask for 250 or fewer, on more connections.',
    });
    const uneven = judged({ pipelining: 800, point: had(100, 250) });
    expect(findingOf(uneven, 'streams-withheld')?.sentence).toContain('allowed 100 to 250 of 800 streams');
    expect(findingOf(judged({ pipelining: 250, point: had(250) }), 'streams-withheld')).toBeUndefined();
    expect(findingOf(judged({ pipelining: 800 }), 'streams-withheld')).toBeUndefined();
  });

  it('are no more in flight: a ramp of 300 and 800, of which 250 were had, has no wall of concurrency', () => {
    const ramp = (first: SaidStep['point'], second: SaidStep['point']) =>
      judged(
        { pipelining: 300, requestsPerSecond: 1000, point: first },
        { pipelining: 800, requestsPerSecond: 1120, point: second },
      );
    expect(wallsOf(ramp(had(250), had(250)))).toEqual(['unknown', 'unknown']);
    expect(wallsOf(ramp({}, {}))).toEqual(['unknown', 'unknown']);
    expect(wallsOf(ramp(had(300), had(200, 800)))).toEqual(['unknown', 'unknown']);
    const more = ramp(had(300), had(500));
    expect(wallsOf(more)[0]).toBe('concurrency');
    expect(more.steps[0]?.verdict?.sentence).toBe(
      'Too little in flight: 2 connections × 500 streams (800 asked) gave 12 % more.',
    );
    expect(ramp(had(300), had(800)).steps[0]?.verdict?.sentence).toBe(
      'Too little in flight: 2 connections × 800 streams gave 12 % more.',
    );
  });

  it('count in Little’s law as not possible', () => {
    const step = { pipelining: 800, requestsPerSecond: 10_000, latencyMs: { mean: 49, resolutionUs: 1 } };
    expect(findingOf(judged({ ...step, point: had(250) }), 'littles-law')).toBeUndefined();
    expect(findingOf(judged(step), 'littles-law')?.sentence).toContain('the server allowed fewer streams');
    const few = judged({ ...step, latencyMs: { mean: 10, resolutionUs: 1 }, point: had(250) });
    expect(findingOf(few, 'littles-law')?.sentence).toContain('of 500 possible in flight (20 %, doubtful under 50 %)');
    expect(findingOf(few, 'littles-law')?.sentence).not.toContain('fewer streams');
    const many = judged({ ...step, latencyMs: { mean: 100, resolutionUs: 1 }, point: had(250) });
    expect(findingOf(many, 'littles-law')).toMatchObject({ severity: 'invalid' });
  });

  it('cannot be at a service', () => {
    const because = (point: SaidStep['point']) =>
      judged(behindStep(backend({ pool: pool({ waiting: 480 }) }), { connections: 2, pipelining: 800, point })).steps[0]
        ?.verdict?.because;
    expect(because(had(250))).toContain('490 requests were at the database, of 500 possible');
    expect(because({})).not.toContain('possible');
  });
});
