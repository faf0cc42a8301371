import type { FastifyReply } from 'fastify';

/** Aborts when whoever asked is gone: of this answer, not of the connection, which an agent keeps for thousands of polls. */
export function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  return closed.signal;
}
