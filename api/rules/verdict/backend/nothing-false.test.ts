import { describe, expect, it } from 'vitest';
import type { BackendEvidence } from '../../../contract/backend-evidence.ts';
import type { SideEvidence } from '../../../contract/evidence.ts';
import {
  backend,
  behindStep,
  database,
  IDLE,
  pool,
  S1,
  SECONDS,
  used,
  verdictOf,
} from '../../../testing/sample-backend.ts';
import { cpu, nicUse, saidRun, side } from '../../../testing/sample-verdict.ts';
import { withVerdict } from '../with-verdict.ts';

const D1 = '00000000-0000-4000-8000-000000000003';
const FULL_WAL = { commits: 7600, walFsyncs: 740, walFsyncUs: 740 * 5200 };

describe('a full pool', () => {
  it('is never said to have nothing full behind it while the WAL was flushed all the time', () => {
    const some = verdictOf(backend({ database: database(FULL_WAL, { active: 10, wal: 4.9, running: 5.1 }) }));
    expect(some).toMatchObject({ wall: 'pool-wait', confidence: 'likely' });
    expect(some.because).not.toContain('No measured resource');
    const hardly = verdictOf(backend({ database: database(FULL_WAL, { active: 10, wal: 0.9, running: 9.1 }) }));
    expect(hardly).toMatchObject({ wall: 'pool-wait', confidence: 'measured' });
    expect(hardly.because).toContain('Its WAL was flushed nearly all the time, but few connections waited for it');
  });

  it('of a cache is likely only, where the services filled the CPUs of their host', () => {
    const cacheServer = {
      ...{ hostId: S1, name: 's1', seconds: SECONDS, commands: 7600, hits: 7600, misses: 0, evictions: 0 },
      mainThreadUs: 0.5e6 * SECONDS,
    };
    const asking = (cpus: number): BackendEvidence =>
      backend({ pool: null, database: null, cache: pool(), cpu: { ...used(cpus, 2), hostId: D1, name: 'd1' } });
    expect(verdictOf(asking(1.6), { evidence: { cacheServer } })).toMatchObject({ confidence: 'measured' });
    const full = verdictOf(asking(1.8), { evidence: { cacheServer } });
    expect(full).toMatchObject({ wall: 'pool-wait', confidence: 'likely' });
    expect(full.because).not.toContain('No measured resource');
  });

  it('is suspected with the reason for which it is not named', () => {
    const few = verdictOf(backend({ pool: pool({ inUse: 10, waiting: 20 }) }), { connections: 100 });
    expect(few).toMatchObject({ wall: 'unknown', walls: ['pool-wait'] });
    expect(few.because).not.toContain('too few to tell');
    expect(few.because).toContain('30 requests were at the database, of 100 possible');
  });

  it('has the requests that wait in it, also where hardly a wait was over', () => {
    // One connection for 1,000 requests of 100 ms: in 4 s 40 waits ended, of 2 s each.
    const queue = pool({ size: 1, inUse: 1, waiting: 999, rate: 10, waitUs: 80e6 });
    const found = verdictOf(backend({ pool: queue }), { connections: 1000, requestsPerSecond: 10 });
    expect(found).toMatchObject({ wall: 'pool-wait', confidence: 'measured' });
    expect(found.because).toContain('999 requests waited for one');
  });

  it('takes connections for the requests that ask for one, not for all of a rate', () => {
    // Every tenth request asks the database.
    const some = pool({ rate: 190, inUse: 10, waiting: 54 });
    const found = verdictOf(backend({ pool: some }), { rate: 4000, requestsPerSecond: 1900 });
    expect(found.because).toContain('the 4,000 req/s asked for would need 21.1;');
  });
});

it('says how many requests can be at a service, not how many were in flight', () => {
  const { because } = verdictOf(backend(), { pipelining: 16 });
  expect(because).toContain('64 requests were at the database, of 64 possible');
  expect(because).not.toContain('64 requests in flight');
});

describe('that no measured resource was saturated', () => {
  it('is not said beside a WAL that was flushed all the time', () => {
    const roomy = pool({ size: 100, inUse: 60, waiting: 0 });
    const waits = database(FULL_WAL, { active: 50, wal: 20, running: 30 });
    const found = verdictOf(backend({ pool: roomy, database: waits }));
    expect(found.wall).toBe('unknown');
    expect(`${found.sentence} ${found.because}`).not.toMatch(/no measured resource/i);
    expect(found.because).toContain('96 % of the time in fsync');
  });

  it('nor beside sessions of which half waited for other I/O', () => {
    const roomy = pool({ size: 100, inUse: 60, waiting: 0 });
    const found = verdictOf(backend({ pool: roomy, database: database({}, { active: 60, io: 40, running: 20 }) }));
    expect(`${found.sentence} ${found.because}`).not.toMatch(/no measured resource/i);
    expect(found.because).toContain('40 of 60 connections in use waited for I/O');
  });
});

describe('the host of the services', () => {
  const apart = { ...used(0.8, 2), hostId: D1, name: 'd1' };
  const host = (over: Partial<SideEvidence>): SideEvidence => ({
    ...side('server', { hostId: D1, name: 'd1', cpus: 2, cpusAllowed: 2, ...over }),
    side: 'backend',
  });
  const on = (over: Partial<SideEvidence>, cpus = 0.8) =>
    verdictOf(backend({ cpu: { ...apart, cpuUs: cpus * SECONDS * 1e6 } }), { evidence: { backendHost: host(over) } });
  const busy = cpu({ user: 60, system: 20, softirq: 16, irq: 0, iowait: 0, idle: 4 });
  const free = cpu({ user: 30, system: 10, softirq: 0, irq: 0, iowait: 0, idle: 60 });

  it('has room where its CPUs and NICs had', () => {
    expect(on({ cpu: free })).toMatchObject({ wall: 'pool-wait', confidence: 'measured' });
  });

  it('is filled by the database and the packets of its requests', () => {
    const found = on({ cpu: busy, otherCpus: 0 }, 1.5);
    expect(found).toMatchObject({ wall: 'database-cpu', confidence: 'measured' });
    expect(found.because).toContain('the database used 1.5 of the 2 CPUs of d1, which were 96 % busy');
  });

  it('leaves a pool likely where others filled it', () => {
    const found = on({ cpu: busy, otherCpus: 0.9 });
    expect(found).toMatchObject({ wall: 'pool-wait', confidence: 'likely' });
    expect(found.because).not.toContain('No measured resource');
  });

  it('leaves a pool likely where a NIC of it was full', () => {
    const nics = [nicUse({ txBitsPerSecond: 9e8, rxBitsPerSecond: 1e8, ceilingBitsPerSecond: 1e9 })];
    expect(on({ cpu: free, nics })).toMatchObject({ wall: 'pool-wait', confidence: 'likely' });
  });

  it('is told of what held it up, as the other hosts are', () => {
    const findings = (over: Partial<SideEvidence>) =>
      withVerdict(saidRun([behindStep(backend({ cpu: apart }), { evidence: { backendHost: host(over) } })])).findings;
    const stolen = findings({ cpu: { ...free, steal: 0.1 } }).find(({ code }) => code === 'throttled');
    expect(stolen).toMatchObject({ severity: 'suspect', hostId: D1 });
  });
});

describe('the CPUs of a database', () => {
  const FULL = cpu({ user: 70, system: 27, softirq: 0, irq: 0, iowait: 0, idle: 3 });

  it('are told apart from those of the host, where the target may use a part of these', () => {
    const pinned = { cpus: 4, cpusAllowed: 2, cpu: FULL, processCpus: 0.3, otherCpus: 0 };
    const { wall, because } = verdictOf(backend({ cpu: used(1.6, 4) }), { server: pinned });
    expect(wall).toBe('database-cpu');
    expect(because).toContain(
      'the database used 1.6 of the 4 CPUs of s1, and 97 % of the 2 CPUs of the target were busy',
    );
  });

  it('are not named where the target did not say whether it asks other services too', () => {
    const unread = backend({ pool: null, cpu: used(6.9) });
    expect(verdictOf(unread)).toMatchObject({ wall: 'unknown', walls: [] });
  });
});

it('has a full CPU of the client in doubt, too, where a service may have been on it', () => {
  const core = { ...IDLE, hostId: S1, cpusAllowed: 4, hottestCpu: { cpu: 6, busy: 0.98, softirq: 0.01 } };
  const quiet = backend({ pool: pool({ inUse: 1, waiting: 0 }), cpu: used(0.9) });
  const found = verdictOf(quiet, {
    clients: [core],
    server: { ...IDLE, cpusAllowed: 4 },
    evidence: { sharedMachine: true },
  });
  expect(found).toMatchObject({ wall: 'unknown', walls: ['client-thread'] });
});

describe('attempts at the other server', () => {
  const downstream = (over: Partial<NonNullable<BackendEvidence['downstream']>>): BackendEvidence =>
    backend({
      pool: null,
      database: null,
      downstream: {
        ...{ seconds: SECONDS, calls: 50_000, attempts: 50_000, timedOut: 0, refused: 0, unanswered: 0, exhausted: 0 },
        ...{ inFlight: 1, ...over },
      },
    });
  const told = (over: Parameters<typeof downstream>[0]) =>
    withVerdict(saidRun([behindStep(downstream(over))])).findings.find(({ code }) => code === 'retries');

  it('were not repeated where none failed: a call was counted a moment before its attempt', () => {
    expect(told({ attempts: 50_001 })).toBeUndefined();
  });

  it('that nothing repeats are told as that', () => {
    expect(told({ refused: 20, exhausted: 20 })?.sentence).toBe(
      'Step 1: each call to the other server took one attempt: 50,000 for 50,000 calls, and 20 of them failed (20 refused, 0 timed out, 0 not answered). 20 calls had no attempt left.',
    );
  });
});

describe('CPUs that other processes hold', () => {
  const HELD = { cpus: 2, cpusAllowed: 2, cpu: cpu({ user: 70, system: 30, softirq: 0, irq: 0, iowait: 0, idle: 0 }) };
  const held = (over: Partial<BackendEvidence>) =>
    verdictOf(backend({ cpu: used(0.3, 2), ...over }), {
      server: { ...HELD, processCpus: 0.2, otherCpus: 1.2 },
      clients: [{ hostId: S1, ...HELD, processCpus: 0.2, otherCpus: 1.2 }],
      evidence: { sharedMachine: true },
    });

  it('acquit no service whose own rule is met', () => {
    const flushed = { database: database({ commits: 900, walFsyncs: 400, walFsyncUs: 3.4e6 }, { wal: 8, active: 10 }) };
    const found = held(flushed);
    expect(found).toMatchObject({ wall: 'several', walls: ['competing-load', 'wal-fsync'], confidence: 'likely' });
    expect(found.because).toContain('WAL fsync, where the database spent 85 % of the time in fsync');
    expect(found.because).not.toContain('Neither client nor server is the limit');
  });

  it('are told beside what the services used of them', () => {
    const found = held({ pool: pool({ inUse: 2, waiting: 0 }) });
    expect(found).toMatchObject({ wall: 'competing-load', walls: ['competing-load'] });
    expect(found.because).toContain(
      'they used 1.2 of the 2 CPUs of s1, the services behind the target 0.3, 100 % busy',
    );
  });
});
