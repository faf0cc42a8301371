'use client';

import { useDraft } from '@/features/new-run/draft-form';
import { LabelledChoice } from '@/features/new-run/labelled-choice';

/** Steps that are known before, or a search that plans them as it goes. */
export function PlanChoice() {
  const { form, draft } = useDraft();
  const { on } = draft.search;
  return (
    <LabelledChoice
      field="search.on"
      label="Plan"
      value={on ? 'search' : 'steps'}
      onChange={(plan) => form.setValue('search.on', plan === 'search', { shouldDirty: true })}
      options={[
        { value: 'steps', label: 'Steps' },
        { value: 'search', label: 'Ceiling search' },
      ]}
      hint={
        on
          ? 'Steps are planned while the run goes on, until the ceiling is found.'
          : 'The steps below, one after the other.'
      }
    />
  );
}
