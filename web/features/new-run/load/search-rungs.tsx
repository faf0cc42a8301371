'use client';

import { plannedRungs, SEARCH_STEPS_MOST } from '@rules/load/search/planned-rungs';
import { formatDuration } from '@rules/words/durations';
import { formatCount, plural } from '@rules/words/numbers';
import { useDraft } from '@/features/new-run/draft-form';
import { wholeRunSeconds } from '@/features/new-run/plan/estimate';

/** What a search would try at most, and how long that takes. */
export function SearchRungs() {
  const { run, errors } = useDraft();
  const { load } = run.spec;
  const [first] = load.steps;
  const readable = !Object.keys(errors).some((field) => field.startsWith('search.'));
  if (!first || load.search === null || !readable) return null;
  const { growing, narrowing } = plannedRungs(first, load.search);
  const unit = first.loop === 'closed' ? 'connections' : 'req/s';
  return (
    <div className="text-xs text-muted">
      <p>
        <span className="text-ink">Rungs, if none passes the ceiling:</span> {growing.map(formatCount).join(', ')}{' '}
        {unit}.
      </p>
      <p className="mt-1">
        Where one does, {narrowing === 0 ? 'none' : `usually no more than ${plural(narrowing, 'step')}`} more to narrow
        the bracket down; never more than {SEARCH_STEPS_MOST} steps. A rung that other processes may have slowed is
        measured again. Usually no longer than <span className="text-ink">{formatDuration(wholeRunSeconds(load))}</span>
        .
      </p>
    </div>
  );
}
