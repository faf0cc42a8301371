'use client';

import { MAX_VARIANTS } from '@contract/limits';
import { Split } from 'lucide-react';
import { GROUPS } from '@/lib/experiment-words';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';

import { useExperimentDraft } from './experiment-form';
import { singleFactors } from './read-variant';

/** What a variant changes in words, and that a difference could not be told to come from one of several groups. */
export function VariantGroups({ at }: { at: number }) {
  const { draft, variants, read, setVariants } = useExperimentDraft();
  const reading = variants[at];
  const variant = draft.variants[at];
  if (!reading || !variant || reading.changes.length === 0) return null;
  const { groups, words } = reading;
  // What goes along with a change was not chosen, and has to be seen.
  const along = words.length > variant.edits.length ? words.map(({ label, to }) => `${label}: ${to}`).join('; ') : null;
  if (groups.length < 2)
    return (
      <p className="text-xs text-muted [overflow-wrap:anywhere]">
        Changes {groups.map((group) => GROUPS[group]).join(', ')} alone{along ? `, in all ${along}` : ''}.
      </p>
    );
  const parts = singleFactors(read, variant.edits);
  const splitAll = (): void => {
    const single = parts.map((edits) => ({ name: '', edits }));
    setVariants([...draft.variants.slice(0, at), ...single, ...draft.variants.slice(at + 1)]);
  };
  const room = draft.variants.length - 1 + parts.length <= MAX_VARIANTS;
  return (
    <Notice
      kind="warn"
      title={`It changes ${groups.length} groups at once: ${groups.map((group) => GROUPS[group]).join(', ')}`}
      actions={
        parts.length > 1 &&
        room && (
          <Button onClick={splitAll}>
            <Split aria-hidden className="size-3.5" />
            Make {parts.length} variants, one for each group
          </Button>
        )
      }
    >
      A difference could come from any of them.
      {along && ` In all ${along}.`}
      {!room && ` There is no room for ${parts.length} variants: ${MAX_VARIANTS} are the most.`}
    </Notice>
  );
}
