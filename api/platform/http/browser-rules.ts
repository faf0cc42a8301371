import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOCUMENTATION } from '../../contract/routes.ts';

/** With every answer: pages, scripts, JSON, files and problems. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  // The address of a share is its secret; no other origin reads it from a link that is followed.
  'referrer-policy': 'same-origin',
  // A target on another port is of the same site: only these two keep it from embedding answers and from holding windows.
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};
/** Without subdomains, which may belong to others. Browsers heed it only where the certificate is one that they trust. */
const HTTPS_ONLY = 'max-age=31536000';

/** What holds whatever is answered. */
const NOWHERE = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** JSON, events and files: nothing of it is a page, and what a browser opens of it all the same can do nothing. */
const OF_DATA = `default-src 'none'; form-action 'none'; ${NOWHERE}; sandbox`;
/** The one style sheet that Swagger UI writes into its page, by the hash that browsers print when they refuse it. */
const SWAGGER_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";
/** All else are files of that package. */
const OF_DOCUMENTATION = `default-src 'none'; script-src 'self'; style-src 'self' ${SWAGGER_STYLE}; img-src 'self' data:; connect-src 'self'; form-action 'none'; ${NOWHERE}`;

/**
 * Scripts run by the nonce of the one answer, or were fetched by one that did. Style sheets likewise. The style attribute stays
 * open: React writes it into what the server sends, it cannot run anything, and what it could fetch is of this origin.
 */
const ofPage = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; form-action 'self'; ${NOWHERE}`;

/** Tells browsers what the instance's answers may do. Next finds the nonce in the policy of the request, as its documentation says. */
export function ruleBrowsers(app: FastifyInstance, { https }: { https: boolean }): void {
  app.addHook('onRequest', async (request, reply) => sayRules(request, reply, https));
}

/** Also where no hook runs: of a request that the framework refuses. */
export function sayRules(request: FastifyRequest, reply: FastifyReply, https: boolean): void {
  const policy = policyOf(request.url);
  // Whatever the visitor sent under this name is no policy of ours.
  request.headers['content-security-policy'] = policy;
  reply.headers({ ...ALWAYS, 'content-security-policy': policy });
  if (https) reply.header('strict-transport-security', HTTPS_ONLY);
}

function policyOf(url: string): string {
  if (url.startsWith(DOCUMENTATION.pages)) return OF_DOCUMENTATION;
  return url.startsWith('/api/') ? OF_DATA : ofPage(randomBytes(16).toString('base64'));
}
