import { expect, test } from 'vitest';
import { isMaskKey, maskCpus } from './cpu-mask';

test.each([
  ['0', ''],
  ['f', '0-3'],
  ['80000000', '31'],
  ['1,0000000f', '0-3,32'],
  ['00000000,00000000,00000000,ffffff00', '8-31'],
  ['ffffffff,ffffffff,ffffffff,ffffffff', '0-127'],
])('the mask %s is CPUs %s', (mask, cpus) => {
  expect(maskCpus(mask)).toBe(cpus);
});

test.each(['', '0-3', 'ff,f', '123456789', 'active'])('%j is no mask', (text) => {
  expect(maskCpus(text)).toBeNull();
});

test('masks are told by their keys: an affinity is a list that looks like one', () => {
  expect(isMaskKey('nic/eth0/rx-0/rps_cpus')).toBe(true);
  expect(isMaskKey('nic/eth0/irq/eth0-Tx-Rx-0/affinity')).toBe(false);
});
