import type { RunDraft } from '@/features/draft/run-draft';
import { readKept, removeKept, writeKept } from '@/features/draft/tab-storage';
import { restoreDraft } from './restore-draft';

const KEY = 'millionrps-new-run';
const ASIDE = `${KEY}-aside`;

/** One for the plain form, one for each run that another is being made from: none overwrites another. */
const slot = (fromId: string | null): string => (fromId === null ? KEY : `${KEY}:${fromId}`);

/** What was typed outlives a reload and a detour to the sign-in page, in this tab. */
export function storeDraft(fromId: string | null, draft: RunDraft): void {
  writeKept(slot(fromId), JSON.stringify(draft));
}

export const storedDraft = (fromId: string | null): RunDraft | null => restoreDraft(readKept(slot(fromId)));

export const forgetDraft = (fromId: string | null): void => removeKept(slot(fromId));

/** What a person typed and then started over from, or replaced by another draft. */
export interface SetAside {
  fromId: string | null;
  draft: RunDraft;
}

export const setAside = (aside: SetAside): void => writeKept(ASIDE, JSON.stringify(aside));
export const forgetAside = (): void => removeKept(ASIDE);

export function storedAside(): SetAside | null {
  try {
    const { fromId, draft } = JSON.parse(readKept(ASIDE) ?? '{}') as Partial<SetAside>;
    const restored = restoreDraft(JSON.stringify(draft ?? null));
    return restored && { fromId: fromId ?? null, draft: restored };
  } catch {
    return null;
  }
}
