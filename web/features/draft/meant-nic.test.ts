import { expect, test } from 'vitest';
import { factsWith, nic } from '@/testing/hosts';
import { carryingNic, type LoadPath, meantNic } from './meant-nic';

const lo = nic('lo', ['127.0.0.1/8']);
const server = factsWith({
  nics: [lo, nic('eth0', ['10.0.0.1/24'], { defaultRoute: true }), nic('ens5', ['10.1.0.1/24', '2001:db8::1/64'])],
});
const client = factsWith({
  bootId: 'other',
  nics: [lo, nic('wan', ['192.168.0.2/24'], { defaultRoute: true }), nic('lab', ['10.1.0.2/24'])],
});
const FACTS = { server, client };
const apart: LoadPath = { sameHost: false, address: null };
const same: LoadPath = { sameHost: true, address: null };

test.each<[string, ...Parameters<typeof meantNic>, string | null]>([
  ['the one asked for', 'server', ' eth9 ', apart, FACTS, 'eth9'],
  ['the subnet of both', 'server', null, apart, FACTS, 'ens5'],
  ['and its other end', 'clients', '', apart, FACTS, 'lab'],
  ['the address asked for', 'server', null, { ...apart, address: '10.0.0.1' }, FACTS, 'eth0'],
  ['a route towards it', 'clients', null, { ...apart, address: '10.0.0.1' }, FACTS, 'wan'],
  ['loopback on one host', 'server', null, same, { server, client: server }, 'lo'],
  ['the owner of an address on one host', 'server', null, { ...same, address: '10.1.0.1' }, FACTS, 'ens5'],
  ['the owner, however the address is spelt', 'server', null, { ...same, address: '2001:DB8:0::1' }, FACTS, 'ens5'],
  ['and on two hosts', 'server', null, { ...apart, address: '2001:DB8:0::1' }, FACTS, 'ens5'],
  [
    'for an address that is not among its own, as the agent',
    'server',
    null,
    { ...apart, address: '10.7.7.7' },
    FACTS,
    'eth0',
  ],
  ['a host that is not known', 'clients', null, apart, { server, client: null }, null],
])('%s', (_, side, asked, path, facts, name) => {
  expect(meantNic(side, asked, path, facts)).toBe(name);
});

test('what carries the load is told by addresses alone: a NIC behind a router is not guessed', () => {
  const routed: LoadPath = { ...apart, address: '10.0.0.1' };
  const names = (path: LoadPath) =>
    (['server', 'clients'] as const).map((side) => carryingNic(side, path, FACTS)?.name ?? null);
  expect([names(apart), names(routed)]).toEqual([
    ['ens5', 'lab'],
    ['eth0', null],
  ]);
});
