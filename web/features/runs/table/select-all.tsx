'use client';

import type { RunSummary } from '@contract/run';
import { type Chosen, isChosen } from '@/lib/run-selection';

interface SelectAllProps {
  runs: RunSummary[];
  chosen: Chosen[];
  chooseAll: (on: boolean) => void;
}

export function SelectAll({ runs, chosen, chooseAll }: SelectAllProps) {
  const count = runs.filter(({ id }) => isChosen(chosen, id)).length;
  const all = runs.length > 0 && count === runs.length;
  return (
    <input
      type="checkbox"
      aria-label="Select all runs shown"
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !all;
      }}
      className="check-box size-4 shrink-0"
      onChange={() => chooseAll(!all)}
    />
  );
}
