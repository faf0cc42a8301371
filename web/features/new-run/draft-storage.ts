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

const HANDED = `${KEY}-handed`;

/** For a form that opens next with what another page prepared: nothing that was typed before is restored there. */
export function handDraft(fromId: string | null, draft: RunDraft): void {
  storeDraft(fromId, draft);
  writeKept(HANDED, 'yes');
}

/** Whether the draft that is stored was handed over; once, for after a reload it is restored. */
export function takeHanded(): boolean {
  const handed = readKept(HANDED) !== null;
  removeKept(HANDED);
  return handed;
}

export const storedDraft = (fromId: string | null): RunDraft | null => restoreDraft(readKept(slot(fromId)));

export const forgetDraft = (fromId: string | null): void => removeKept(slot(fromId));

/** What a person typed and then started over from, or replaced by another draft. */
export interface SetAside {
  fromId: string | null;
  draft: RunDraft;
}

/** Nothing that is set aside takes the place of what was before it. */
const ASIDE_MOST = 10;

export const setAside = (aside: SetAside): void =>
  writeKept(ASIDE, JSON.stringify([...asides(), aside].slice(-ASIDE_MOST)));

/** The last one; the one before it is the last again. */
export const forgetAside = (): void => writeKept(ASIDE, JSON.stringify(asides().slice(0, -1)));

export const storedAside = (): SetAside | null => asides().at(-1) ?? null;

function asides(): SetAside[] {
  try {
    const kept = JSON.parse(readKept(ASIDE) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.flatMap(restoreAside) : [];
  } catch {
    return [];
  }
}

function restoreAside(kept: unknown): SetAside[] {
  const { fromId, draft } = (kept ?? {}) as Partial<SetAside>;
  const restored = restoreDraft(JSON.stringify(draft ?? null));
  return restored ? [{ fromId: fromId ?? null, draft: restored }] : [];
}
