import { expect, test } from 'vitest';
import { factsWith, nic } from '@/testing/hosts';
import { linkSentence, serverAddresses, slowestLink } from './server-address';

const server = factsWith({
  nics: [
    nic('lo', ['127.0.0.1/8', '::1/128']),
    nic('eth0', ['2001:db8::7/64', '10.0.0.7/24', 'fe80::1/64'], { defaultRoute: true, speedBitsPerSecond: 1e9 }),
    nic('eth1', ['10.9.0.7/24'], { speedBitsPerSecond: 1e10 }),
  ],
});
const clientAt = (...addresses: string[]) =>
  factsWith({ bootId: 'another', nics: [nic('ens5', addresses, { defaultRoute: true, speedBitsPerSecond: 2.5e9 })] });
const found = (client = clientAt()) => serverAddresses(server, client).map(({ address }) => address);

test('automatic is the default route’s address, IPv4 first, and never loopback or link-local', () => {
  expect(found()).toEqual(['10.0.0.7', '2001:db8::7', '10.9.0.7']);
});

test('an address in a subnet of the client’s goes before the default route', () => {
  expect(found(clientAt('10.9.0.8/24'))).toEqual(['10.9.0.7', '10.0.0.7', '2001:db8::7']);
});

test('an address that the client has too leads the client to itself, but for two agents of one machine', () => {
  expect(found(clientAt('10.0.0.7/24'))).toEqual(['2001:db8::7', '10.9.0.7']);
  expect(found({ ...clientAt('10.0.0.7/24'), bootId: 'boot' })[0]).toBe('10.0.0.7');
});

test('the link is as fast as its slower end, as far as the drivers say', () => {
  const sentence = (client: ReturnType<typeof clientAt>, bytes: number | null = null) => {
    const [best] = serverAddresses(server, client);
    return best && linkSentence(best, server, client, bytes === null ? null : { bytes, routes: '/read' });
  };
  expect(sentence(clientAt('10.9.0.8/24'))).toBe('Link: 2.50 Gbit/s.');
  // 1 Gbit/s / 8 / 4,500 bytes = 27.8 k
  expect(sentence(clientAt('10.0.0.8/24'), 4500)).toBe('Link: 1.00 Gbit/s, about 28 k req/s of /read at most.');
  expect(sentence(clientAt('192.0.2.1/24'))).toContain('different subnets');
  expect(sentence(factsWith({ bootId: 'another', nics: [nic('veth0', ['10.0.0.8/24'])] }))).toBe(
    'Link: 1.00 Gbit/s. The load generator’s driver does not say.',
  );
  expect(sentence(factsWith())).toBe('One machine: no link in between.');
});

test('several clients need an address that leads all of them to the server', () => {
  const all = (...clients: ReturnType<typeof clientAt>[]) =>
    serverAddresses(server, clients[0] ?? server, clients.slice(1)).map(({ address }) => address);
  expect(all(clientAt('10.9.0.8/24'), clientAt('10.9.0.9/24'))[0]).toBe('10.9.0.7');
  expect(all(clientAt('10.9.0.8/24'), clientAt('192.0.2.1/24'))[0]).toBe('10.0.0.7');
  expect(all(clientAt('10.9.0.8/24'), clientAt('10.9.0.7/24'))).not.toContain('10.9.0.7');
});

test('the slowest link goes by what a host really carries, where its file says so', () => {
  const slow = factsWith({
    bootId: 'another',
    nics: [nic('ens5', ['10.0.0.8/24'], { speedBitsPerSecond: 1e10, bandwidthBitsPerSecond: 5e8 })],
  });
  expect(slowestLink(null, server, slow)).toBe(5e8);
  expect(slowestLink('10.9.0.7', server, clientAt('10.9.0.8/24'))).toBe(2.5e9);
  expect(slowestLink('2001:DB8:0::7', server, clientAt('10.9.0.8/24'))).toBe(1e9);
  expect(slowestLink(null, server, factsWith())).toBeNull();
});
