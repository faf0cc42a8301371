import type { Share } from '@contract/share';
import { hostOfUrl, isLoopback } from '@rules/hosts/ip-address';
import type { Tone } from '@/lib/run-state';

/** The link under the address that this browser reached the instance by: a tunnel or a name may stand before it. */
export function linkHere(url: string): string {
  return typeof window === 'undefined' ? url : new URL(new URL(url).pathname, window.location.origin).href;
}

/** The link as it is passed on: under the instance's own address, unless that leads nowhere but to its machine. */
export function linkToPass(url: string): string {
  const host = hostOfUrl(url);
  return host !== null && isLoopback(host) ? linkHere(url) : url;
}

export function shareTone(status: Share['status']): Tone {
  return status === 'revoked' ? 'warn' : status === 'expired' ? 'plain' : 'ok';
}
