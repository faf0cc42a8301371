import { expect, test } from 'vitest';
import type { Launch } from '../../contract/launch.ts';
import { specFor } from '../../testing/fake-agent.ts';
import {
  asPlanned,
  experimentOnLaunch,
  hostsToLaunch,
  isPlannedHost,
  onLaunch,
  plannedClientIds,
  plannedServerId,
} from './planned-hosts.ts';

const SHAPE = { server: { instanceType: 'c8i.8xlarge' }, clients: { instanceType: 'c7g.large', count: 2 } };
const places = (['server', 'client', 'client'] as const).map((role, index) => ({ role, hostId: `h${index}` }));
const launch = { places } as unknown as Launch;
const spec = {
  ...specFor(plannedServerId),
  clients: plannedClientIds(2).map((hostId) => ({ hostId })),
};

test('a run is made on the launched hosts in the places of the planned ones, and planned again from them', () => {
  const made = onLaunch(spec, launch);
  expect([made.server?.hostId, ...made.clients.map(({ hostId }) => hostId)]).toEqual(['h0', 'h1', 'h2']);
  expect(asPlanned(made, launch)).toEqual(spec);
  expect(asPlanned({ ...made, clients: [{ hostId: 'enrolled' }] }, launch)).toBeNull();
});

test('hosts to launch have the CPUs of their type, its architecture, and names of their own', () => {
  const hosts = hostsToLaunch(SHAPE, { kind: 'newest', system: 'debian-13' }, (type) =>
    type === 'c8i.8xlarge' ? 32 : 2,
  );
  expect(hosts.map(({ id, name, facts }) => [id, name, facts.cpus, facts.architecture])).toEqual([
    ['launch-server', 'c8i.8xlarge server', 32, 'x86_64'],
    ['launch-client-1', 'c7g.large client 1', 2, 'aarch64'],
    ['launch-client-2', 'c7g.large client 2', 2, 'aarch64'],
  ]);
  expect(hosts.every(({ id, facts }) => isPlannedHost(id) && facts.expected)).toBe(true);
  expect(isPlannedHost('01a217a3-22be-7189-8e11-3968fd5024b0')).toBe(false);
});

test('of a type that the catalogue lacks the size tells the CPUs', () => {
  const of = (instanceType: string) =>
    hostsToLaunch(
      { server: { instanceType }, clients: { instanceType, count: 1 } } as never,
      { kind: 'newest', system: 'debian-13' },
      () => null,
    )[0]?.facts;
  expect(
    ['c9i.32xlarge', 'c9i.xlarge', 'c9i.large', 'c9i.metal-48xl', 'c9i.medium'].map((type) => of(type)?.cpus),
  ).toEqual([128, 4, 2, 192, 1]);
  expect(of('c9i.32xlarge')?.onlineCpus).toBe('0-127');
});

test('an experiment names the hosts of its launch, also where a change names another of them', () => {
  const asked = {
    baseline: { name: 'apart', spec },
    variants: [
      { name: 'swapped', changes: [{ path: '/clients/0/hostId', value: plannedServerId }] },
      { name: 'other words', changes: [{ path: '/variables', value: [plannedServerId] }] },
    ],
  };
  const { baseline, variants } = experimentOnLaunch(asked, launch);
  expect(baseline.spec).toEqual(onLaunch(spec, launch));
  expect(variants.map(({ changes }) => changes[0]?.value)).toEqual(['h0', [plannedServerId]]);
});
