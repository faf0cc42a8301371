import { sysctlNames } from '@contract/sysctls';
import { expect, test } from 'vitest';
import { allowedForm, sysctlsSoFar } from './sysctl-words';

test.each([
  ['net.core.somaxconn', '1 to 1,048,576'],
  ['net.ipv4.tcp_sack', '0 or 1'],
  ['net.ipv4.tcp_tw_reuse', '0, 1 or 2'],
  ['net.ipv4.ip_local_port_range', '2 numbers, ascending, each 1,024 to 65,535'],
  ['net.ipv4.tcp_congestion_control', 'cubic, reno, bbr or dctcp'],
] as const)('%s may be %s', (name, form) => {
  expect(allowedForm(name)).toBe(form);
});

test('every parameter says what may be written', () => {
  for (const name of sysctlNames) expect(allowedForm(name)).not.toBe('');
});

test('a parameter without a value is being added', () => {
  const somaxconn = { name: 'net.core.somaxconn', value: '65535' } as const;
  const sack = { name: 'net.ipv4.tcp_sack', value: ' ' } as const;
  expect(sysctlsSoFar([somaxconn, sack])).toEqual({ filled: [somaxconn], adding: '1 being added' });
  expect(sysctlsSoFar([somaxconn]).adding).toBeNull();
});
