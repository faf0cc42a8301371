import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openLab } from '../../testing/test-lab.ts';
import { openDatabase } from './db.ts';

it('a database that is gone without a word is asked for seconds, and then asked anew', async () => {
  const lab = await openLab();
  onTestFinished(() => lab.close());
  const url = new URL(lab.databaseUrl);
  const port = Number(url.port);
  const sockets: net.Socket[] = [];
  const relay = net.createServer((socket) => {
    const upstream = net.connect(port, url.hostname);
    socket.pipe(upstream).pipe(socket);
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  url.port = String((relay.address() as net.AddressInfo).port);
  const database = openDatabase(url.toString());
  await database.ping();
  // As a firewall that has forgotten the connection: nothing comes through, and nobody says so.
  for (const socket of sockets) socket.unpipe().pause();
  const startedMs = performance.now();
  await expect(database.ping()).rejects.toThrow('did not answer');
  expect(performance.now() - startedMs).toBeLessThan(8_000);
  await database.ping();
  for (const socket of sockets) socket.destroy();
  relay.close();
  await database.close();
}, 30_000);
