import type { FastifyRequest } from 'fastify';

/** The length that an upload states; null where it does not. */
export function statedBytes({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
  const stated = headers['content-length'];
  return stated === undefined ? null : Number(stated);
}
