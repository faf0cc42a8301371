import { describe, expect, it } from 'vitest';
import { hostOfUrl, inUrl, isLocal, isLoopback, networkKey, parseIp } from './ip-address.ts';

const ip = (text: string) => {
  const parsed = parseIp(text);
  if (!parsed) throw new Error(`${text} was not understood`);
  return parsed;
};

describe('an address', () => {
  it.each([
    ['2001:db8::1', '2001:DB8:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['::ffff:198.18.0.1', '::ffff:c612:1'],
    ['::ffff:198.18.0.1', '198.18.0.1'],
    ['64:ff9b::198.18.0.1', '64:ff9b:0::c612:1'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:255.255.255.255'],
    ['fe80::1', 'fe80::1%eth0'],
    ['1::', '1:0:0:0:0:0:0:0'],
  ])('%s is %s', (a, b) => {
    expect(ip(a)).toEqual(ip(b));
  });

  it.each([
    '',
    'host',
    '1.2.3',
    '1.2.3.256',
    '1.2.3.4.5',
    '1.2.3.010',
    '0x1.2.3.4',
    '::1::',
    '1:2:3',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    ':::',
    'g::',
    '1::2]:80/[3',
    '[::1]',
    '1:2:3:4::5:6:7:8',
    '::1.2.3.256',
  ])('%s is none', (text) => {
    expect(parseIp(text)).toBeNull();
  });

  it('of one family is never one of the other', () => {
    expect(ip('0.0.0.1')).not.toEqual(ip('::1'));
  });
});

it.each([
  ['10.1.2.9', '10.1.2.3', 24, true],
  ['10.1.3.9', '10.1.2.3', 24, false],
  ['10.1.2.3', '10.1.2.3', 32, true],
  ['200.1.1.1', '10.1.2.3', 0, true],
  ['2001:db8::9', '2001:db8::3', 64, true],
  ['2001:db8:0:1::9', '2001:db8::3', 64, false],
  ['0.0.0.1', '::1', 0, false],
] as const)('%s in the network of %s/%i: %s', (address, of, bits, is) => {
  expect(networkKey(ip(address), bits) === networkKey(ip(of), bits)).toBe(is);
});

it.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['169.254.1.1', true],
  ['::1', true],
  ['fe80::1', true],
  ['febf::1', true],
  ['fec0::1', false],
  ['10.0.0.1', false],
  ['2001:db8::1', false],
])('%s stays on its host or link: %s', (address, is) => {
  expect(isLocal(ip(address))).toBe(is);
});

it.each([
  ['localhost', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['0:0::1', true],
  ['::ffff:7f00:1', true],
  ['127.0.0.1.example.org', false],
  ['169.254.1.1', false],
  ['fe80::1', false],
  ['', false],
])('%s is the machine itself: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is);
});

it.each(['192.0.2.5', '2001:db8::5'])('%s goes into a URL and comes out of it', (address) => {
  expect(hostOfUrl(`http://${inUrl(address)}:9000/read`)).toBe(address);
});

it('is in nothing that is no URL', () => {
  expect(hostOfUrl('2001:db8::5 port 80')).toBeNull();
});
