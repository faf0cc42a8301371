/** The names that a JSON pointer leads along (RFC 6901); null where it is none. */
export function namesOf(pointer: string): string[] | null {
  if (!/^(\/([^~/]|~[01])*)+$/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A name as a pointer has it. */
export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
