/**
 * Values that a tab keeps until it is closed. Storage can be forbidden or full, so everything must also work without.
 */

export function writeKept(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {}
}

/** Null where nothing is kept, or nothing can be. */
export function readKept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function removeKept(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
