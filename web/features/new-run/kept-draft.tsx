'use client';

import { plural } from '@rules/words/numbers';
import { X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { isTyped, type RunDraft } from '@/features/draft/run-draft';
import { generatedName } from '@/features/new-run/plan/run-name';
import { Button, IconButton } from '@/ui/button';
import { type DraftForm, readWithHosts, useDraft } from './draft-form';
import { forgetAside, handDraft, type SetAside, setAside, storeDraft, storedAside, storedDraft } from './draft-storage';

/** What had been typed before something else took the form's place, and the way back to it. */
export function KeptDraft({ fromId, restart }: { fromId: string | null; restart: () => void }) {
  const router = useRouter();
  const form = useDraft();
  const { draft, typed } = form;
  const [kept, setKept] = useState(() => keptFor(fromId));
  if (!kept) return null;
  const back = (): void => {
    forgetAside();
    if (kept.draft.fromId === fromId && typed) setAside({ fromId, draft });
    if (kept.draft.fromId === fromId) {
      storeDraft(fromId, kept.draft.draft);
      return restart();
    }
    handDraft(kept.draft.fromId, kept.draft.draft);
    document.getElementById('main')?.focus({ preventScroll: true });
    router.push(kept.draft.fromId === null ? '/runs/new' : `/runs/new?from=${kept.draft.fromId}`);
  };
  const forget = (): void => {
    forgetAside();
    setKept(keptFor(fromId));
  };
  return (
    <section
      aria-label="What you had typed"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-line-strong bg-raised py-2 pl-4 pr-2 text-sm sm:pl-5"
    >
      <p className="min-w-0 flex-[1_1_16rem] break-words">
        Kept from before: <span className="text-muted">{briefOf(kept.draft.draft, form)}</span>
      </p>
      <Button className="max-sm:min-h-11" onClick={back}>
        Back to what you had typed
      </Button>
      {kept.forgettable && (
        <IconButton label="Forget what you had typed" onClick={forget}>
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </section>
  );
}

/** What the form began with was typed before: said, for it may be old, or have what can’t be read any more. */
export function RestoredDraft({ onAfresh }: { onAfresh: () => void }) {
  const { faults } = useDraft();
  const count = Object.keys(faults).length;
  return (
    <section
      aria-label="Restored draft"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-line-strong bg-raised py-2 pl-4 pr-2 text-sm sm:pl-5"
    >
      <p className="min-w-0 flex-[1_1_16rem] break-words">
        This is your draft from before, restored.
        {count > 0 && (
          <span className="text-warn">
            {' '}
            {plural(count, 'field')} {count === 1 ? 'needs' : 'need'} a look.
          </span>
        )}
      </p>
      <Button className="max-sm:min-h-11" onClick={onAfresh}>
        Start afresh
      </Button>
    </section>
  );
}

/** What was set aside; else, beside the form of a run made from another, what stands in the plain one. */
function keptFor(fromId: string | null): { draft: SetAside; forgettable: boolean } | null {
  const aside = storedAside();
  if (aside) return { draft: aside, forgettable: true };
  const plain = fromId === null ? null : storedDraft(null);
  return plain && isTyped(plain) ? { draft: { fromId: null, draft: plain }, forgettable: false } : null;
}

function briefOf(draft: RunDraft, { hostOf, labelOf }: Pick<DraftForm, 'hostOf' | 'labelOf'>): string {
  if (draft.name.trim() !== '') return draft.name.trim();
  const { spec, errors, faults } = readWithHosts(draft, { hostOf, labelOf });
  if (Object.keys(errors).length === 0) return generatedName(spec, labelOf);
  const count = Object.keys(faults).length;
  return `a draft with ${plural(count, 'field')} that ${count === 1 ? 'needs' : 'need'} a look`;
}
