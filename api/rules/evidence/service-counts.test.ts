import { describe, expect, it } from 'vitest';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { hostEvidence } from './step-evidence.ts';

const SAID = { hostId: 'h', placement: null, drift: [], otherCpus: null, competitors: null };
const load = { fromUs: 1e6, toUs: 5e6 };

const frames = (of: (second: number) => Record<string, number>): SampleFrame[] => {
  const columns = Object.keys(of(0));
  return [0, 1, 2, 3, 4, 5, 6].map((second) => ({
    incarnationId: 'life',
    columns,
    sequence: second + 1,
    timeUs: second * 1e6,
    monotonicUs: second * 1e6,
    boundary: false,
    values: Object.values(of(second)),
  }));
};

describe('what the disk of a database counted', () => {
  it('is of the time under load', () => {
    const counted = frames((s) => {
      const n = s === 0 ? 0 : s * 100;
      const times = { 'disk/vda/readUs': n, 'disk/vda/writeUs': n * 160, 'disk/vda/busyUs': s * 310_000 };
      return { 'disk/vda/reads': n, 'disk/vda/writes': n, ...times, 'disk/vda/inFlight': 7 - s };
    });
    const flushed = frames((s) => ({ 'disk/vda/flushes': s * 2310, 'disk/vda/flushUs': s * 2310 * 150 }));
    const all = counted.map((frame, at) => ({
      ...frame,
      values: [...frame.values, ...(flushed[at]?.values ?? [])],
      columns: frame.columns,
    }));
    const columns = [...(counted[0]?.columns ?? []), ...(flushed[0]?.columns ?? [])];
    const disk = hostEvidence(
      all.map((frame) => ({ ...frame, columns })),
      SAID,
      load,
    ).underLoad?.disk;
    const times = { readUs: 400, writeUs: 64_000, busyUs: 1_240_000, flushes: 9240, flushUs: 1_386_000 };
    expect(disk).toEqual({ device: 'vda', seconds: 4, reads: 400, writes: 400, ...times });
  });

  it('has no flushes where the kernel counts none', () => {
    const older = frames((s) => ({ 'disk/sda/writes': s, 'disk/sda/busyUs': s }));
    expect(hostEvidence(older, SAID, load).underLoad?.disk).toMatchObject({ writes: 4, flushes: null, flushUs: null });
  });

  it('is absent where there is none', () => {
    const without = hostEvidence(
      frames((s) => ({ 'system/contextSwitches': s })),
      SAID,
      load,
    ).underLoad;
    expect(without).not.toHaveProperty('disk');
    expect(without).not.toHaveProperty('cacheServer');
  });
});

describe('what a cache says of itself', () => {
  const told = (s: number, askedUs: number) => ({
    'cache/readMonotonicUs': askedUs,
    'cache/commands': s * 120_000,
    'cache/hits': s * 99,
    'cache/misses': s,
    'cache/evictions': 0,
  });

  it('is over the time between its own readings', () => {
    const asked = frames((s) => ({ ...told(s, s * 1e6 - 300_000), 'cache/mainThreadCpuUs': s * 970_000 }));
    expect(hostEvidence(asked, SAID, load).underLoad?.cacheServer).toEqual({
      ...{ seconds: 4, commands: 480_000, hits: 396, misses: 4, evictions: 0 },
      mainThreadUs: 3_880_000,
    });
  });

  it('lacks the main thread of a version that does not tell it', () => {
    expect(
      hostEvidence(
        frames((s) => told(s, s * 1e6)),
        SAID,
        load,
      ).underLoad?.cacheServer?.mainThreadUs,
    ).toBe(null);
  });

  it('is of the whole step where it was not asked twice under load', () => {
    const once = frames((s) => told(s, s === 6 ? 6e6 : 0));
    expect(hostEvidence(once, SAID, load).underLoad?.cacheServer).toMatchObject({ seconds: 6, commands: 720_000 });
  });
});
