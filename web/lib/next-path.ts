/** The sign-in page, with the way back. */
export function signInPath(from: string): string {
  const next = safeNext(from);
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** A path of this site; anything else, an address of another site above all, becomes `/`. */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || next.startsWith('/sign-in')) return '/';
  // The parser's own reading decides: it drops tabs and newlines and takes backslashes for slashes.
  const here = 'http://here.invalid';
  return URL.canParse(next, here) && new URL(next, here).origin === here ? next : '/';
}
