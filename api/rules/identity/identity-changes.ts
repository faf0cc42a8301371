import type { TargetIdentity } from '../../contract/identity.ts';

/** One thing in which two identities differ. */
export interface IdentityChange {
  /** The path of a file, or 'arguments' and the like. */
  what: string;
  /** SHA-256 on each side, or the text shown instead; null if there is none. */
  from: string | null;
  to: string | null;
}

const NOT_THERE = 'not there';

interface Looks {
  /** Arguments and environment can be compared on one host alone. */
  sameHost: boolean;
  /** Other parameters make other arguments, environments and filled copies of templates, and may choose other files. */
  sameParameters: boolean;
}
export const WITHIN_A_RUN: Looks = { sameHost: true, sameParameters: true };

/**
 * Known differences of two identities. What either side could not read is not a difference; nor is a library that only
 * one of them had loaded, because the other may load it a moment later. A changed template also covers its filled copy.
 */
export function identityChanges(
  from: TargetIdentity,
  to: TargetIdentity,
  { sameHost, sameParameters }: Looks,
): IdentityChange[] {
  const changes: IdentityChange[] = [];
  const note = (what: string, before: string | null, after: string | null) => {
    if (before !== null && after !== null && before !== after) changes.push({ what, from: before, to: after });
  };
  if (from.binary && to.binary && (sameParameters || from.binary.path === to.binary.path)) {
    note(to.binary.path, from.binary.sha256, to.binary.sha256);
  }
  for (const path of new Set([...from.files, ...to.files].map((file) => file.path))) {
    if (followsFrom([from, to], path, sameParameters)) continue;
    const declared = sameParameters && isDeclared([from, to], path);
    note(path, fileText(from, path, declared), fileText(to, path, declared));
  }
  if (sameHost && sameParameters) {
    if (differs(from.argvHmac, to.argvHmac)) changes.push({ what: 'the arguments', from: null, to: null });
    if (differs(from.environmentHmac, to.environmentHmac)) {
      changes.push({ what: 'the environment', from: null, to: null });
    }
  }
  note('what its version command prints', from.version, to.version);
  note('the unit', from.unit, to.unit);
  return changes;
}

/** A copy that the agent filled is another one where its template or the values are. */
function followsFrom(identities: [TargetIdentity, TargetIdentity], path: string, sameParameters: boolean): boolean {
  const sources = identities.flatMap(({ files }) => files.find((file) => file.path === path)?.filledFrom ?? []);
  return sources.some((source) => {
    const [before, after] = identities.map((one) => hashIn(one, source));
    return !sameParameters || differs(before ?? null, after ?? null);
  });
}

const differs = (from: string | null, to: string | null): boolean => from !== null && to !== null && from !== to;

const hashIn = ({ files }: TargetIdentity, path: string): string | null =>
  files.find((file) => file.path === path)?.sha256 ?? null;

/** A host's configuration file names it, on either side. */
export const isDeclared = (identities: (TargetIdentity | null)[], path: string): boolean =>
  identities.some((one) => one?.files.some((file) => file.path === path && file.declared));

/**
 * The file's hash; null if the file may have been there unseen, because undeclared files are seen only once they are
 * loaded.
 */
export const fileText = (of: TargetIdentity, path: string, declared: boolean): string | null =>
  hashIn(of, path) ?? (declared && of.unread.length === 0 ? NOT_THERE : null);

const SHOWN = 12;

/** The beginning of a hash, which people read; whole hashes stand where they can be copied. */
export const shortHash = (text: string): string => (/^[0-9a-f]{64}$/.test(text) ? text.slice(0, SHOWN) : text);

/** '/etc/nginx/nginx.conf (12ab34cd56ef → 90ab12cd34ef)'. */
export function identityChangeText({ what, from, to }: IdentityChange): string {
  return from === null || to === null ? what : `${what} (${shortHash(from)} → ${shortHash(to)})`;
}
