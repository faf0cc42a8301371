// @ts-check
import { expect, it } from 'vitest';
import { cpusThatTook, interruptsBetween, interruptTable, parseInterrupts, total } from './interrupts.mjs';

const text = (first, second) => `           CPU0       CPU2       CPU10
   8:          1          0          0   IO-APIC    8-edge      rtc0
  92:         ${first}          0         7   PCI-MSI 16385-edge      virtio0-input.0
 100:          0         ${second}          0   PCI-MSI 16393-edge      virtio0-output.0
 NMI:          0          0          0   Non-maskable interrupts
 ERR:          0
`;

it('reads the columns by the names of the CPUs that are online', () => {
  const lines = parseInterrupts(text(5, 6));
  expect([...lines.keys()]).toEqual([8, 92, 100]);
  expect(lines.get(92)?.name).toBe('virtio0-input.0');
  expect([...(lines.get(92)?.counts ?? [])]).toEqual([
    [0, 5],
    [2, 0],
    [10, 7],
  ]);
});

it('counts what came between two readings', () => {
  const lines = interruptsBetween(parseInterrupts(text(5, 6)), parseInterrupts(text(8, 10)), [92, 100]);
  expect(total(lines)).toBe(7);
  expect(cpusThatTook(lines)).toEqual([0, 2]);
  expect(interruptTable('now', lines).split('\n')).toEqual([
    '  now: 7 interrupts',
    '                      cpu0  cpu2 cpu10',
    '  virtio0-input.0        3     .     .',
    '  virtio0-output.0       .     4     .',
    '  all                    3     4     .',
  ]);
});
