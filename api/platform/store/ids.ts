import { createHash, randomBytes, randomUUID } from 'node:crypto';

const COUNTER_BITS = 12;
let lastMs = 0;
let counter = 0;

/** A UUIDv7 (RFC 9562): sorts by creation, also for several within one millisecond of this process. */
export function newId(): string {
  const random = randomUUID();
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    counter = Number.parseInt(random.slice(0, 3), 16) & 0x7ff;
  } else if (++counter >> COUNTER_BITS > 0) {
    lastMs += 1;
    counter = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  // The variant and 62 random bits.
  const tail = random.slice(19);
  return `${time.slice(0, 8)}-${time.slice(8)}-${(0x7000 | counter).toString(16)}-${tail}`;
}

/** 256 random bits: only its hash is kept, so no slow hash is needed. */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
