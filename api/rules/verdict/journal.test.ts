import { describe, expect, it } from 'vitest';
import type { Bundle, BundlePoint } from '../../contract/bundle.ts';
import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { JOURNAL_ENTRIES, type JournalEntry, journalRun, journalRuns } from '../../testing/journal.ts';
import { withVerdict } from './with-verdict.ts';

/** What the journal found by hand, or was too sure of. Its facts are the product's acceptance. */
const judged = (entry: JournalEntry, name: string, change?: (bundle: Bundle) => Bundle): Run =>
  withVerdict(journalRun(entry, name, change));

function stepAt(run: Run, load: number): RunStep & { verdict: NonNullable<RunStep['verdict']> } {
  const step = run.steps.find(
    ({ spec }) => (spec.loop === 'open' ? spec.requestsPerSecond : spec.connections) === load,
  );
  if (!step?.verdict) throw new Error(`no step at ${load}`);
  return { ...step, verdict: step.verdict };
}
const verdictAt = (run: Run, load: number) => stepAt(run, load).verdict;

describe('entry 04', () => {
  it('finds the 4.9 million of one event loop impossible, with the arithmetic', () => {
    const run = judged('04', 'no workers');
    expect(verdictAt(run, 2000)).toMatchObject({ validity: 'invalid', wall: null, walls: [], lowerBound: false });
    expect(verdictAt(run, 2000).littlesRatio).toBeCloseTo((4_913_152 * 0.6125) / 200_000, 6);
    expect(verdictAt(run, 2000).sentence).toBe(
      'Invalid: throughput, latency and requests in flight contradict each other.',
    );
    expect(verdictAt(run, 2000).because).toBe(
      'By Little’s law 4,913,152 req/s × 1,225 ms median / 2 (the least mean) is at least 3,009,306 in flight; 2,000 connections × 100 can have 200,000: 15 times what is possible. Throughput, latency and requests in flight cannot all be right; which one is wrong is not known.',
    );
    expect(run.findings[0]).toMatchObject({ code: 'littles-law', severity: 'invalid', stepIndex: 1 });
    expect(verdictAt(run, 1000)).toMatchObject({ validity: 'unchecked', wall: 'unknown', confidence: 'cannot-tell' });
    expect(run.verdict).toMatchObject({ stepIndex: 0, validity: 'unchecked' });
    expect(run.verdict?.because).toContain('Left out, though higher: 4,913,152 req/s at 2,000 connections × 100 deep');
    expect(run.best?.stepIndex).toBe(run.verdict?.stepIndex);
  });

  it('names the client’s CPU where the tool was measured, and says of the other loads that it was not', () => {
    const run = judged('04', '30 workers, ramp');
    expect(verdictAt(run, 2000)).toMatchObject({
      validity: 'valid',
      wall: 'client-cpu',
      walls: ['client-cpu'],
      confidence: 'measured',
      lowerBound: true,
      sentence: 'Limited by client CPU at 88 %; the server’s CPUs could do more.',
      because:
        'Client CPU: the tool used 28.2 of 32 CPUs (88 %, saturated from 85 %); the server was 5 to 6 % busy. The server’s CPUs could do more than 2,073,538 req/s; a lock or a queue is not excluded. No check failed; checked: Little’s law by half the median, connections opened and counters or steal of a host.',
    });
    for (const load of [1000, 5000]) {
      expect(verdictAt(run, load)).toMatchObject({ wall: 'unknown', confidence: 'cannot-tell' });
      expect(verdictAt(run, load).because).toMatch(/^The client was not measured/);
    }
    expect(run.verdict?.because).toContain('client CPU at 2,000 connections × 100 deep');
  });

  it('says of 60 workers on 32 CPUs that they are too many', () => {
    const run = judged('04', '60 workers');
    expect(run.findings[0]).toMatchObject({ code: 'oversubscribed-client', severity: 'suspect', stepIndex: 0 });
    expect(run.verdict?.validity).toBe('suspect');
  });
});

describe('entry 03', () => {
  it('names the client’s CPU of the run in which it was measured', () => {
    const run = judged('03', 'RPS + RFS');
    expect(run.verdict).toMatchObject({
      wall: 'client-cpu',
      confidence: 'measured',
      lowerBound: true,
      validity: 'suspect',
    });
    expect(run.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['connections-missing', 'oversubscribed-client', 'closed-loop-latency']),
    );
  });

  it.each(['no RPS/RFS', 'RPS only'])('says of %s that the client was not measured', (name) => {
    const run = judged('03', name);
    expect(run.verdict).toMatchObject({ wall: 'unknown', confidence: 'cannot-tell' });
    expect(run.verdict?.sentence).toContain('the client was not measured');
    expect(run.findings).toContainEqual(expect.objectContaining({ code: 'client-unobserved', severity: 'note' }));
  });
});

describe('entry 06b', () => {
  it.each([1000, 2000, 5000])('suspects the client of /simple at %i, and does not name it', (load) => {
    expect(verdictAt(judged('06b', '/simple baseline'), load)).toMatchObject({
      validity: 'valid',
      wall: 'unknown',
      walls: ['client-cpu'],
      confidence: 'cannot-tell',
      lowerBound: false,
      sentence: 'Client suspected: it was not measured.',
      because:
        'The server was 26 % busy (saturated from 85 %). No check failed; checked: Little’s law by half the median.',
    });
  });

  it('names the server’s CPU of /compute, where both sides were measured', () => {
    expect(verdictAt(judged('06b', '/compute baseline'), 5000)).toMatchObject({
      wall: 'server-cpu',
      confidence: 'measured',
      lowerBound: false,
      sentence: 'Limited by server CPU at 94 %.',
      because:
        'Server CPU: 94 % of its 128 CPUs were busy (saturated from 85 %); the client was 7 % busy. The work may not be the server’s alone: CPU time per process was not recorded. Whether the figure is possible could not be checked.',
    });
  });

  it('tells rates that were met from those that were not, and names the client’s CPU where it was measured', () => {
    const run = judged('06b', '/simple vegeta, 8 processes');
    for (const rate of [100_000, 200_000]) {
      expect(verdictAt(run, rate)).toMatchObject({ validity: 'valid', wall: 'offered-load', confidence: 'measured' });
    }
    const missed = run.findings.filter(({ code }) => code === 'offered-rate-not-met').map(({ stepIndex }) => stepIndex);
    expect(missed).toEqual([2, 3, 4, 5, 6]);
    expect(verdictAt(run, 500_000)).toMatchObject({ validity: 'suspect', wall: 'unknown' });
    expect(verdictAt(run, 2_000_000)).toMatchObject({ wall: 'client-cpu', confidence: 'measured', lowerBound: true });
    expect(verdictAt(run, 2_000_000).because).toContain('85 to 88 % of its 128 CPUs were busy');
    expect(run.verdict).toMatchObject({ stepIndex: 1, wall: 'offered-load' });
    expect(run.verdict?.because).toContain('so the rate was the limit');
    expect(run.verdict?.next).toMatch(/^To find the limit, look at the steps of this run from 500,000 req\/s on/);
  });
});

describe('entry 08', () => {
  it('takes the highest figure of the pinned run, whose median alone reads below a millisecond', () => {
    const { verdict, best } = judged('08', 'IRQs pinned');
    expect(verdict?.validity).toBe('valid');
    expect(best?.requestsPerSecond).toBe(787_194);
  });

  it('cannot tell, where the journal said server CPU and had to withdraw it', () => {
    expect(verdictAt(judged('08', 'baseline'), 500)).toMatchObject({
      wall: 'unknown',
      walls: ['client-cpu', 'server-cpu'],
      confidence: 'cannot-tell',
      sentence: 'Can’t tell whether client or server was saturated.',
      because:
        'The client was not measured and the server was between 45 % (named) and 85 % (what idle leaves) busy. No check failed; checked: Little’s law by the percentiles and connections opened.',
    });
  });
});

it('finds nothing else of the journal invalid', () => {
  const invalid = JOURNAL_ENTRIES.flatMap((entry) => journalRuns(entry))
    .map(withVerdict)
    .flatMap((run) => run.findings.filter(({ severity }) => severity === 'invalid'));
  expect(invalid).toHaveLength(1);
});

describe('with one fact changed the verdict follows', () => {
  const changed = (entry: JournalEntry, name: string, load: number, change: (point: BundlePoint) => BundlePoint) =>
    judged(entry, name, (bundle) => ({
      ...bundle,
      runs: bundle.runs.map((run) => ({
        ...run,
        points: run.points.map((point) =>
          (point.connections ?? point.requestsPerSecondAsked) === load ? change(point) : point,
        ),
      })),
    }));
  const [client] = [{ cpu: { userPercent: 35, systemPercent: 5, idlePercent: 60 } }];

  it('the client 60 % idle: it is not the client', () => {
    const quiet = changed('03', 'RPS + RFS', 1000, (point) => ({ ...point, clients: [client] }));
    expect(quiet.verdict).toMatchObject({ wall: 'unknown', walls: [], lowerBound: false });
    expect(quiet.verdict?.because).toContain('the client was 40 % busy');
  });

  it('the client 60 % idle beside what contradicts it: cannot tell', () => {
    const idle = (entry: JournalEntry, name: string, load: number) =>
      verdictAt(
        changed(entry, name, load, (point) => ({
          ...point,
          clients: (point.clients ?? []).map((one) => ({ ...one, cpu: { ...one.cpu, idlePercent: 60 } })),
        })),
        load,
      );
    const named = idle('03', 'RPS + RFS', 1000);
    expect(named).toMatchObject({ wall: 'unknown', walls: ['client-cpu'], confidence: 'cannot-tell' });
    expect(named.because).toContain('88 % busy by what is named and 40 % by what idle leaves, which contradict');
    expect(idle('04', '30 workers, ramp', 2000)).toMatchObject({ wall: 'unknown', confidence: 'cannot-tell' });
  });

  it('no metrics of the client: it is suspected, as the server had room', () => {
    const unseen = changed('04', '30 workers, ramp', 2000, ({ clients: _, ...point }) => point);
    expect(verdictAt(unseen, 2000)).toMatchObject({
      wall: 'unknown',
      walls: ['client-cpu'],
      confidence: 'cannot-tell',
    });
    const compute = changed('06b', '/compute baseline', 5000, ({ clients: _, ...point }) => point);
    expect(verdictAt(compute, 5000)).toMatchObject({ wall: 'server-cpu', confidence: 'likely', lowerBound: false });
    expect(verdictAt(compute, 5000).sentence).toBe(
      'Probably limited by server CPU at 94 %; the client was not measured.',
    );
  });

  it('pipelining divided by 100: the same figures cannot be', () => {
    const shallow = judged('04', '30 workers, ramp', (bundle) => ({
      ...bundle,
      runs: bundle.runs.map((run) => ({ ...run, load: { ...run.load, pipelining: 1 } })),
    }));
    expect(shallow.steps.map(({ verdict }) => verdict?.validity)).toEqual(['invalid', 'invalid', 'invalid']);
  });

  it('pipelining times 100: the 4.9 million could be', () => {
    const deep = judged('04', 'no workers', (bundle) => ({
      ...bundle,
      runs: bundle.runs.map((run) => ({ ...run, load: { ...run.load, pipelining: 1000 * 10 } })),
    }));
    expect(verdictAt(deep, 2000)).toMatchObject({ validity: 'valid', wall: 'unknown' });
  });

  it('the NIC at 95 % of its ceiling: it is the NIC', () => {
    const wire = changed('03', 'RPS + RFS', 1000, (point) => ({
      ...point,
      clients: [client],
      server: { ...point.server, nic: { sentBitsPerSecond: 47.5e9 } },
    }));
    expect(wire.verdict).toMatchObject({ wall: 'nic-bandwidth', confidence: 'measured', lowerBound: false });
    expect(wire.verdict?.because).toContain('sent 47.5 Gbit/s of 50 Gbit/s (95 %, saturated from 85 %');
    const beside = changed('04', '30 workers, ramp', 2000, (point) => ({
      ...point,
      server: { ...point.server, nic: { sentBitsPerSecond: 47.5e9 } },
    }));
    expect(verdictAt(beside, 2000)).toMatchObject({ wall: 'several', walls: ['client-cpu', 'nic-bandwidth'] });
  });

  it('the rate met: it is the rate', () => {
    const met = changed('06b', '/simple vegeta, 8 processes', 2_000_000, (point) => ({
      ...point,
      requestsPerSecond: 1_990_000,
    }));
    expect(verdictAt(met, 2_000_000)).toMatchObject({ validity: 'valid', wall: 'offered-load' });
    expect(verdictAt(met, 2_000_000).because).toContain('latencies include its own waits');
  });

  it('the server idle as well: cannot tell turns to the client', () => {
    const quiet = changed('08', 'baseline', 500, (point) => ({ ...point, server: { cpu: { busyPercent: 45 } } }));
    expect(verdictAt(quiet, 500)).toMatchObject({ wall: 'unknown', walls: ['client-cpu'] });
    const named = changed('08', 'baseline', 500, (point) => ({
      ...point,
      server: { cpu: { userPercent: 20, systemPercent: 25, softirqPercent: 40, idlePercent: 15 } },
      clients: [client],
    }));
    expect(verdictAt(named, 500)).toMatchObject({ wall: 'server-cpu', confidence: 'measured' });
  });
});
