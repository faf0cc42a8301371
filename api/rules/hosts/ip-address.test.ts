import { describe, expect, it } from 'vitest';
import { inNetwork, isLocal, parseIp } from './ip-address.ts';

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
    '::1::',
    '1:2:3',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    ':::',
    'g::',
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
  expect(inNetwork(ip(address), ip(of), bits)).toBe(is);
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
