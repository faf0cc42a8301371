import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import { specFor } from '../../testing/fake-agent.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const ORIGIN = 'https://staging.example.org';
const IDLE: Partial<SideEvidence> = {
  cpus: 8,
  cpu: cpu({ user: 20, system: 8, softirq: 2, irq: 0, iowait: 0, idle: 70 }),
};
const FULL: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 60, system: 28, softirq: 5, irq: 0, idle: 7 }) };

/** A run of a target without an agent, its only step as said. */
function judged(step: Partial<SaidStep>, over: Partial<Run> = {}): Run {
  const said = { connections: 64, pipelining: 1, requestsPerSecond: 50_000, server: null, clients: [IDLE], ...step };
  const run = saidRun([said]);
  const spec = { ...specFor('c'), server: null, target: { kind: 'external' as const, origin: ORIGIN } };
  return withVerdict({ ...run, imported: null, spec, ...over } as Run);
}
const verdictOf = (step: Partial<SaidStep>, over: Partial<Run> = {}) => {
  const { verdict } = judged(step, over);
  if (!verdict) throw new Error('no verdict');
  return verdict;
};

describe('where the client alone was measured', () => {
  it('with room to spare, all else is open, and the next step is an agent there', () => {
    const verdict = verdictOf({});
    expect(verdict).toMatchObject({ wall: 'unknown', walls: [], confidence: 'cannot-tell', lowerBound: false });
    expect(verdict.sentence).toBe('Not the client; target and network between were not measured.');
    expect(verdict.because).toContain(`No agent measures ${ORIGIN}, or what lies between: the client was 30 % busy`);
    expect(verdict.next).toContain(`Install an agent on the host of ${ORIGIN}`);
    expect(`${verdict.sentence} ${verdict.because}`).not.toMatch(/server CPU|server idle|server could/i);
  });

  it('a full client is the wall as ever, and the target can do as much at least', () => {
    const verdict = verdictOf({ clients: [FULL] });
    expect(verdict).toMatchObject({ wall: 'client-cpu', confidence: 'measured', lowerBound: true });
    expect(verdict.because).toContain('can do at least 50,000 req/s; how much more is unknown.');
  });

  it('a client that is nearly full is suspected', () => {
    const near = { ...IDLE, hottestThread: { name: 'volley', busy: 0.9 } };
    expect(verdictOf({ clients: [near] })).toMatchObject({ wall: 'unknown', walls: ['client-thread'] });
  });

  it('a client that was not measured is not acquitted', () => {
    const verdict = verdictOf({ clients: [] });
    expect(verdict).toMatchObject({ wall: 'unknown', walls: ['client-cpu'] });
    expect(verdict.sentence).toBe('Can’t tell: the client was not measured, nor was the target.');
  });

  it('on one machine with its client neither is named, unless the tool alone filled its CPUs', () => {
    const evidence = { sharedMachine: true };
    const both = { ...FULL, cpusAllowed: 8, processCpus: 2 };
    const verdict = verdictOf({ clients: [both], evidence });
    expect(verdict).toMatchObject({ wall: 'unknown', walls: ['client-cpu', 'competing-load'] });
    expect(verdict.sentence).toBe('Can’t tell client, target and other processes apart on shared CPUs.');
    expect(verdict.next).toContain(
      'Drive the load from another machine, or measure this one fully: Name the target in the configuration file of c1, and rerun against it there.',
    );
    // To know less of it makes no figure better.
    expect(verdict.validity).toBe('suspect');
    expect(verdictOf({ clients: [IDLE], evidence }).validity).toBe('valid');
    expect(verdictOf({ clients: [{ ...both, processCpus: 7 }], evidence })).toMatchObject({ wall: 'client-cpu' });
  });

  it('other processes on the client may be the target itself', () => {
    const held = { ...FULL, cpusAllowed: 8, processCpus: 1, otherCpus: 6 };
    const { because, wall } = verdictOf({ clients: [{ ...held, name: 'cli' }] });
    expect(wall).toBe('competing-load');
    expect(because).toContain('Whether the target is the limit is not known');
    expect(because).not.toContain('Neither client nor server');
  });

  it('says so among the findings, and nothing of recording a server', () => {
    const found = judged({}).findings.find(({ code }) => code === 'server-unobserved');
    expect(found?.sentence).toContain(`No agent measures the target ${ORIGIN}`);
  });

  it('tells of several addresses, and of none that changed', () => {
    const resolved = (...addresses: string[]) => ({
      target: { url: ORIGIN, resolved: [{ hostId: 'c', addresses }] } as unknown as Run['target'],
    });
    const of = (...addresses: string[]) =>
      judged({}, resolved(...addresses)).findings.find(({ code }) => code === 'target-addresses')?.sentence;
    expect(of('192.0.2.7')).toBeUndefined();
    expect(of('192.0.2.7', '192.0.2.8')).toContain('to 2 addresses (192.0.2.7 and 192.0.2.8)');
  });
});
