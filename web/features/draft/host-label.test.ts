import type { Host } from '@contract/host';
import { expect, test } from 'vitest';
import { factsWith, hostWith, nic } from '@/testing/hosts';
import { automaticHost, hostLabels } from './host-label';

test('hosts of one name are told apart by address, or by id where addresses are alike', () => {
  const at = (address: string) => factsWith({ nics: [nic('eth0', [address])] });
  const labels = (...facts: ReturnType<typeof at>[]) => [
    ...hostLabels([
      hostWith({ id: 'id-000001', facts: facts[0] }),
      hostWith({ id: 'id-000002', facts: facts[1] }),
      hostWith({ id: 'id-000003', name: 'lab-2' }),
    ]).values(),
  ];
  expect(labels(at('10.0.0.1/24'), at('10.0.0.2/24'))).toEqual(['lab-1 (10.0.0.1)', 'lab-1 (10.0.0.2)', 'lab-2']);
  expect(labels(at('10.0.0.1/24'), at('10.0.0.1/24'))).toEqual(['lab-1 (…000001)', 'lab-1 (…000002)', 'lab-2']);
});

test('a new run begins with a host that is ready, rather one that has its tool', () => {
  const offline = hostWith({ id: 'a', status: 'offline' });
  const bare = hostWith({ id: 'b', facts: factsWith({ tools: [] }) });
  const ready = hostWith({ id: 'c' });
  const begin = (...hosts: Host[]) => automaticHost(hosts, 'autocannon')?.id;
  expect([begin(offline, bare, ready), begin(offline, bare), begin(offline), begin()]).toEqual([
    'c',
    'b',
    'a',
    undefined,
  ]);
});
