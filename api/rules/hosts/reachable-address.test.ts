import { expect, it } from 'vitest';
import { maySendTo } from './reachable-address.ts';

it.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254', 'fc00::1', 'ff02::1', '::ffff:127.0.0.1'],
  ...['::ffff:a9fe:a9fe', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', 'no address'],
])('nothing is sent to %s', (address) => {
  expect(maySendTo(address, true, [])).toBe(false);
});

it.each(['93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:93.184.216.34'])(
  'what is sent to %s goes by TLS',
  (address) => {
    expect(maySendTo(address, true, [])).toBe(true);
    expect(maySendTo(address, false, [])).toBe(false);
  },
);

it('takes networks and single addresses that are allowed, also in the clear', () => {
  const allowed = ['10.0.0.0/8', '127.0.0.1', 'fd12::/16'];
  expect(['10.9.9.9', '127.0.0.1', '::ffff:10.0.0.1', 'fd12::7'].map((one) => maySendTo(one, false, allowed))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['127.0.0.2', '11.0.0.1', 'fd13::7'].map((one) => maySendTo(one, false, allowed))).toEqual([
    false,
    false,
    false,
  ]);
});
