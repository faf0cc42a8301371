import { expect, test } from 'vitest';
import { matrixCsv } from './matrix-csv';

test('interrupts are saved line by line and CPU by CPU; a name that a spreadsheet would run is guarded', () => {
  const line = (irq: number, label: string, perCpu: [number, number][]) => ({
    ...{ irq, label, perSecond: 0 },
    perCpu: new Map(perCpu),
  });
  expect(
    matrixCsv([
      line(40, 'eth0-rx-0', [
        [8, 2],
        [0, 1000 / 3],
      ]),
      line(41, '=cmd', [[1, 1]]),
    ]).split('\r\n'),
  ).toEqual(['line,cpu,interrupts_per_second', 'eth0-rx-0,0,333.333', 'eth0-rx-0,8,2', "'=cmd,1,1", '']);
});
