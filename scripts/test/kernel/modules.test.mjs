// @ts-check
import { expect, it } from 'vitest';
import { insertionOrder } from './modules.mjs';

const FILES = {
  virtio_net: 'code\0license=GPL\0depends=net_failover,virtio\0name=virtio_net\0',
  net_failover: '\0depends=failover\0',
  failover: '\0depends=\0',
  virtio: 'no section',
};

it('inserts a module after those that it depends on, each once', () => {
  const read = (name) => (FILES[name] === undefined ? null : Buffer.from(FILES[name]));
  const order = insertionOrder(['virtio_net', 'ext4', 'virtio'], read).map(({ name }) => name);
  expect(order).toEqual(['failover', 'net_failover', 'virtio', 'virtio_net']);
});
