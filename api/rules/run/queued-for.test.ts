import { describe, expect, it } from 'vitest';
import { queuedFor } from './queued-for.ts';

const host = { id: 'h', name: 'lab-1', status: 'ready' as const, availability: 'open' as const };
const other = { ...host, id: 'i', name: 'lab-2' };

describe('a queued run', () => {
  it('waits for its hosts', () => {
    expect(queuedFor(['h'], []).sentence).toBe('Waits until its host is free');
    expect(queuedFor(['h'], [host]).sentence).toBe('Waits until its host is free');
    expect(queuedFor(['h'], [host, { ...other, status: 'offline' }]).sentence).toBe('Waits until its host is free');
    expect(queuedFor(['h', 'i'], [host, other])).toEqual({
      sentence: 'Waits until its hosts are free',
      next: null,
      hostId: null,
    });
  });

  it('waits for the agent of one that is not connected', () => {
    expect(queuedFor(['h', 'i'], [host, { ...other, status: 'offline' }])).toEqual({
      sentence: 'Waits for the agent on lab-2, which is not connected',
      next: null,
      hostId: 'i',
    });
  });

  it('waits for one that is cordoned, whatever its agent does, and says what to do', () => {
    const cordoned = {
      ...other,
      status: 'offline' as const,
      availability: 'cordoned' as const,
      closed: { atUs: 1, byName: 'Ann', why: 'new kernel' },
    };
    expect(queuedFor(['h', 'i'], [{ ...host, status: 'offline' }, cordoned])).toEqual({
      sentence: 'Waits: lab-2 was cordoned by Ann (new kernel)',
      next: 'Open lab-2 for runs, or cancel this run.',
      hostId: 'i',
    });
  });

  it('goes on waiting for its turn on one that drains', () => {
    expect(queuedFor(['h'], [{ ...host, status: 'busy', availability: 'draining' }]).next).toBeNull();
  });
});
