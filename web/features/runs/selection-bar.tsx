'use client';

import { nameTails } from '@rules/run/run-names';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { useState } from 'react';
import { type Chosen, compareHref, MIN_COMPARED } from '@/lib/run-selection';
import { Button, buttonClass } from '@/ui/button';
import { IdTail } from '@/ui/id-tail';
import { MAX_SIDES } from '@/ui/sides';
import { toastsAbove } from '@/ui/toast-room';
import { TagRuns } from './dialogs';
import { useDeleteRuns } from './run-changes';
import { changeSelection } from './selection';
import { SELECTION_BAR } from './to-selection';

interface SelectionBarProps {
  /** At least one. */
  chosen: Chosen[];
  /** Chosen runs that are not among the rows. */
  unseen: Chosen[];
  mayOperate: boolean;
}

export function SelectionBar({ chosen, unseen, mayOperate }: SelectionBarProps) {
  const [tagging, setTagging] = useState(false);
  const erase = useDeleteRuns();
  const [baseline] = chosen;
  const tail = baseline && nameTails(chosen).get(baseline.id);
  const comparable = chosen.length >= MIN_COMPARED && chosen.length <= MAX_SIDES;
  return (
    <section
      id={SELECTION_BAR}
      tabIndex={-1}
      ref={toastsAbove}
      aria-label="Selected runs"
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-panel border border-line-strong bg-raised px-3 py-2 shadow-[0_12px_32px_rgb(0_0_0/0.35)]"
    >
      <div className="mr-auto min-w-0 text-sm">
        <span role="status" className="font-medium">
          {plural(chosen.length, 'run')} selected
        </span>
        <span className="block text-xs text-muted">
          {comparable ? (
            <span className="flex max-w-80 gap-1">
              <span className="truncate">baseline: {baseline?.name}</span>
              {baseline && tail && <IdTail id={baseline.id} tail={tail} />}
            </span>
          ) : (
            `A comparison takes ${MIN_COMPARED} to ${MAX_SIDES} runs.`
          )}
          {unseen.length > 0 && (
            <span title={unseen.map(({ name }) => name).join(', ')}>{unseen.length} of them not in this list</span>
          )}
        </span>
      </div>
      {comparable && (
        <Link href={compareHref(chosen.map(({ id }) => id))} aria-keyshortcuts="c" className={buttonClass('primary')}>
          Compare {plural(chosen.length, 'run')}
        </Link>
      )}
      {mayOperate && (
        <>
          <Button onPointerEnter={TagRuns.preload} onFocus={TagRuns.preload} onClick={() => setTagging(true)}>
            Tag …
          </Button>
          <Button look="danger" disabled={erase.isPending} onClick={() => erase.mutate(chosen)}>
            {erase.isPending ? 'Deleting …' : 'Delete'}
          </Button>
        </>
      )}
      <Button look="ghost" onClick={() => changeSelection(() => [])}>
        Clear selection
      </Button>
      {tagging && <TagRuns runs={chosen} onClose={() => setTagging(false)} />}
    </section>
  );
}
