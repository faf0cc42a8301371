/** By which a page's own scripts and style sheets run: in the policy that the front sends along with the request. Absent under `next dev`. */
export const nonceOf = (asked: Pick<Headers, 'get'>): string | undefined =>
  /'nonce-([^']+)'/.exec(asked.get('content-security-policy') ?? '')?.[1];
