import { describe, expect, it } from 'vitest';
import type { StepProfile } from '../../contract/step.ts';
import { lockEvidence } from './lock-evidence.ts';

const profile = (over: Partial<StepProfile>): StepProfile => ({
  kind: 'mutex',
  failure: null,
  processes: 1,
  durationSeconds: 8,
  sampleType: 'delay',
  unit: 'nanoseconds',
  total: 0,
  functions: [],
  artifactId: null,
  ...over,
});
const f = (name: string, flat: number, cumulative: number) => ({
  name,
  file: '',
  flat: flat * 1e9,
  cumulative: cumulative * 1e9,
});

/** 40 of 41 s in one lock, which a handler holds; the rest in another. */
const MUTEX = profile({
  functions: [
    f('sync.(*Mutex).Unlock', 41, 41),
    f('main.(*store).slow', 0, 40),
    f('main.handle', 0, 40),
    f('net/http.(*conn).serve', 0, 41),
    f('net/http.(*Server).trackConn', 0, 1),
  ],
});

describe('evidence of locks', () => {
  it('names the innermost function under which most of it stands', () => {
    expect(lockEvidence([MUTEX])).toEqual({
      profile: 'mutex',
      blockedSeconds: 41,
      profileSeconds: 8,
      functionName: 'main.(*store).slow',
      functionSeconds: 40,
    });
  });

  it('counts of a block profile what stands in locks, and not who has nothing to do', () => {
    const block = profile({
      kind: 'block',
      functions: [
        f('runtime.chanrecv2', 500, 500),
        f('sync.(*RWMutex).RLock', 30, 30),
        f('github.com/valyala/fasthttp.(*workerPool).workerFunc', 0, 500),
        f('main.read', 0, 29),
      ],
    });
    expect(lockEvidence([block])).toMatchObject({
      profile: 'block',
      blockedSeconds: 30,
      functionName: 'main.read',
      functionSeconds: 29,
    });
    expect(lockEvidence([block, MUTEX])?.profile).toBe('mutex');
    // A program that does not record waits for mutexes gives an empty profile of them.
    expect(lockEvidence([profile({}), block])?.profile).toBe('block');
  });

  it('is none without a profile of locks', () => {
    expect(lockEvidence([])).toBeNull();
    expect(lockEvidence([profile({ failure: 'It could not be taken.' })])).toBeNull();
    expect(lockEvidence([profile({ kind: 'cpu', functions: MUTEX.functions })])).toBeNull();
    expect(lockEvidence([profile({ functions: [f('runtime.unlock', 3, 3)] })])).toBeNull();
  });
});
