import type { RunInterrupts } from '@contract/cpu-map';
import { expect, test } from 'vitest';
import { interruptsOf, takesInterrupts } from './interrupts';

const line = (irq: number, name: string | null, counts: Record<number, number>) => ({
  ...{ irq, name },
  perCpu: Object.entries(counts).map(([cpu, count]) => ({ cpu: Number(cpu), count })),
});
const all: RunInterrupts = {
  hosts: [
    {
      hostId: 'h',
      steps: [
        {
          stepIndex: 0,
          seconds: 10,
          targetCpus: '2-3',
          lines: [line(40, 'eth0-Tx-Rx-0', { 0: 1000 }), line(41, null, { 1: 9000 })],
        },
        { stepIndex: 1, seconds: 10, targetCpus: '3-4', lines: [line(40, 'eth0-Tx-Rx-0', { 0: 3000, 5: 50 })] },
      ],
    },
  ],
};

test('interrupts of a step are rates over its own time, of all steps over theirs together', () => {
  expect(interruptsOf(all, 'h', [0])).toMatchObject({
    perSecond: 1000,
    lines: [
      { irq: 40, label: 'eth0-Tx-Rx-0', perSecond: 100 },
      { irq: 41, label: 'IRQ 41', perSecond: 900, perCpu: new Map([[1, 900]]) },
    ],
  });
  // (1000 + 3000) / 20 and 50 / 20
  expect(interruptsOf(all, 'h', null)?.lines[0]?.perCpu).toEqual(
    new Map([
      [0, 200],
      [5, 2.5],
    ]),
  );
});

test('a CPU takes interrupts from a hundredth of them on, and the target may use what any step allowed', () => {
  const both = interruptsOf(all, 'h', null);
  // Of 652.5 a second: 200, 450 and 2.5.
  expect(both && [0, 1, 5, 7].map((cpu) => takesInterrupts(both, cpu))).toEqual([true, true, false, false]);
  expect([1, 2, 3, 4, 5].map((cpu) => both?.targetAllowed?.(cpu))).toEqual([false, true, true, true, false]);
});

test('a host or step without counts has none', () => {
  expect(interruptsOf(all, 'other', null)).toBeNull();
  expect(interruptsOf(all, 'h', [7])).toBeNull();
});

test('the time of a step that was not read does not thin the rates of the others', () => {
  const [host] = all.hosts;
  const unread = { stepIndex: 2, seconds: 30, targetCpus: null, lines: [] };
  const some = { hosts: host ? [{ ...host, steps: [...host.steps, unread] }] : [] };
  expect(interruptsOf(some, 'h', null)?.perSecond).toBe(interruptsOf(all, 'h', null)?.perSecond);
  expect(interruptsOf(some, 'h', [2])).toMatchObject({ lines: [], perSecond: 0 });
});
