import { expect, test } from 'vitest';
import { factsWith, nic } from '@/testing/hosts';
import { cpuTicks, irqMap } from './irq-map';

const line = (irq: number, affinityCpus: string, effectiveCpus: string) => ({
  irq,
  name: `eth0-Tx-Rx-${irq}`,
  affinityCpus,
  effectiveCpus,
});
const facts = factsWith({
  cpus: 128,
  onlineCpus: '0-127',
  numaNodes: [
    { node: 0, cpus: '0-31,64-95' },
    { node: 1, cpus: '32-63,96-127' },
  ],
});
const mapOf = (interrupts: ReturnType<typeof line>[], of = facts) => irqMap(nic('eth0', [], { interrupts }), of);

test('33 interrupts against 128 CPUs are ranges, not cells', () => {
  const map = mapOf(Array.from({ length: 33 }, (_, i) => line(i, '0-127', String(i % 32))));
  expect(map).toMatchObject({ nic: 'eth0', cpus: 128 });
  expect(map?.rows[32]).toMatchObject({ irq: 32, allowed: [[0, 127]], effective: [[0, 0]] });
  expect(map?.sentence).toBe('33 interrupts on 32 CPUs: 0-31. CPU 0 takes 2 of them.');
  expect(map?.nodeEdges).toEqual([
    { cpu: 32, node: 1 },
    { cpu: 64, node: 0 },
    { cpu: 96, node: 1 },
  ]);
});

test('what the kernel did not say is not drawn, and said', () => {
  const map = mapOf([line(1, '', '')]);
  expect(map?.rows[0]).toMatchObject({
    allowed: [],
    effective: [],
    allowedText: 'not read',
    effectiveText: 'not read',
  });
  expect(map?.sentence).toBe('1 interrupt; where they go could not be read.');
  expect(mapOf([])).toBeNull();
});

test('several crowded CPUs are named together, and none when each takes one', () => {
  expect(mapOf([line(1, '0', '0'), line(2, '0', '0'), line(3, '1', '1'), line(4, '1', '1')])?.sentence).toBe(
    '4 interrupts on 2 CPUs: 0-1. CPUs 0-1 take 2 each.',
  );
  expect(mapOf([line(1, '0-3', '0'), line(2, '0-3', '1')])?.sentence).toMatch(/No CPU takes more than one\.$/);
});

test('columns cover CPUs that are named although they are offline', () => {
  expect(mapOf([line(1, '0,9', '9')], factsWith({ cpus: 2, onlineCpus: '0-1' }))?.cpus).toBe(10);
});

test('at most seventeen columns carry their number', () => {
  expect(cpuTicks(2)).toEqual([0, 1]);
  expect(cpuTicks(128)).toHaveLength(16);
  expect(cpuTicks(256).at(1)).toBe(16);
  expect(cpuTicks(1000).length).toBeLessThanOrEqual(17);
});
