import { describe, expect, it } from 'vitest';
import { isPrivateWay, plainHttpFault, type Reach } from './plain-http.ts';

const REACH: Reach = {
  host: '10.0.0.5',
  tls: false,
  publicUrl: 'http://10.0.0.5:3000',
  behindProxy: false,
  insisted: false,
};
const fault = (of: Partial<Reach>): string | null => plainHttpFault({ ...REACH, ...of });

describe('plain HTTP', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('is spoken on %s, which no other machine reaches', (host) =>
    expect(fault({ host })).toBeNull(),
  );

  it.each(['0.0.0.0', '::', '10.0.0.5', 'lab.example'])('is refused on %s, with what to do', (host) => {
    expect(fault({ host })).toBe(
      `${host} can be reached from other machines, and plain HTTP would show them passwords and tokens: set ` +
        'MILLIONRPS_TLS=self-signed (or your certificate), put a TLS proxy in front (an https MILLIONRPS_URL and ' +
        'MILLIONRPS_TRUSTED_PROXIES), or insist with MILLIONRPS_INSECURE_HTTP=1.',
    );
  });

  it('is spoken if somebody insists, or to a proxy that speaks TLS', () => {
    expect(fault({ insisted: true })).toBeNull();
    expect(fault({ behindProxy: true, publicUrl: 'https://lab.example' })).toBeNull();
    expect(fault({ behindProxy: true })).toContain('can be reached');
    expect(fault({ publicUrl: 'https://lab.example' })).toContain('can be reached');
  });

  it('is not what links say of an instance that speaks TLS', () => {
    expect(fault({ tls: true, publicUrl: 'https://10.0.0.5:3000' })).toBeNull();
    expect(fault({ tls: true, host: '127.0.0.1' })).toBe(
      'MILLIONRPS_URL is http://10.0.0.5:3000, but MILLIONRPS_TLS makes this instance speak https: begin it with https.',
    );
  });
});

it.each([
  ['https://10.0.0.5:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://localhost', true],
  ['http://10.0.0.5:3000', false],
  ['no address', false],
])('%s is a private way: %s', (url, is) => expect(isPrivateWay(url)).toBe(is));
