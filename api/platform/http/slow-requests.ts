import type { ServerOptions } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/**
 * How long a request may take to arrive, for every listener. Answers may take as long as they like: event streams and polls
 * do. The longest that an agent gives a file to go up is 5 minutes (agent/internal/control/client.go).
 */
export const ARRIVAL = {
  headersTimeout: 20_000,
  requestTimeout: 330_000,
  connectionsCheckingInterval: 5_000,
} as const satisfies ServerOptions;

/** What strangers may send is small. */
const OPEN_BODY_MS = 15_000;

/** Refuses the body of a request that needs no credential, once it took too long to come. */
export function hurry({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => {
    if (raw.complete) return;
    const late = `The body did not arrive within ${OPEN_BODY_MS / 1000} s; nothing was done. Try again.`;
    // Whoever reads the body hands it to the handler of errors.
    if (raw.listenerCount('error') > 0) raw.emit('error', new AppError('too-slow', late));
    else raw.destroy();
  }, OPEN_BODY_MS);
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}
