'use client';

import type { AlertDirection } from '@contract/alert';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { FigureFields } from '../figure-fields';
import type { SearchDraft } from './search-draft';

interface SearchedFigureProps {
  /** Of the benchmark's load. */
  steps: number;
  draft: SearchDraft;
  set: (over: Partial<SearchDraft>) => void;
}

const WAYS: Record<AlertDirection, string> = { worse: 'got worse', better: 'got better' };

/** What changed, and which way. */
export function SearchedFigure({ steps, draft, set }: SearchedFigureProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <FigureFields id="search" label="What changed" steps={steps} figure={draft} set={set} />
      <Field id="search-way" label="How">
        <SelectBox
          id="search-way"
          value={draft.way}
          onChange={({ target }) => set({ way: target.value as AlertDirection })}
        >
          {Object.entries(WAYS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectBox>
      </Field>
    </div>
  );
}
