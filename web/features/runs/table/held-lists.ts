'use client';

import type { RunSummary } from '@contract/run';
import { type FocusEvent, type PointerEvent, useState } from 'react';
import { holdLeaving, holdRows } from './held-rows';
import type { RunLine } from './run-lines';

interface Lists {
  active: RunSummary[];
  ended: RunLine[];
}

/**
 * While a person points at the lists or goes through them by keyboard, rows keep their places: new ones wait, and runs
 * that end stay where they are. `of` names what is shown, null while that is on its way; another filter or order is
 * shown at once.
 */
export function useHeldLists(fresh: Lists, of: string | null) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [snapshot, setSnapshot] = useState<Lists & { of: string | null }>({ ...fresh, of });
  const busy = pointed || focused;
  if (busy && snapshot.of !== of) setSnapshot({ ...fresh, of });
  const held = busy && of !== null && snapshot.of === of;
  const endedRuns = fresh.ended.map(({ run }) => run);
  const active = held ? holdLeaving(snapshot.active, fresh.active, endedRuns) : { rows: fresh.active, waiting: 0 };
  // A run that ended and still stands above is not shown twice.
  const above = new Set(active.rows.map(({ id }) => id));
  const below = fresh.ended.filter(({ id }) => !above.has(id));
  const ended = held ? holdRows(snapshot.ended, below) : { rows: below, waiting: 0 };

  const begin = (): void => {
    if (!held) setSnapshot({ active: active.rows, ended: ended.rows, of });
  };
  return {
    active: active.rows,
    ended: ended.rows,
    waiting: active.waiting + ended.waiting,
    showAll: () => setSnapshot({ ...fresh, of }),
    holding: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') return;
        begin();
        setPointed(true);
      },
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent) => {
        if (!target.matches(':focus-visible')) return;
        begin();
        setFocused(true);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
}
