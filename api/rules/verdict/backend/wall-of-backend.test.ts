import { describe, expect, it } from 'vitest';
import type { BackendEvidence } from '../../../contract/backend-evidence.ts';
import type { SideEvidence } from '../../../contract/evidence.ts';
import type { PointVerdict } from '../../../contract/verdict.ts';
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
import { cpu, saidRun, side } from '../../../testing/sample-verdict.ts';
import { withVerdict } from '../with-verdict.ts';

/** 740 fsyncs of 5.2 ms in 4 s: 96 % of the time. */
const WAL = { commits: 7600, walFsyncs: 740, walFsyncUs: 740 * 5200 };
const IN_WAL = { active: 9.8, wal: 9.5, running: 0.3 };

describe('a service behind the target', () => {
  it.each<[string, BackendEvidence, Partial<PointVerdict>]>([
    [
      'a WAL that is flushed all the time, and the pool full because of it',
      backend({ database: database(WAL, IN_WAL) }),
      { wall: 'wal-fsync', confidence: 'measured' },
    ],
    [
      'a WAL at 79 % of the time that half wait for',
      backend({ database: database({ ...WAL, walFsyncUs: 0.79 * 4e6 }, { active: 10, wal: 5 }) }),
      { wall: 'wal-fsync', confidence: 'likely' },
    ],
    [
      'a WAL that fewer than half wait for',
      backend({ database: database(WAL, { active: 10, wal: 4.9, running: 5.1 }) }),
      { wall: 'pool-wait' },
    ],
    [
      'locks, and the WAL behind them',
      backend({ database: database(WAL, { active: 10, lock: 5, wal: 5, running: 0 }) }),
      { wall: 'database-lock', confidence: 'measured' },
    ],
    [
      'a lock that is held for the whole step: nothing was given back',
      backend({
        pool: pool({ heldUs: 0, waitUs: 0, asked: 0, acquired: 0, size: 4, inUse: 4 }),
        database: database({}, { active: 4, lock: 4, running: 0 }),
      }),
      { wall: 'database-lock', confidence: 'measured' },
    ],
    [
      'fewer locks than half of the connections in use',
      backend({ database: database({}, { active: 10, lock: 4.9, running: 5.1 }) }),
      { wall: 'pool-wait' },
    ],
    ['a pool with nothing full behind it', backend(), { wall: 'pool-wait', confidence: 'measured' }],
    ['a pool in use for 85 % of the time', backend({ pool: pool({ inUse: 8.5 }) }), { wall: 'pool-wait' }],
    ['a pool in use for 84 % of the time', backend({ pool: pool({ inUse: 8.4 }) }), { wall: 'unknown', walls: [] }],
    [
      'a full pool, for which too few waited',
      backend({ pool: pool({ waiting: 9.9, size: 32, inUse: 32 }) }),
      { wall: 'unknown', walls: ['pool-wait'] },
    ],
    [
      'a full pool, of a step whose waits were not over',
      backend({ pool: pool({ heldUs: 0, waitUs: 0, asked: 0, acquired: 0 }) }),
      { wall: 'pool-wait', confidence: 'measured' },
    ],
    [
      'a full pool, with half of it waiting for the disk',
      backend({ database: database({}, { active: 10, io: 5, running: 5 }) }),
      { wall: 'pool-wait', confidence: 'likely' },
    ],
    [
      'a full pool, and a database that nobody watched',
      backend({ database: null }),
      { wall: 'pool-wait', confidence: 'likely' },
    ],
    [
      'the CPUs of a database on the server’s host',
      backend({ cpu: used(6.8) }),
      { wall: 'database-cpu', confidence: 'measured' },
    ],
    ['nearly the CPUs of a database', backend({ cpu: used(6.79) }), { wall: 'pool-wait' }],
  ])('%s', (_, behind, expected) => {
    expect(verdictOf(behind)).toMatchObject(expected);
  });

  it('names no fsync of the WAL that took hardly any time, whoever waited', () => {
    // 5 fsyncs in 4 s, as without synchronous commit: 0.2 % of the time in them.
    const counts = { commits: 9000, walFsyncs: 5, walFsyncUs: 8000 };
    const found = verdictOf(backend({ database: database(counts, { active: 10, wal: 6, running: 4 }) }));
    expect(found).toMatchObject({ wall: 'pool-wait', confidence: 'likely' });
    expect(found.sentence).not.toContain('fsync');
    expect(found.because).toContain(
      '6 of 10 connections in use waited for the WAL, and hardly for its fsync (60 %, the limit from 50 %), which may be why',
    );
    expect(found.because).not.toContain('No measured resource');
  });

  it('shows no time of fsyncs that nobody took, and is sure of nothing by it', () => {
    const counts = { commits: 7600, walFsyncs: 740, walFsyncUs: 0 };
    const pooled = verdictOf(backend({ database: database(counts, { active: 10, wal: 1, running: 9 }) }));
    expect(pooled).toMatchObject({ wall: 'pool-wait', confidence: 'likely' });
    expect(pooled.because).not.toContain('No measured resource');
    expect(JSON.stringify(pooled)).not.toContain('of 0 ms');
    expect(pooled.evidence.map(({ resource }) => resource)).toContain('wal-fsyncs');
    expect(pooled.evidence.map(({ resource }) => resource)).not.toContain('wal-fsync');
    const waited = verdictOf(backend({ database: database(counts, { active: 10, wal: 9 }) }));
    expect(waited).toMatchObject({ wall: 'wal-fsync', confidence: 'likely' });
    expect(waited.because).toContain('how long the database spent in fsync of its WAL was not measured: 740 for');
  });

  it('says the figures of the WAL, and what would move it', () => {
    const { sentence, because, next } = verdictOf(backend({ database: database(WAL, IN_WAL) }));
    expect(sentence).toBe('Limited by WAL fsync: 95 % of connections in use waited.');
    expect(because).toBe(
      'WAL fsync: the database spent 96 % of the time in fsync of its WAL (saturated from 80 %): 740 of 5.2 ms for 7,600 commits in 4 s; 9.5 of 10 connections in use waited for the WAL (95 %, the limit from 50 %); 64 requests were at the database, of 64 possible; the client was 10 % busy and the server was 10 % busy. Commits wait for the WAL to be flushed.',
    );
    expect(next).toContain('Let more rows share an INSERT and its commit');
  });

  it('says beside an fsync of the WAL what the disk took', () => {
    const times = {
      reads: 0,
      readUs: 0,
      writes: 7600,
      writeUs: 7600 * 160,
      flushes: 740,
      flushUs: 740 * 150,
      busyUs: 4e6,
    };
    const disk = { hostId: S1, name: 's1', device: 'vda', seconds: SECONDS, ...times };
    const { because } = verdictOf(backend({ database: database(WAL, IN_WAL) }), { evidence: { disk } });
    expect(because).toContain(
      'in 4 s; its disk vda took 1,900 writes/s of 0.16 ms and 185 flushes/s of 0.15 ms; 9.5 of',
    );
  });

  it('says Little’s law of a pool, and in an open loop how many connections its rate takes', () => {
    const closed = verdictOf(backend());
    // 1,900 × 5.26 ms are the 10 connections.
    expect(closed.sentence).toBe('Limited by the database pool: 10 of 10 connections in use.');
    expect(closed.because).toBe(
      'Connection pool: 10 of 10 connections to the database were in use (100 %, saturated from 85 %), and 54 requests waited for one; by Little’s law 1,900 acquisitions a second × 5.26 ms need 10 connections; 64 requests were at the database, of 64 possible; the client was 10 % busy and the server was 10 % busy. No measured resource of the database was saturated.',
    );
    const open = verdictOf(backend(), { pipelining: null, rate: 4000 });
    expect(open.wall).toBe('pool-wait');
    expect(open.because).toContain('need 10 connections; the 4,000 req/s asked for would need 21.1;');
  });

  it('is not blamed for what happens elsewhere', () => {
    // 5 of 64 requests are at the database, and all of these wait for a lock: 59 are not.
    const few = pool({ inUse: 5, waiting: 0, size: 10 });
    expect(verdictOf(backend({ pool: few, database: database({}, { active: 5, lock: 5, running: 0 }) })).wall).toBe(
      'unknown',
    );
    // A database that is far away: its sessions are between statements while connections are in use.
    const far = verdictOf(backend({ database: database(WAL, { active: 0.4, wal: 0.3, running: 0.1 }) }));
    expect(far).toMatchObject({ wall: 'pool-wait', confidence: 'measured' });
    // Flushed in the background, with commits that wait for none of it.
    expect(verdictOf(backend({ database: database(WAL, { active: 10, running: 10 }) })).wall).toBe('pool-wait');
  });

  it('that idles is no wall, and what idles beside it neither', () => {
    const idle = pool({ inUse: 0.2, waiting: 0 });
    const idling = backend({
      cpu: used(0.01),
      pool: idle,
      database: database({}, { active: 0.1, lock: 0.1, running: 0 }),
    });
    expect(verdictOf(idling)).toMatchObject({ wall: 'unknown', walls: [] });
    expect(verdictOf(idling).sentence).toBe('No measured resource was saturated.');
  });

  it('is no pool where more in flight gave more: batches grow', () => {
    const more = { connections: 128, requestsPerSecond: 2200 };
    const walls = withVerdict(saidRun([behindStep(backend()), behindStep(backend(), more)])).steps.map(
      ({ verdict }) => verdict?.wall,
    );
    expect(walls).toEqual(['concurrency', 'pool-wait']);
    const same = { connections: 128, requestsPerSecond: 2000 };
    expect(withVerdict(saidRun([behindStep(backend()), behindStep(backend(), same)])).steps[0]?.verdict?.wall).toBe(
      'pool-wait',
    );
  });

  it('counts a batch’s requests as being there', () => {
    // One connection carries 60 requests at a time: 60 of 64 are at the database.
    const batched = pool({ size: 1, inUse: 0.99, waiting: 1, together: 60 });
    expect(verdictOf(backend({ pool: batched })).because).toContain(
      '60.4 requests were at the database, of 64 possible',
    );
  });

  it('that is a cache is told by its main thread', () => {
    const asking = backend({ pool: null, database: null, cache: pool() });
    const cached = (mainThreadUs: number | null) =>
      verdictOf(asking, {
        evidence: {
          cacheServer: {
            hostId: S1,
            name: 's1',
            seconds: 4,
            commands: 7600,
            hits: 7600,
            misses: 0,
            evictions: 0,
            mainThreadUs,
          },
        },
      });
    expect(cached(0.94 * 4e6)).toMatchObject({ wall: 'pool-wait', confidence: 'measured' });
    expect(cached(null)).toMatchObject({ wall: 'pool-wait', confidence: 'likely' });
    expect(cached(0.96 * 4e6)).toMatchObject({ wall: 'unknown', walls: [] });
    expect(cached(0.96 * 4e6).sentence).toBe('Cache suspected: its main thread used 96 % of a CPU.');
  });

  it('is likely only where the client was not measured', () => {
    expect(verdictOf(backend(), { clients: [] })).toMatchObject({ wall: 'pool-wait', confidence: 'likely' });
  });
});

describe('CPUs of a database', () => {
  const FULL = { cpus: 2, cpusAllowed: 2, cpu: cpu({ user: 70, system: 27, softirq: 0, irq: 0, iowait: 0, idle: 3 }) };
  const one = (server: Partial<SideEvidence>, client: Partial<SideEvidence>, cpus: number, over = {}) =>
    verdictOf(backend({ cpu: used(cpus, 2), ...over }), {
      server: { ...FULL, ...server },
      clients: [{ hostId: S1, ...FULL, ...client }],
      evidence: { sharedMachine: true },
    });

  it('that it has in common with target and tool are its wall where it used half of what was used', () => {
    const found = one({ processCpus: 0.4 }, { processCpus: 0.5 }, 1);
    expect(found).toMatchObject({
      wall: 'database-cpu',
      walls: ['database-cpu'],
      confidence: 'measured',
      lowerBound: false,
    });
    expect(found.because).toBe(
      'Database CPU: the database used 1 of the 2 CPUs of s1, which were 97 % busy (saturated from 85 %); the client used 0.5 of 2 CPUs and the server used 0.4 of 2 CPUs. 1,900 req/s is what the database gives with these CPUs.',
    );
  });

  it('are not its wall where it used less: then the sentence says how much', () => {
    const found = one({ processCpus: 0.5 }, { processCpus: 0.5 }, 0.9);
    expect(found).toMatchObject({ wall: 'several', walls: ['client-cpu', 'server-cpu'] });
    expect(found.because).toContain('0.5 by the target, 0.9 by the services behind the target');
  });

  it('are nobody’s by name where other services ran beside it', () => {
    const downstream = {
      seconds: SECONDS,
      calls: 9,
      attempts: 9,
      timedOut: 0,
      refused: 0,
      unanswered: 0,
      exhausted: 0,
      inFlight: 1,
    };
    expect(one({ processCpus: 0.4 }, { processCpus: 0.5 }, 1, { downstream })).toMatchObject({
      wall: 'several',
      walls: ['client-cpu', 'server-cpu'],
    });
  });

  it('leave the target its wall where that used its CPUs up by itself, and the pool is half idle', () => {
    const found = verdictOf(backend({ pool: pool({ inUse: 5, waiting: 0 }) }), {
      server: { cpus: 8, cpu: cpu({ user: 80, system: 12, softirq: 0, irq: 0, idle: 8 }), processCpus: 6.9 },
    });
    expect(found).toMatchObject({ wall: 'server-cpu', confidence: 'measured' });
  });

  it('on a host of its own are its wall, with the server’s beside them', () => {
    const apart = { ...used(1.9, 2), hostId: '00000000-0000-4000-8000-000000000003', name: 'd1' };
    const found = verdictOf(backend({ cpu: apart }));
    expect(found).toMatchObject({ wall: 'database-cpu', confidence: 'measured' });
    expect(found.because).toContain(
      'used 1.9 of the 2 CPUs of d1 (95 %, saturated from 85 %); the client was 10 % busy and the server was 10 % busy',
    );
    // What else filled that host may be why connections were held.
    const busy = side('backend', { hostId: apart.hostId, ...FULL });
    const shared = verdictOf(backend({ cpu: { ...apart, cpuUs: 1e6 } }), { evidence: { backendHost: busy } });
    expect(shared).toMatchObject({ wall: 'pool-wait', confidence: 'likely' });
    const both = verdictOf(backend({ cpu: apart }), { clients: [FULL] });
    expect(both).toMatchObject({ wall: 'several', walls: ['client-cpu', 'database-cpu'] });
  });

  it('fill those of a target that may use a part of them', () => {
    const pinned = { ...FULL, cpus: 4, cpusAllowed: 2, processCpus: 0.2 };
    const found = verdictOf(backend({ cpu: used(3.3, 4) }), { server: pinned });
    expect(found).toMatchObject({ wall: 'database-cpu' });
    expect(found.because).toContain(
      'used 3.3 of the 4 CPUs of s1, and 97 % of the 2 CPUs of the target were busy (saturated from 85 %)',
    );
  });

  it('do not make one core of the server a wall: a session may have been on it', () => {
    const core = { ...IDLE, hottestCpu: { cpu: 3, busy: 0.98, softirq: 0.01 } };
    expect(verdictOf(backend({ pool: pool({ size: 1, inUse: 0.99 }) }), { server: core }).wall).toBe('pool-wait');
    const quiet = backend({ pool: pool({ inUse: 1, waiting: 0 }), cpu: used(0.9) });
    expect(verdictOf(quiet, { server: core })).toMatchObject({ wall: 'unknown', walls: ['server-core'] });
    expect(verdictOf({ ...quiet, cpu: used(0.05) }, { server: core }).wall).toBe('server-core');
  });
});

describe('another server', () => {
  const downstream = {
    seconds: SECONDS,
    calls: 50_000,
    attempts: 50_505,
    timedOut: 0,
    refused: 505,
    unanswered: 0,
    exhausted: 5,
    inFlight: 60,
  };
  const calling = (over: Partial<typeof downstream> = {}) =>
    backend({ cpu: used(0.3), pool: null, database: null, downstream: { ...downstream, ...over } });
  const retriesOf = (behind: BackendEvidence) =>
    withVerdict(saidRun([behindStep(behind)])).findings.find(({ code }) => code === 'retries');

  it('that holds the requests is suspected, and no wall: it is not measured', () => {
    const found = verdictOf(calling());
    expect(found).toMatchObject({ wall: 'unknown', walls: [], confidence: 'cannot-tell' });
    expect(found.sentence).toBe('Requests waited for the other server, which is not measured.');
    expect(found.because).toContain('60 requests were at the other server, of 64 possible');
    expect(verdictOf(calling({ inFlight: 31 })).sentence).toBe('No measured resource was saturated.');
  });

  it('gets more attempts than calls, which is a note', () => {
    expect(retriesOf(calling())).toMatchObject({
      severity: 'note',
      sentence:
        'Step 1: each call to the other server took 1.01 attempts: 50,505 for 50,000 calls, and 505 of them failed (505 refused, 0 timed out, 0 not answered). 5 calls had no attempt left.',
    });
    expect(retriesOf(calling({ attempts: 50_000, refused: 0, exhausted: 0 }))).toBeUndefined();
  });

  it('makes a step suspect where more than one call in a thousand had no attempt left', () => {
    expect(retriesOf(calling({ exhausted: 50 }))?.severity).toBe('note');
    expect(retriesOf(calling({ exhausted: 51 }))?.severity).toBe('suspect');
  });
});
