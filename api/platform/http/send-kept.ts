import type { FastifyReply, FastifyRequest } from 'fastify';
import { KeptAnswer } from '../kept-answer.ts';

/** What is kept is sent only to those who do not have it yet; anything else is answered as ever. */
export function sendKept<T>(request: FastifyRequest, reply: FastifyReply, answer: T | KeptAnswer): T | FastifyReply {
  if (!(answer instanceof KeptAnswer)) return answer;
  reply.header('etag', answer.tag).header('cache-control', 'private, no-cache');
  // It was sent compressed, under a weak tag.
  const known = String(request.headers['if-none-match'] ?? '').replace(/^W\//, '');
  if (known === answer.tag) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer.bytes);
}
