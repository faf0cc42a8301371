import { describe, expect, it } from 'vitest';
import { apart, FACTS, nic, specFor } from '../../testing/fake-agent.ts';
import { targetAddress } from './target-address.ts';

const LO = nic('lo', ['127.0.0.1/8', '::1/128'], { loopback: true });
const routed = { defaultRoute: true };

type Nics = ReturnType<typeof nic>[];
const host = (name: string, nics: Nics, bootId = name) => ({ name, facts: { ...FACTS, bootId, nics: [LO, ...nics] } });
const choose = (server: Nics, client: Nics, asked: string | null = null, bootId = 'cli') =>
  targetAddress(apart('srv', 'cli', asked), host('srv', server), [host('cli', client, bootId)]);

describe('without a wish', () => {
  it.each<[string, Nics, Nics, string]>([
    [
      'the NIC of the default route',
      [nic('eth1', ['192.0.2.5/24']), nic('eth0', ['198.51.100.5/24'], routed)],
      [nic('eth0', ['203.0.113.9/24'], routed)],
      '198.51.100.5',
    ],
    [
      'a network that both share, whatever the route',
      [nic('eth0', ['198.51.100.5/24'], routed), nic('eth1', ['192.0.2.5/24'])],
      [nic('eth0', ['203.0.113.9/24'], routed), nic('eth1', ['192.0.2.9/24'])],
      '192.0.2.5',
    ],
    [
      'of two shared networks that of the default route',
      [nic('eth1', ['192.0.2.5/24']), nic('eth0', ['198.51.100.5/24'], routed)],
      [nic('eth0', ['198.51.100.9/24'], routed), nic('eth1', ['192.0.2.9/24'])],
      '198.51.100.5',
    ],
    [
      'IPv4 before IPv6',
      [nic('eth0', ['2001:db8::5/64', '198.51.100.5/24'], routed)],
      [nic('eth0', ['2001:db8::9/64', '198.51.100.9/24'], routed)],
      '198.51.100.5',
    ],
    [
      'IPv6 when only that is shared',
      [nic('eth0', ['198.51.100.5/24', '2001:db8::5/64'], routed)],
      [nic('eth0', ['203.0.113.9/24', '2001:db8::9/64'], routed)],
      '2001:db8::5',
    ],
    [
      'a network is shared only when both believe in its size',
      [nic('eth0', ['198.51.100.5/24'], routed), nic('eth1', ['10.0.0.5/8'])],
      [nic('eth0', ['203.0.113.9/24'], routed), nic('eth1', ['10.0.0.9/24'])],
      '198.51.100.5',
    ],
    [
      'never link-local',
      [nic('eth0', ['fe80::5/64', '169.254.3.5/16'], routed), nic('eth1', ['192.0.2.5/24'])],
      [nic('eth0', ['fe80::9/64', '169.254.3.9/16'], routed)],
      '192.0.2.5',
    ],
    [
      'any other NIC when there is no default route',
      [nic('eth0', ['192.0.2.5/24'])],
      [nic('eth0', ['203.0.113.9/24'])],
      '192.0.2.5',
    ],
    [
      'not an address that the client has too and would find itself at',
      [nic('eth0', ['10.0.2.15/24'], routed), nic('eth1', ['192.0.2.5/24'])],
      [nic('eth0', ['10.0.2.15/24'], routed)],
      '192.0.2.5',
    ],
  ])('%s', (_, server, client, address) => {
    expect(choose(server, client)).toEqual({ address });
  });

  it('an address of both is fine when they are two agents on one machine', () => {
    const nics = [nic('eth0', ['10.0.2.15/24'], routed)];
    expect(choose(nics, nics, null, 'srv')).toEqual({ address: '10.0.2.15' });
  });

  it('is loopback on one host', () => {
    expect(targetAddress(specFor('h'), host('h', []), [host('h', [])])).toEqual({ address: '127.0.0.1' });
  });

  it('is a fault that names the host when there is none', () => {
    expect(choose([nic('eth0', ['fe80::5/64'], routed)], [])).toEqual({
      fault:
        'srv has no address that another host could reach: its agent found 127.0.0.1, ::1, fe80::5. Give it one and restart its agent.',
    });
  });
});

describe('an address that was asked for', () => {
  const nics = [nic('eth0', ['198.51.100.5/24', '2001:db8::5/64'], routed)];

  it('is taken when the server has it, in the spelling of the host', () => {
    expect(choose(nics, [], '198.51.100.5')).toEqual({ address: '198.51.100.5' });
    expect(choose(nics, [], '2001:DB8:0::5')).toEqual({ address: '2001:db8::5' });
  });

  it.each([
    ['198.51.100.6', 'srv has no address 198.51.100.6; its agent found 127.0.0.1, ::1, 198.51.100.5, 2001:db8::5.'],
    ['0.0.0.0', 'srv has no address 0.0.0.0; its agent found 127.0.0.1, ::1, 198.51.100.5, 2001:db8::5.'],
    ['127.0.0.1', '127.0.0.1 cannot be reached from another host; choose another address of srv.'],
  ])('%s is a fault', (asked, fault) => {
    expect(choose(nics, [], asked)).toEqual({ fault });
  });

  it('may be any of the host when the client is there too', () => {
    const spec = { ...specFor('h'), server: { hostId: 'h', address: '198.51.100.5' } };
    expect(targetAddress(spec, host('h', nics), [host('h', nics)])).toEqual({ address: '198.51.100.5' });
  });
});
