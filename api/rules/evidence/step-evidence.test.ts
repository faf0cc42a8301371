import { describe, expect, it } from 'vitest';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { hostEvidence, StepTally } from './step-evidence.ts';

const SAID = { hostId: 'h', placement: null, drift: [], otherCpus: 0.5, competitors: null };
const ALONE = ['interrupts/24/0', 'interrupts/24/1', 'softnet/0/processed', 'softnet/1/receivedPacketSteering'];
const SERVING = [
  ...ALONE,
  'target/worker/0/requests',
  'target/worker/1/requests',
  'interrupts/25/0',
  'cpu/0/userUs',
  'nic/lo/rxPackets',
  'nic/eth0/queue/0/rxPackets',
];

const at = (second: number, columns: string[], values: number[], incarnationId = 'life'): SampleFrame => ({
  incarnationId,
  columns,
  sequence: second,
  timeUs: 1e15 + second * 1e6,
  monotonicUs: second * 1e6,
  boundary: false,
  values,
});

describe('threads of a tool', () => {
  const READ = 'system/everySecondReadMonotonicUs';
  const THREAD = 'process/tool/thread/0/cpuUs';
  const seen = (foundAt: number, seconds: number) => {
    const frames = Array.from({ length: seconds + 1 }, (_, s) =>
      s < foundAt ? at(s, BEFORE, [s * 1e6]) : at(s, FOUND, [s * 1e6, s * 980_000]),
    );
    const { toolThreads, toolThreadsUs } = hostEvidence(frames, SAID).underLoad ?? {};
    return [toolThreads?.[0]?.cpuUs, toolThreadsUs];
  };
  const [BEFORE, FOUND] = [[READ], [READ, THREAD]];

  it('that are found a second late count as if they had been known from the start', () => {
    expect(seen(0, 5)).toEqual([4_900_000, 5_000_000]);
    expect(seen(1, 5)).toEqual([4_900_000, 5_000_000]);
  });

  it('that began later count for what they did', () => {
    expect(seen(2, 5)).toEqual([2_940_000, 5_000_000]);
    expect(seen(1, 1.5)).toEqual([0, 1_000_000]);
  });
});

describe('the evidence of a step', () => {
  it('is what rose between the first and the last frame, queue by queue and CPU by CPU', () => {
    const evidence = hostEvidence(
      [
        at(0, SERVING, [100, 7, 1000, 50, 10, 20, 3, 0, 7, 1]),
        at(1, SERVING, [150, 7, 1600, 50, 60, 25, 3, 900, 17, 2]),
        at(3, SERVING, [400, 9, 3000, 90, 110, 35, 3, 999, 77, 3]),
      ],
      SAID,
    );
    expect(evidence).toMatchObject({
      hostId: 'h',
      seconds: 3,
      // 400 - 100 on CPU 0, 9 - 7 on CPU 1; queue 25 was silent.
      interrupts: [
        {
          irq: 24,
          perCpu: [
            { cpu: 0, count: 300 },
            { cpu: 1, count: 2 },
          ],
        },
        { irq: 25, perCpu: [] },
      ],
      packetsProcessed: [{ cpu: 0, count: 2000 }],
      packetsSteered: [{ cpu: 1, count: 40 }],
      packetsReceived: [{ nic: 'lo', packets: 70 }],
      otherCpus: 0.5,
      requestsPerWorker: [
        { worker: 0, requests: 100 },
        { worker: 1, requests: 15 },
      ],
      placement: null,
      drift: [],
    });
  });

  it('counts apart what rose while load was driven for certain', () => {
    const columns = ['cpu/0/userUs', 'cpu/0/idleUs', 'nic/eth0/txBytes', 'tcp/outSegments', 'target/worker/0/requests'];
    const frames = [
      at(0, columns, [0, 0, 0, 0, 0]),
      at(1, columns, [100_000, 900_000, 10, 5, 100]),
      at(2, columns, [1_050_000, 950_000, 1010, 25, 1100]),
      at(3, columns, [2_000_000, 1_000_000, 2010, 45, 2300]),
      at(4, columns, [2_100_000, 1_900_000, 2020, 55, 2400]),
    ];
    const { underLoad, counters, requestsBySecond, requestsPerWorker } = hostEvidence(frames, SAID, {
      fromUs: 1e15 + 1e6,
      toUs: 1e15 + 3e6,
    });
    expect(underLoad).toMatchObject({ seconds: 2, certain: true, nics: [{ nic: 'eth0', txBytes: 2000 }] });
    expect(underLoad?.cpuTimes).toMatchObject({ cpus: [0], userUs: [1_900_000], idleUs: [100_000], stealUs: [0] });
    expect(requestsBySecond).toEqual([1000, 1200]);
    // Of the whole step: connections are made before it and end after it.
    expect(counters).toMatchObject({ segmentsSent: 55, listenOverflows: null, softnetDropped: null, allowances: [] });
    expect(requestsPerWorker).toEqual([{ worker: 0, requests: 2400 }]);
  });

  it('takes the whole step where less than a second of it was under load for certain', () => {
    const columns = ['cpu/0/userUs'];
    const frames = [at(0, columns, [0]), at(1, columns, [500_000]), at(2, columns, [900_000])];
    const { underLoad } = hostEvidence(frames, SAID, { fromUs: 1e15 + 0.9e6, toUs: 1e15 + 1.1e6 });
    expect(underLoad).toMatchObject({ seconds: 2, certain: false, cpuTimes: { userUs: [900_000] } });
  });

  it('has no series of seconds when one of them was not read', () => {
    const columns = ['target/requestsStale', 'target/worker/0/requests'];
    const frames = [0, 1, 2, 3].map((second) => at(second, columns, [second === 2 ? 1 : 0, second * 100]));
    expect(hostEvidence(frames, SAID).requestsBySecond).toBeNull();
    expect(hostEvidence(frames.slice(0, 2), SAID).requestsBySecond).toEqual([100]);
  });

  it('goes on over a change of the layout, for the columns that both have', () => {
    const evidence = hostEvidence(
      [
        at(0, ALONE, [100, 0, 0, 0]),
        at(1, ALONE, [110, 0, 0, 0]),
        at(2, SERVING, [130, 0, 0, 0, 500, 0, 40, 0]),
        at(3, SERVING, [160, 0, 0, 0, 700, 0, 41, 0]),
        at(4, ALONE, [161, 0, 0, 0]),
      ],
      SAID,
    );
    // 110 - 100, 130 - 110, 160 - 130 and 161 - 160; what the worker had answered before it was first seen is no part.
    expect(evidence.interrupts[0]).toEqual({ irq: 24, perCpu: [{ cpu: 0, count: 61 }] });
    expect(evidence.interrupts[1]).toEqual({ irq: 25, perCpu: [{ cpu: 0, count: 1 }] });
    expect(evidence.requestsPerWorker).toEqual([
      { worker: 0, requests: 200 },
      { worker: 1, requests: 0 },
    ]);
  });

  it('counts from where a counter began anew, and not across two lives of an agent', () => {
    const fell = hostEvidence(
      [at(0, ALONE, [100, 0, 0, 0]), at(1, ALONE, [5, 0, 0, 0]), at(2, ALONE, [9, 0, 0, 0])],
      SAID,
    );
    expect(fell.interrupts[0]?.perCpu).toEqual([{ cpu: 0, count: 4 }]);
    const reborn = hostEvidence([at(0, ALONE, [1, 0, 0, 0]), at(1, ALONE, [90, 0, 0, 0], 'next')], SAID);
    expect(reborn.interrupts[0]?.perCpu).toEqual([]);
  });

  it('is the same ten times a second as once, and empty without frames', () => {
    const tally = new StepTally();
    for (let tenth = 0; tenth <= 50; tenth++) tally.add(at(tenth / 10, ALONE, [tenth * 12, 0, tenth * 30, 0]));
    const once = hostEvidence([at(0, ALONE, [0, 0, 0, 0]), at(5, ALONE, [600, 0, 1500, 0])], SAID);
    expect(tally.evidence(SAID)).toEqual(once);
    expect(hostEvidence([], SAID)).toMatchObject({ seconds: 0, interrupts: [], requestsPerWorker: [] });
  });
});
