import { expect, test } from 'vitest';
import { serverFirst } from './host-order';

test('the server comes first, clients keep their order', () => {
  const hosts = ['client-1', 'client-2', 'server'].map((hostId) => ({ hostId }));
  const run = { spec: { server: { hostId: 'server' } } } as Parameters<typeof serverFirst>[1];
  expect(serverFirst(hosts, run).map(({ hostId }) => hostId)).toEqual(['server', 'client-1', 'client-2']);
});
