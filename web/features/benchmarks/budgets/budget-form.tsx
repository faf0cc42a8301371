'use client';

import type { Benchmark, Budget, KeptBudget } from '@contract/benchmark';
import { MAX_ALERT_REASON_CHARACTERS } from '@contract/limits';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { type FormEvent, useState } from 'react';
import { nowMs } from '@/lib/clock';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { FigureFields } from '../figure-fields';
import { type BudgetDraft, draftOfBudget, readBudget } from './budget-draft';
import { limitWay } from './budget-words';

interface BudgetFormProps {
  benchmark: Benchmark;
  /** Null: a new one. */
  changed: KeptBudget | null;
  act: { isPending: boolean; error: unknown };
  onSave: (budgets: Budget[]) => void;
  onBack: () => void;
}

export function BudgetForm({ benchmark, changed, act, onSave, onBack }: BudgetFormProps) {
  const [draft, setDraft] = useState(() => draftOfBudget(changed, benchmark.primary));
  const [tried, setTried] = useState(false);
  const { budgets, faults } = readBudget(draft, benchmark.budgets, changed, nowMs() * 1000);
  const set = (over: Partial<BudgetDraft>): void => setDraft({ ...draft, ...over });
  const errorAt = (field: keyof BudgetDraft): string | undefined => (tried ? faults[field] : undefined);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (Object.keys(faults).length === 0 && !act.isPending) onSave(budgets);
  };
  const { unit } = METRIC_WORDS[draft.metric];
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-3" noValidate onSubmit={save}>
      <FigureFields
        id="budget"
        label="Metric"
        steps={benchmark.design.spec.load.steps.length}
        figure={draft}
        set={set}
        error={errorAt('metric')}
      />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field id="budget-of" label="Limit of">
          <SelectBox
            id="budget-of"
            value={draft.of}
            onChange={({ target }) => set({ of: target.value as Budget['of'] })}
          >
            <option value="ratio">the build against the reference</option>
            <option value="figure">the build’s own figure</option>
          </SelectBox>
        </Field>
        <TextField
          id="budget-limit"
          label={limitWay(draft.metric) === 'at least' ? 'At least' : 'At most'}
          inputMode="decimal"
          value={draft.limit}
          error={errorAt('limit')}
          hint={
            draft.of === 'ratio' ? '× the reference: 1.05 is 5 % above it.' : `${unit}. It moves with the host, too.`
          }
          onChange={({ target }) => set({ limit: target.value })}
        />
      </div>
      <TextField
        id="budget-reason"
        label="Reason"
        placeholder="Why it is this, or who agreed to it"
        maxLength={MAX_ALERT_REASON_CHARACTERS}
        value={draft.reason}
        error={errorAt('reason')}
        onChange={({ target }) => set({ reason: target.value })}
      />
      <TextField
        id="budget-last-day"
        type="date"
        label="Last day"
        hint="Afterwards it is held no more. Empty: for good."
        value={draft.lastDay}
        error={errorAt('lastDay')}
        onChange={({ target }) => set({ lastDay: target.value })}
      />
      {act.error ? <ErrorNotice title="The budget was not saved" error={act.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Cancel</Button>
        <Button type="submit" look="primary" disabled={act.isPending}>
          {act.isPending ? 'Saving …' : 'Save budget'}
        </Button>
      </div>
    </form>
  );
}
