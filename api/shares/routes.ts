import { negotiate } from '@fastify/accept-negotiator';
import { routes } from '../contract/routes.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { createShare } from './create-share.ts';
import { findOpenShare, openShare, openShareDocument } from './open-share.ts';
import { listShares, revokeShare } from './shares.ts';

/** `*` stands for the first: a client that names gzip only to refuse it gets none. */
const ENCODINGS = ['identity', 'gzip'];

export function shareRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listShares, async ({ query }) => ({ shares: await listShares(lab, query.runId ?? null) }));
  mount(doors, routes.createShare, ({ body, caller }) => createShare(lab, body, caller.person?.name ?? ''));
  mount(doors, routes.revokeShare, ({ params }) => revokeShare(lab, params.shareId));

  mount(doors, routes.openShare, async ({ params, query, request, reply }) => {
    const found = await findOpenShare(lab, params.token, query.preview === undefined);
    // Asked anew each time, so that a link that was taken back is gone at once; and never found by a search engine.
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', found.etag)
      .header('vary', 'accept-encoding')
      .header('x-robots-tag', 'noindex');
    if (request.headers['if-none-match'] === found.etag) return reply.code(304).send();
    const { json, gzipped } = await openShare(lab, found);
    reply.header('content-type', 'application/json; charset=utf-8');
    const accepted = String(request.headers['accept-encoding'] ?? '').toLowerCase();
    const zipped = negotiate(accepted, ENCODINGS) === 'gzip';
    return zipped ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(json);
  });

  mount(doors, routes.openShareDocument, async ({ params, reply }) => {
    const { sizeBytes, bytes } = await openShareDocument(lab, params.token);
    reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json')
      .header('content-length', sizeBytes)
      .header('content-disposition', 'attachment; filename="millionrps-share.json"')
      .send(bytes);
    return undefined;
  });
}
