import { expect, it } from 'vitest';
import type { HostFacts } from '../../contract/host.ts';
import { FACTS } from '../../testing/fake-agent.ts';
import { hostsThen } from './host-class.ts';

const nic = (driver: string | null, loopback = false) =>
  ({ driver, loopback, speedBitsPerSecond: null, mtuBytes: 1500 }) as HostFacts['nics'][number];
const of = (over: Partial<HostFacts>) =>
  hostsThen([{ roles: ['server'], agentVersion: '1.0.0', facts: { ...FACTS, ...over } } as never]);

it('takes memory as it is bought: what a kernel leaves of it differs by some megabytes', () => {
  const [before, after] = [3_916_500, 3_916_300].map((kB) => of({ memoryBytes: kB * 1024 }).hostClass);
  expect(before).toBe(after);
  expect(before).toContain(', 4 GiB');
  expect(of({ memoryBytes: 400 * 2 ** 20 }).hostClass).toContain(', 1 GiB');
  expect(of({ memoryBytes: 8 * 2 ** 30 }).hostClass).not.toBe(after);
});

it('leaves out interfaces that come and go with containers, where it has others', () => {
  const own = of({ nics: [nic(null, true), nic('ena')] }).fingerprint;
  expect(of({ nics: [nic(null, true), nic('ena'), nic('veth')] }).fingerprint).toBe(own);
  expect(own).toContain('ena');
  // In a namespace it is all that there is.
  expect(of({ nics: [nic(null, true), nic('veth')] }).fingerprint).toContain('veth');
});
