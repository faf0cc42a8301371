import type { Host } from '@contract/host';
import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import { queuedFor } from './queued-for';

test('a queued run names the agent that is away, and else that its host is not free', () => {
  const run = { hosts: [{ hostId: 'a', name: 'srv' } as Run['hosts'][number], { hostId: 'b', name: 'cli' } as never] };
  const hosts = (status: Host['status'], id = 'b') => [
    { id: 'a', status: 'busy' as const },
    { id, status },
  ];
  expect(queuedFor(run, hosts('offline'))).toBe('Waits for the agent on cli, which is not connected');
  expect(queuedFor(run, hosts('ready'))).toBe('Waits until its host is free');
  expect(queuedFor(run, hosts('offline', 'c'))).toBe('Waits until its host is free');
});
