import { hostOfUrl, isLoopback } from './ip-address.ts';

export interface Reach {
  /** What other machines can reach: the address that it listens on, or that its container's port is published on. */
  host: string;
  tls: boolean;
  publicUrl: string;
  /** It has reverse proxies before it whose word it believes. */
  behindProxy: boolean;
  /** Somebody has said that plain HTTP is meant. */
  insisted: boolean;
}

/**
 * Why an instance must not speak plain HTTP there, with what to do; null when it may. Passwords, join tokens and programs
 * that run as root would travel in the clear.
 */
export function plainHttpFault({ host, tls, publicUrl, behindProxy, insisted }: Reach): string | null {
  const https = new URL(publicUrl).protocol === 'https:';
  if (tls)
    return https
      ? null
      : `MILLIONRPS_URL is ${publicUrl}, but MILLIONRPS_TLS makes this instance speak https: begin it with https.`;
  if (isLoopback(host) || insisted || (behindProxy && https)) return null;
  return (
    `${host} can be reached from other machines, and plain HTTP would show them passwords and tokens: ` +
    'set MILLIONRPS_TLS=self-signed (or your certificate), put a TLS proxy in front (an https MILLIONRPS_URL and ' +
    'MILLIONRPS_TRUSTED_PROXIES), or insist with MILLIONRPS_INSECURE_HTTP=1.'
  );
}

/** Whether what is sent to this address in the clear stays on this machine, or is not in the clear. */
export function isPrivateWay(url: string): boolean {
  const host = hostOfUrl(url);
  return host !== null && (new URL(url).protocol === 'https:' || isLoopback(host));
}
