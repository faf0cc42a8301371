import { expect, it } from 'vitest';
import type { MeasuredHost } from '../../contract/run.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { backendEvidence } from './backend-evidence.ts';
import { hostEvidence } from './step-evidence.ts';

const SAID = { hostId: 'h', placement: null, drift: [], otherCpus: null, competitors: null };

/** Frames a second apart, with the values of each column in their order. */
function framesOf(columns: Record<string, number[]>): SampleFrame[] {
  const names = Object.keys(columns);
  const seconds = Math.max(...Object.values(columns).map(({ length }) => length));
  return Array.from({ length: seconds }, (_, s) => ({
    incarnationId: 'life',
    columns: names,
    sequence: s,
    timeUs: 1e15 + s * 1e6,
    monotonicUs: s * 1e6,
    boundary: false,
    values: names.map((name) => columns[name]?.[s] ?? 0),
  }));
}

const TARGET = {
  'target/requestsStale': [0, 0, 1, 0],
  // Asked a little before each frame; the third one was not answered, and repeats the second.
  'target/requestsTimeUs': [0.9e6, 1.9e6, 1.9e6, 3.9e6],
  'target/database/size': [10, 10, 10, 10],
  'target/database/inUse': [8, 10, 10, 9],
  'target/database/waiting': [40, 50, 50, 60],
  'target/database/asked': [100, 300, 300, 700],
  'target/database/acquired': [100, 200, 200, 400],
  'target/database/waitUs': [0, 5e6, 5e6, 15e6],
  'target/database/heldUs': [0, 9e6, 9e6, 27e6],
};
const DATABASE = {
  'process/backend/cpuUs': [0, 1e6, 2e6, 4.5e6],
  // Read once a second, and once half a second late.
  'database/readMonotonicUs': [0.5e6, 1.5e6, 3e6, 4e6],
  'database/commits': [1000, 1500, 2000, 2400],
  'database/wal/fsyncs': [10, 110, 210, 310],
  'database/wal/fsyncUs': [0, 0.9e6, 1.8e6, 2.8e6],
  'database/sessions/looks': [5, 15, 25, 35],
  'database/sessions/active': [0, 100, 200, 300],
  'database/sessions/lock': [0, 0, 3, 3],
  'database/sessions/wal': [0, 80, 160, 240],
  'database/sessions/io': [0, 0, 0, 0],
  'database/sessions/running': [0, 20, 37, 57],
};
const POOL = {
  // Between the target's own readings: 3.9 - 0.9 s.
  seconds: 3,
  size: 10,
  asked: 600,
  acquired: 300,
  waitUs: 15e6,
  heldUs: 27e6,
  // (8 + 10 + 9) / 3 and (40 + 50 + 60) / 3: the repeated reading is none.
  inUse: 9,
  waiting: 50,
};
const SAYS = {
  seconds: 3.5,
  commits: 1400,
  walFsyncs: 300,
  walFsyncUs: 2.8e6,
  sessions: { active: 10, lock: 0.1, wal: 8, io: 0, running: 1.9 },
};

it('counts pools and the database by the time between their own readings', () => {
  expect(hostEvidence(framesOf({ ...TARGET, ...DATABASE }), SAID).backend).toEqual({
    cpu: { seconds: 3, cpuUs: 4.5e6 },
    pool: POOL,
    cache: null,
    database: SAYS,
    downstream: null,
  });
});

it('begins with the first answer of the target: before, its time is 0', () => {
  const frames = framesOf(TARGET).map((frame) => ({ ...frame, monotonicUs: frame.monotonicUs + 1e6 }));
  const columns = ['target/requestsStale', 'target/requestsTimeUs'];
  const silent = { ...frames[0], columns, monotonicUs: 0, timeUs: 1e15 - 1e6, values: [1, 0] } as SampleFrame;
  expect(hostEvidence([silent, ...frames], SAID).backend?.pool).toEqual(POOL);
});

it('leaves out what a host has not, and means of sessions that nobody looked at', () => {
  expect(hostEvidence(framesOf({ 'process/target/cpuUs': [0, 1e6] }), SAID)).not.toHaveProperty('backend');
  const blind = Object.fromEntries(Object.entries(DATABASE).filter(([name]) => !name.includes('sessions')));
  expect(hostEvidence(framesOf(blind), SAID).backend?.database).toEqual({ ...SAYS, sessions: null });
  // A database that was read but once has no rise.
  const once = { ...DATABASE, 'database/readMonotonicUs': [5, 5, 5, 5] };
  expect(hostEvidence(framesOf(once), SAID).backend?.database).toBeNull();
});

it('is of the load alone, where that is known', () => {
  const load = { fromUs: 1e15 + 1e6, toUs: 1e15 + 3e6 };
  expect(hostEvidence(framesOf(DATABASE), SAID, load).backend).toMatchObject({
    cpu: { seconds: 2, cpuUs: 3.5e6 },
    database: { seconds: 2.5, commits: 900 },
  });
});

it('comes from whichever host counted it', () => {
  const host = (hostId: string, name: string) => ({ hostId, name, facts: { cpus: 4 } }) as MeasuredHost;
  const counted = [
    hostEvidence(framesOf(TARGET), { ...SAID, hostId: 'server' }),
    hostEvidence(framesOf(DATABASE), { ...SAID, hostId: 'third' }),
  ];
  const hosts = [host('server', 's1'), host('third', 'd1')];
  expect(backendEvidence({ hosts }, counted).backend).toEqual({
    cpu: { hostId: 'third', name: 'd1', cpus: 4, seconds: 3, cpuUs: 4.5e6 },
    pool: POOL,
    cache: null,
    database: SAYS,
    downstream: null,
  });
  expect(backendEvidence({ hosts }, [hostEvidence([], SAID)])).toEqual({});
});
