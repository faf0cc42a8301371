import { type Logger, pino } from 'pino';

/** Lines that wait for room on the disk; more are dropped. */
const WAITING_BYTES_MOST = 1024 * 1024;

/**
 * Writes to stdout. A line that cannot be written, as on a full disk, ends no process: it waits, and comes with the next line that
 * can be.
 */
export function makeLog(level: string): Logger {
  const out = pino.destination({ dest: 1, sync: true, maxLength: WAITING_BYTES_MOST });
  out.on('error', () => {});
  return pino({ level }, out);
}
