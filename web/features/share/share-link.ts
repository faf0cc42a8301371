import type { Share } from '@contract/share';
import type { Tone } from '@/lib/run-state';

/** The link under the address that this browser reached the instance by: a tunnel or a name may stand before it. */
export function linkHere(url: string): string {
  return typeof window === 'undefined' ? url : new URL(new URL(url).pathname, window.location.origin).href;
}

export function shareTone(status: Share['status']): Tone {
  return status === 'revoked' ? 'warn' : status === 'expired' ? 'plain' : 'ok';
}
