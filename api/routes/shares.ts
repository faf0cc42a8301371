import { routes } from '../contract/routes.ts';
import { createShare } from '../operations/create-share.ts';
import { openShare, openShareDocument } from '../operations/open-share.ts';
import { listShares, revokeShare } from '../operations/shares.ts';
import { type Doors, mount } from './mount.ts';

export function shareRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listShares, async ({ query }) => ({ shares: await listShares(lab, query.runId ?? null) }));
  mount(doors, routes.createShare, ({ body, caller }) => createShare(lab, body, caller.person?.name ?? ''));
  mount(doors, routes.revokeShare, ({ params }) => revokeShare(lab, params.shareId));

  mount(doors, routes.openShare, ({ params, query, reply }) => {
    // A link that was taken back is gone at once, and never found by a search engine.
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return openShare(lab, params.token, query.preview === undefined);
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
