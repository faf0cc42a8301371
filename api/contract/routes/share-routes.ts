import { z } from 'zod';
import { parameter } from '../bounds.ts';
import { id } from '../primitives.ts';
import { createShare, openedShare, share, shareList } from '../share.ts';
import { route } from './route.ts';

const shareToken = z.object({
  /** The last part of the link. */
  token: parameter,
});

export const shareRoutes = {
  listShares: route({
    method: 'GET',
    url: '/api/v1/shares',
    access: 'operator',
    tag: 'shares',
    summary: 'Links that were made, newest first, revoked and expired ones too.',
    query: z.object({ runId: id.optional() }),
    reply: shareList,
  }),
  createShare: route({
    method: 'POST',
    url: '/api/v1/shares',
    access: 'operator',
    proof: 'session',
    tag: 'shares',
    audit: {
      action: 'share.create',
      subject: 'share',
      id: 'reply.id',
      fields: ['runIds', 'experimentId', 'expiresInDays'],
    },
    summary: 'Freeze a run, or a comparison of several, behind a link that opens without signing in.',
    body: createShare,
    status: 201,
    reply: share,
  }),
  revokeShare: route({
    method: 'POST',
    url: '/api/v1/shares/:shareId/revoke',
    access: 'operator',
    proof: 'session',
    tag: 'shares',
    audit: { action: 'share.revoke', subject: 'share', id: 'params.shareId' },
    summary: 'Close a link for good.',
    params: z.object({ shareId: id }),
    reply: share,
  }),
  openShare: route({
    method: 'GET',
    url: '/api/v1/shared/:token',
    access: 'secret',
    tag: 'shares',
    summary: 'What a link shows, in the form of this version. With `preview` it is not counted as opened.',
    params: shareToken,
    query: z.object({
      /** With any value, the link is not counted as opened. */
      preview: parameter.optional(),
    }),
    reply: openedShare,
    tagged: true,
  }),
  openShareDocument: route({
    method: 'GET',
    url: '/api/v1/shared/:token/document',
    access: 'secret',
    tag: 'shares',
    summary: "The share's document as it was frozen: the bytes that its SHA-256 is of.",
    params: shareToken,
    produces: ['application/json'],
  }),
} as const;
