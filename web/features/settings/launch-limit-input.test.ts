import { expect, it } from 'vitest';
import { differs, dollarsFault, hostsFault, readDollars, readHosts } from './launch-limit-input';

it('reads hosts and dollars, and nothing as no limit', () => {
  expect([readHosts(''), readHosts(' 12 '), readDollars(''), readDollars('$2.5'), readDollars('6')]).toEqual([
    null,
    12,
    null,
    2_500_000,
    6_000_000,
  ]);
});

it.each(['0', '1001', '2.5', 'ten', '-1', '1e2'])('%j is no number of hosts', (typed) => {
  expect(hostsFault(typed)).toBe('Enter 1 to 1,000 hosts, or nothing for any number.');
});

it.each(['0', '0.009', '100001', 'ten', '-1', '1e2', '1,5', '$'])('%j is no price', (typed) => {
  expect(dollarsFault(typed)).toBe('Enter $0.01 to $100,000.00, or nothing for any price.');
});

it('takes what lies within', () => {
  expect([hostsFault(''), hostsFault('1000'), dollarsFault(' '), dollarsFault('0.01'), dollarsFault('$ 5')]).toEqual([
    null,
    null,
    null,
    null,
    'Enter $0.01 to $100,000.00, or nothing for any price.',
  ]);
});

it('what is typed can be saved while it is another limit than there is, whoever changed that', () => {
  const limit = (mostInstances: number | null) => ({ mostInstances, mostMicroUsdPerHour: 6_000_000 });
  const typed = { hosts: ' 12 ', dollars: '$6.00' };
  expect([null, 5, 12].map((hosts) => differs(typed, limit(hosts)))).toEqual([true, true, false]);
  expect(differs({ ...typed, dollars: 'six' }, limit(12))).toBe(true);
});
