import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const ENVIRONMENT = {
  DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/x',
  MILLIONRPS_DATA: '/tmp/data',
  MILLIONRPS_SECRET: 'a secret that is long enough for it',
};

describe('the proxies that are trusted', () => {
  const read = (list: string) => readConfig({ ...ENVIRONMENT, MILLIONRPS_TRUSTED_PROXIES: list }).trustedProxies;

  it('are none unless named', () => {
    expect(readConfig(ENVIRONMENT).trustedProxies).toEqual([]);
    expect(read('')).toEqual([]);
  });

  it('are addresses and networks of both families', () => {
    expect(read(' 10.1.2.3, 172.16.0.0/12,, fd00::/8,fe80::1%eth0 ')).toEqual([
      '10.1.2.3',
      '172.16.0.0/12',
      'fd00::/8',
      'fe80::1%eth0',
    ]);
  });

  it.each([
    'true',
    'loopback',
    '*',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '010.0.0.1',
    '10.0.0.0/00',
    'fd00::/129',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '10.1.2.3:80',
  ])('are not %s, and the sentence names the variable', (list) => {
    expect(() => read(list)).toThrow(
      'The environment variable MILLIONRPS_TRUSTED_PROXIES is not usable: it is a list of IP addresses or networks',
    );
  });
});
