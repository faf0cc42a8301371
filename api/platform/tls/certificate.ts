import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import path from 'node:path';
import { hostOfUrl, parseIp } from '../../rules/hosts/ip-address.ts';

export interface Certificate {
  /** PEM, with its chain if it has one. */
  cert: string;
  key: string;
  /** SHA-256 of its public key, as curl's --pinnedpubkey has it: a renewed certificate of the same key has the same. */
  fingerprint: string;
  /** It signs itself: who trusts it knows its fingerprint, for no authority vouches for it. */
  selfSigned: boolean;
}

/** Throws one sentence where it cannot. */
export type ReadFile = (file: string) => Promise<string>;

export const readAsSelf: ReadFile = async (file) => contentOf(file);

/** Browsers refuse certificates of more than 398 days. */
const VALID_DAYS = 365;
const RENEWED_DAYS_BEFORE = 30;
const DAY_MS = 24 * 3600_000;

/** Throws one sentence when the files cannot be used together. */
export async function readCertificate(certificateFile: string, keyFile: string, read: ReadFile): Promise<Certificate> {
  const [cert, key] = [await read(certificateFile), await read(keyFile)];
  const fits = attempt(() => new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)));
  if (fits === null) throw new Error(`${certificateFile} or ${keyFile} is not PEM of a certificate and its key.`);
  if (!fits) throw new Error(`${keyFile} is not the key of the certificate ${certificateFile}.`);
  return describe(cert, key);
}

/**
 * The instance's own certificate, in a folder of its own. It is made when there is none, and made anew with the same key
 * before it ends or when the instance has other names: whoever pinned the key need not know.
 */
export async function keepCertificate(folder: string, names: string[], nowMs: number): Promise<Certificate> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [certificateFile, keyFile] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
  if (!existsSync(keyFile)) write(keyFile, newKey(), 0o600);
  const key = contentOf(keyFile);
  const known = existsSync(certificateFile) ? contentOf(certificateFile) : '';
  if (isGood(known, key, names, nowMs)) return describe(known, key);
  const cert = await makeCertificate(key, names, nowMs);
  write(certificateFile, cert, 0o644);
  return describe(cert, key);
}

/** By which other machines may call this one, and it itself. */
export function ownNames(publicUrl: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const all = [hostOfUrl(publicUrl) ?? '', hostname(), 'localhost', '127.0.0.1', '::1', ...addresses.sort()];
  // A zone means something on one machine alone.
  return [...new Set(all.filter((name) => name !== '' && !name.includes('%')))];
}

function isGood(cert: string, key: string, names: string[], nowMs: number): boolean {
  return (
    attempt(() => {
      const read = new X509Certificate(cert);
      return (
        read.checkPrivateKey(createPrivateKey(key)) &&
        Date.parse(read.validFrom) <= nowMs &&
        Date.parse(read.validTo) - nowMs > RENEWED_DAYS_BEFORE * DAY_MS &&
        names.every((name) => (parseIp(name) ? read.checkIP(name) : read.checkHost(name)) !== undefined)
      );
    }) ?? false
  );
}

async function makeCertificate(key: string, names: string[], nowMs: number): Promise<string> {
  const { generate } = await import('selfsigned');
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const { cert } = await generate([{ name: 'commonName', value: 'millionrps' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    keyPair: { privateKey: key, publicKey },
    // A host whose clock is behind may join, too.
    notBeforeDate: new Date(nowMs - DAY_MS),
    notAfterDate: new Date(nowMs + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) =>
          parseIp(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
        ),
      },
    ],
  });
  return cert.endsWith('\n') ? cert : `${cert}\n`;
}

function describe(cert: string, key: string): Certificate {
  const read = new X509Certificate(cert);
  const spki = read.publicKey.export({ type: 'spki', format: 'der' });
  const fingerprint = `sha256//${createHash('sha256').update(spki).digest('base64')}`;
  return { cert, key, fingerprint, selfSigned: read.issuer === read.subject && read.verify(read.publicKey) };
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function write(file: string, content: string, mode: number): void {
  writeFileSync(`${file}.partial`, content, { mode });
  renameSync(`${file}.partial`, file);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
