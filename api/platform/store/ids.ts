import { createHash, randomBytes } from 'node:crypto';

const COUNTER_BITS = 12;
let lastMs = 0;
let counter = 0;

/** A UUIDv7 (RFC 9562): sorts by creation, also for several within one millisecond of this process. */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    counter = randomBytes(2).readUInt16BE() & 0x7ff;
  } else if (++counter >> COUNTER_BITS > 0) {
    lastMs += 1;
    counter = 0;
  }
  const bytes = Buffer.concat([Buffer.alloc(8), randomBytes(8)]);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 256 random bits: only its hash is kept, so no slow hash is needed. */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
