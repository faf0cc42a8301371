'use client';

import type { Benchmark, Budget, KeptBudget } from '@contract/benchmark';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { showToast } from '@/ui/toast';
import { useChangeBenchmark } from '../benchmarks-query';
import { BudgetBy } from './budget-by';
import { sentBudget } from './budget-draft';
import { BudgetForm } from './budget-form';
import { budgetText, isSameFigure } from './budget-words';

/** Limits that do not move with the history: set, changed and removed. */
export function BudgetsDialog({ benchmark, onClose }: { benchmark: Benchmark; onClose: () => void }) {
  const { budgets } = benchmark;
  const [editing, setEditing] = useState<KeptBudget | 'new' | null>(budgets.length === 0 ? 'new' : null);
  const change = useChangeBenchmark(benchmark.id);
  const back = (): void => {
    change.reset();
    if (budgets.length === 0) onClose();
    else setEditing(null);
  };
  const save = (next: Budget[]): void =>
    change.mutate(
      { budgets: next },
      {
        onSuccess: () => {
          showToast({ title: 'Saved the budget.' });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Budgets"
      description="Limits that do not move with the history. You are told when the last five points are beyond one and an experiment shows it."
    >
      {editing === null ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <ul aria-label="Budgets" className="divide-y divide-line rounded-control border border-line">
            {budgets.map((budget) => (
              <BudgetRow
                key={`${budget.metric} ${budget.stepIndex}`}
                budget={budget}
                benchmark={benchmark}
                onChange={() => setEditing(budget)}
              />
            ))}
            {budgets.length === 0 && <li className="px-3 py-2.5 text-sm text-muted">None is set.</li>}
          </ul>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Close</Button>
            <Button look="primary" onClick={() => setEditing('new')}>
              Set another budget
            </Button>
          </div>
        </div>
      ) : (
        <BudgetForm
          benchmark={benchmark}
          changed={editing === 'new' ? null : editing}
          act={change}
          onSave={save}
          onBack={back}
        />
      )}
    </Dialog>
  );
}

interface BudgetRowProps {
  budget: KeptBudget;
  benchmark: Benchmark;
  onChange: () => void;
}

function BudgetRow({ budget, benchmark, onChange }: BudgetRowProps) {
  const [asking, setAsking] = useState(false);
  const change = useChangeBenchmark(benchmark.id);
  const name = budgetText(budget);
  const remove = (): void =>
    change.mutate({ budgets: benchmark.budgets.filter((one) => !isSameFigure(one, budget)).map(sentBudget) });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-3 py-2.5 text-sm">
      <p className="font-medium first-letter:uppercase [overflow-wrap:anywhere]">{name}</p>
      <p className="text-xs [overflow-wrap:anywhere]">
        {budget.reason} <BudgetBy budget={budget} />
      </p>
      {change.error && <ErrorNotice title="The budget was not removed" error={change.error} />}
      <div className="flex flex-wrap items-center gap-1.5">
        {asking ? (
          <>
            <span className="text-xs">Nothing is held to it any more. Alerts that it raised stay.</span>
            <Button look="danger" disabled={change.isPending} onClick={remove}>
              {change.isPending ? 'Removing …' : 'Remove it'}
            </Button>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
          </>
        ) : (
          <>
            <Button aria-label={`Change: ${name}`} onClick={onChange}>
              Change
            </Button>
            <Button aria-label={`Remove: ${name}`} onClick={() => setAsking(true)}>
              Remove …
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
