import { describe, expect, it } from 'vitest';
import { sampleRun, step } from '../../testing/sample-run.ts';
import { evidence } from '../../testing/sample-tuning.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { stallsOf, stillStretches } from './stalls.ts';
import { hostEvidence } from './step-evidence.ts';

const FROM_US = 1e15 + 400_000;
const COLUMNS = [
  'cpu/0/userUs',
  'cpu/0/idleUs',
  'cpu/0/stealUs',
  'process/target/cpuUs',
  'process/tool/cpuUs',
  'tcp/retransmittedSegments',
  'target/worker/0/requests',
];

/** A host sampled ten times a second for eight, whose target stops for the sixth of them; seconds begin with the load. */
function frames(): SampleFrame[] {
  const values = [0, 0, 0, 0, 0, 0, 0];
  return Array.from({ length: 81 }, (_, tenth) => {
    const frame = {
      incarnationId: 'life',
      columns: COLUMNS,
      sequence: tenth,
      timeUs: FROM_US + tenth * 100_000,
      monotonicUs: tenth * 100_000,
      boundary: false,
      values: [...values],
    };
    const still = tenth >= 50 && tenth < 60;
    const rises = still ? [5_000, 85_000, 10_000, 0, 1_000, 2, 0] : [90_000, 10_000, 0, 60_000, 20_000, 0, 100];
    for (const [i, rise] of rises.entries()) values[i] = (values[i] ?? 0) + rise;
    return frame;
  });
}

const SAID = { placement: null, drift: [], otherCpus: null, competitors: null };
const [HOST] = sampleRun({ id: 'a', load: { steps: [step(10)] } }).hosts;
if (!HOST) throw new Error('no host');

const by = (bySecond: number[]) => ({ bySecond, hostId: HOST.hostId, durationUs: 8e6 });

describe('what a host did in a second without an answer', () => {
  const counted = hostEvidence(frames(), { ...SAID, hostId: HOST.hostId }, { fromUs: FROM_US, toUs: FROM_US + 8e6 });

  it('is counted in the second of the load in which it was', () => {
    expect(counted.requestsBySecond).toEqual([1000, 1000, 1000, 1000, 1000, 0, 1000, 1000]);
    expect(stallsOf(by(counted.requestsBySecond ?? []), [counted], [{ ...HOST, roles: ['server', 'client'] }])).toEqual(
      [
        {
          atSecond: 5,
          seconds: 1,
          hosts: [
            {
              hostId: HOST.hostId,
              name: HOST.name,
              cpus: HOST.facts.cpus,
              busyShare: 0.05,
              stealShare: 0.1,
              targetCpus: 0,
              targetIdleSeconds: 1,
              toolCpus: 0.01,
              segmentsRetransmitted: 20,
            },
          ],
        },
      ],
    );
  });

  it('is not of the second before, where the target did not tell its count in the first one', () => {
    const late = frames().map((frame, tenth) => ({
      ...frame,
      columns: [...COLUMNS, 'target/requestsStale'],
      values: [...frame.values, Number(tenth < 12)],
    }));
    const own = hostEvidence(late, { ...SAID, hostId: HOST.hostId }, { fromUs: FROM_US, toUs: FROM_US + 8e6 });
    expect(own.requestsBySecond).toBeNull();
    expect(own.bySecond?.busyShare[5]).toBe(0.05);
  });

  it('keeps a little steal, which is not none', () => {
    const stolen = frames().map((frame, tenth) => ({
      ...frame,
      values: frame.values.map((value, column) => (column === 2 ? tenth * 400 : value)),
    }));
    const load = { fromUs: FROM_US, toUs: FROM_US + 8e6 };
    const share = hostEvidence(stolen, { ...SAID, hostId: HOST.hostId }, load).bySecond?.stealShare[2];
    expect(share).toBeCloseTo(0.004, 4);
  });

  it('is of the roles that it has', () => {
    const [stall] = stallsOf(by([1, 0]), [counted], [{ ...HOST, roles: ['client'] }]) ?? [];
    expect(stall?.hosts[0]).toMatchObject({ targetCpus: null, toolCpus: 0.2 });
  });

  it('has no count of segments where the second after, in which they are counted, was not read', () => {
    const short = hostEvidence(
      frames().slice(0, 61),
      { ...SAID, hostId: HOST.hostId },
      { fromUs: FROM_US, toUs: FROM_US + 8e6 },
    );
    const [stall] = stallsOf(by(short.requestsBySecond ?? []), [short], [HOST]) ?? [];
    expect(stall).toMatchObject({ atSecond: 5, hosts: [{ busyShare: 0.05, segmentsRetransmitted: null }] });
  });

  it('counts a second without CPU time of the target that samples show across one end of it', () => {
    const mostly = { ...counted, bySecond: counted.bySecond && { ...counted.bySecond } };
    const told = (bySecond: number[], targetCpus: number[]) => {
      const seconds = mostly.bySecond && { ...mostly.bySecond, targetCpus };
      const [stall] = stallsOf(by(bySecond), [{ ...counted, bySecond: seconds ?? undefined }], [HOST]) ?? [];
      return stall?.hosts[0];
    };
    // The sampled second began a little before that of the load.
    const bySecond = [9, 9, 9, 9, 0, 9, 9, 9];
    expect(told(bySecond, [0.6, 0.6, 0.6, 0.6, 0.2, 0, 0.3, 0.6])).toMatchObject({
      targetCpus: 0.2,
      targetIdleSeconds: 1,
    });
    expect(told(bySecond, [0.6, 0.6, 0.6, 0.6, 0.2, 0.1, 0, 0.6])?.targetIdleSeconds).toBeUndefined();
    expect(told(bySecond, [0.01, 0, 0, 0, 0, 0, 0, 0.6])?.targetIdleSeconds).toBeUndefined();
  });

  it('is not known of hosts that kept no seconds', () => {
    expect(stallsOf(by([1, 0]), [evidence({ hostId: HOST.hostId })], [HOST])).toBeNull();
  });

  it('is told of seconds that are certainly within it: the load began when the window did, or 1.5 s later', () => {
    const bySecond = [9, 9, 9, 9, 9, 0, 0, 0, 9];
    const told = (hostId: string | null, durationUs: number) =>
      stallsOf({ bySecond, hostId, durationUs }, [counted], [HOST])?.[0]?.hosts.map(({ busyShare }) => busyShare);
    // The host was busy again in its seventh and eighth second. What it counted itself needs no other clock.
    expect(told(HOST.hostId, 9.5e6)).toEqual([(0.05 + 0.9 + 0.9) / 3]);
    expect(told(null, 8.2e6)).toEqual([(0.05 + 0.9 + 0.9) / 3]);
    expect(told(null, 9.5e6)).toEqual([0.05]);
    expect(told(null, 11e6)).toEqual([]);
    const server = { ...counted, hostId: 'server' };
    const named = [HOST, { ...HOST, hostId: 'server' }];
    const both = stallsOf(
      { bySecond: [9, 9, 9, 0, 0, 0], hostId: 'server', durationUs: 9e6 },
      [counted, server],
      named,
    );
    expect(both?.[0]?.hosts.map(({ hostId, busyShare }) => [hostId, busyShare])).toEqual([
      [HOST.hostId, 0.9],
      ['server', (0.9 + 0.9 + 0.05) / 3],
    ]);
  });
});

describe('stretches without an answer', () => {
  it('are whole, and begin after the first answer', () => {
    expect(stillStretches([0, 5, 0, 0, 5, 0])).toEqual([
      { atSecond: 2, seconds: 2 },
      { atSecond: 5, seconds: 1 },
    ]);
    expect(stillStretches([0, 0])).toEqual([]);
  });
});
