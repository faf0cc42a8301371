import { expect, it } from 'vitest';
import { addressFault } from './check-launch.ts';

it('hosts in EC2 need an address of the API that they reach, by HTTPS, and an API that listens there', () => {
  const said = (publicUrl: string, isLocalOnly = false) => addressFault({ publicUrl, isLocalOnly })?.sentence ?? null;
  expect(said('https://10.0.0.5:3000')).toBeNull();
  expect(said('https://127.0.0.1:3000')).toContain('Set MILLIONRPS_URL to an address that they can reach');
  expect(said('http://10.0.0.5:3000')).toContain('without encryption');
  expect(said('https://10.0.0.5:3000', true)).toBe(
    'Hosts in EC2 cannot reach this API, as it listens on loopback alone. Restart it with HOST=0.0.0.0 (with Docker, MILLIONRPS_BIND=0.0.0.0), or name the proxy before it in MILLIONRPS_TRUSTED_PROXIES.',
  );
});
