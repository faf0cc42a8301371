import type { KeptBudget } from '@contract/benchmark';
import { formatDate } from '@/lib/time';
import { When } from '@/ui/when';
import { isHeld } from './budget-words';

/** Who set a limit, when, and how long it is held. */
export function BudgetBy({ budget }: { budget: KeptBudget }) {
  const { byName, setAtUs, expiresAtUs } = budget;
  return (
    <span className="text-muted">
      ({byName ?? 'an API token'}, <When atUs={setAtUs} />
      {expiresAtUs !== null && `, ${isHeld(budget) ? 'until' : 'not held since'} ${formatDate(expiresAtUs)}`})
    </span>
  );
}
