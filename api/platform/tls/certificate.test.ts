import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepCertificate, ownNames, readAsSelf, readCertificate } from './certificate.ts';

const DAY_MS = 24 * 3600_000;
const NAMES = ['lab.example', '10.0.0.5', '::1'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-tls-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the certificate that an instance makes', () => {
  const nowMs = Date.now();

  it('signs itself, for all its names, and only its owner reads the key', async () => {
    const { cert, selfSigned } = await keepCertificate(folder, NAMES, nowMs);
    const read = new X509Certificate(cert);
    expect(selfSigned).toBe(true);
    expect([read.checkHost('lab.example'), read.checkIP('10.0.0.5'), read.checkIP('::1')]).not.toContain(undefined);
    expect(read.checkHost('other.example')).toBeUndefined();
    expect(statSync(path.join(folder, 'key.pem')).mode & 0o777).toBe(0o600);
  });

  it('has the fingerprint that openssl computes of its key', async () => {
    const { fingerprint } = await keepCertificate(folder, NAMES, nowMs);
    const digest = execFileSync('sh', [
      '-c',
      'openssl x509 -in "$1" -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary',
      'sh',
      path.join(folder, 'certificate.pem'),
    ]);
    expect(fingerprint).toBe(`sha256//${digest.toString('base64')}`);
  });

  it('stays until a month before its end, and is made anew with the same key then', async () => {
    const first = await keepCertificate(folder, NAMES, nowMs);
    expect(await keepCertificate(folder, NAMES, nowMs + 334 * DAY_MS)).toEqual(first);
    const second = await keepCertificate(folder, NAMES, nowMs + 336 * DAY_MS);
    expect(second.cert).not.toBe(first.cert);
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(Date.parse(new X509Certificate(second.cert).validTo)).toBeGreaterThan(nowMs + 700 * DAY_MS);
  });

  it('is made anew with the same key when the instance has another name, or the file is torn', async () => {
    const first = await keepCertificate(folder, NAMES, nowMs);
    const renamed = await keepCertificate(folder, [...NAMES, 'new.example'], nowMs);
    expect(new X509Certificate(renamed.cert).checkHost('new.example')).toBe('new.example');
    writeFileSync(path.join(folder, 'certificate.pem'), renamed.cert.slice(0, 200));
    const mended = await keepCertificate(folder, NAMES, nowMs);
    expect(new X509Certificate(mended.cert).checkHost('lab.example')).toBe('lab.example');
    expect([renamed.fingerprint, mended.fingerprint]).toEqual([first.fingerprint, first.fingerprint]);
  });

  it('names the machine and where people open it', () => {
    expect(ownNames('https://lab.example:3000')).toEqual(
      expect.arrayContaining(['lab.example', 'localhost', '127.0.0.1']),
    );
    expect(ownNames('https://[2001:db8::5]:3000')[0]).toBe('2001:db8::5');
  });
});

describe("a certificate of one's own", () => {
  const file = (name: string) => path.join(folder, name);
  const read = (certificate: string, key: string) => readCertificate(file(certificate), file(key), readAsSelf);
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });

  it('is pinned only where no authority has signed it', async () => {
    openssl(
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=ca -keyout ca.key -out ca.pem',
    );
    openssl(
      'req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=lab.example -keyout key.pem -out request.pem',
    );
    openssl('x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out cert.pem');
    expect((await read('cert.pem', 'key.pem')).selfSigned).toBe(false);
    expect((await read('ca.pem', 'ca.key')).selfSigned).toBe(true);
    await expect(read('cert.pem', 'ca.key')).rejects.toThrow(
      `${file('ca.key')} is not the key of the certificate ${file('cert.pem')}.`,
    );
  });

  it('is refused in a sentence when a file is missing or no PEM', async () => {
    writeFileSync(file('cert.pem'), 'nothing');
    await expect(read('cert.pem', 'absent.pem')).rejects.toThrow(`${file('absent.pem')} cannot be read: ENOENT.`);
    await expect(read('cert.pem', 'cert.pem')).rejects.toThrow('is not PEM of a certificate and its key.');
  });
});
