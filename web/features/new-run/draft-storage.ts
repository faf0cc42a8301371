import type { RunDraft } from '@/lib/run-draft';

const KEY = 'millionrps-new-run';

/** What was typed outlives a reload and a detour to the sign-in page, in this tab. */
export function storeDraft(draft: RunDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage can be forbidden or full; the form still works.
  }
}

export function storedDraft(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
