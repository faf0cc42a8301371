import { expect, it } from 'vitest';
import { hostEvidence } from './step-evidence.ts';

const SAID = { hostId: 'h', placement: null, drift: [], otherCpus: null, competitors: null };
const READ = 'system/everySecondReadMonotonicUs';
const TARGET = ['process/target/runDelayUs', 'process/target/runDelayReadMonotonicUs'];
const TOOL = ['process/tool/runDelayUs', 'process/tool/runDelayReadMonotonicUs'];

const frame = (second: number, columns: string[], values: number[]) => ({
  incarnationId: 'life',
  columns,
  sequence: second + 1,
  timeUs: second * 1e6,
  monotonicUs: second * 1e6,
  boundary: false,
  values,
});
const load = { fromUs: 1e6, toUs: 5e6 };

it('is what threads waited while load was driven, over the time between its own readings', () => {
  const columns = [READ, 'pressure/cpu/someUs', 'pressure/io/someUs', ...TARGET];
  const frames = [0, 1, 2, 3, 4, 5, 6].map((s) =>
    // Waits of the first and the last second are not of the load.
    frame(s, columns, [s * 1e6, s * 250_000, 0, s === 0 ? 0 : s === 6 ? 99e6 : s * 400_000, s * 1e6]),
  );
  expect(hostEvidence(frames, SAID, load).underLoad?.waiting).toEqual({
    targetThreads: 0.4,
    toolThreads: null,
    cpuPressure: 0.25,
    memoryPressure: null,
    ioPressure: 0,
  });
});

it('of a tree that is asked at the bounds of the step alone is of the whole step', () => {
  const columns = [READ, ...TOOL];
  const read = [0, 0, 0, 0, 0, 0, 6e6];
  const frames = read.map((readUs, s) => frame(s, columns, [s * 1e6, readUs / 2, readUs]));
  expect(hostEvidence(frames, SAID, load).underLoad?.waiting?.toolThreads).toBe(0.5);
});

it('is not 0 where nobody counted', () => {
  const frames = [0, 1, 2, 3, 4, 5].map((s) => frame(s, [READ], [s * 1e6]));
  expect(Object.values(hostEvidence(frames, SAID, load).underLoad?.waiting ?? {})).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
