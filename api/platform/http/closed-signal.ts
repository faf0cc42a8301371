import type { FastifyReply } from 'fastify';

/**
 * Aborts when the caller of this request is gone. The connection is no sign: an agent keeps one for thousands of polls.
 */
export function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  return closed.signal;
}
