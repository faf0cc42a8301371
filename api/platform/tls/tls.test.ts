import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepCertificate } from './certificate.ts';
import { Tls } from './tls.ts';

let folder: string;
let server: https.Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-tls-'));
});
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('answers with a renewed certificate without a restart, and with the old one when the new one is broken', async () => {
  const setting = { certificate: path.join(folder, 'certificate.pem'), key: path.join(folder, 'key.pem') };
  const first = await keepCertificate(folder, ['lab.example'], Date.now());
  const config = { tls: setting, publicUrl: 'https://lab.example', dataFolder: folder, trustedProxies: [] };
  const tls = await Tls.open(config, pino({ level: 'silent' }));
  server = https.createServer(tls?.options ?? {}, (_request, response) => response.end());
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const serial = await shownBy(port);
  await keepCertificate(folder, ['lab.example', 'other.example'], Date.now());
  await tls?.look(server);
  const renewed = await shownBy(port);
  expect(renewed).not.toBe(serial);
  expect(tls?.fingerprint).toBe(first.fingerprint);
  writeFileSync(setting.certificate, 'broken');
  await tls?.look(server);
  expect(await shownBy(port)).toBe(renewed);
});

it('is nothing when the instance speaks plain HTTP', async () => {
  expect(
    await Tls.open({ tls: null, publicUrl: 'http://127.0.0.1:1', dataFolder: folder, trustedProxies: [] }, pino()),
  ).toBeNull();
});

it('has agents pin its own key, but not behind a proxy, whose key they meet', async () => {
  const config = { tls: 'self-signed', publicUrl: 'https://lab.example', dataFolder: folder } as const;
  const open = (trustedProxies: string[]) => Tls.open({ ...config, trustedProxies }, pino({ level: 'silent' }));
  expect((await open([]))?.fingerprint).toMatch(/^sha256\/\//);
  expect((await open(['10.0.0.0/8']))?.fingerprint).toBeNull();
});

function shownBy(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = https.get({ port, host: '127.0.0.1', rejectUnauthorized: false, agent: false }, (response) => {
      resolve((response.socket as TLSSocket).getPeerCertificate().serialNumber);
      response.resume();
    });
    request.once('error', reject);
  });
}
