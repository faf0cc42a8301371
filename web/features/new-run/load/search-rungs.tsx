'use client';

import { useDraft } from '@/features/new-run/draft-form';
import { plannedSeconds } from '@/features/new-run/plan/estimate';
import { formatCount, plural } from '@/lib/format';
import { formatDuration } from '@/lib/time';
import { MOST_SEARCH_STEPS, rungsOf } from './planned-rungs';

/** What a search would try at most, and how long that takes. */
export function SearchRungs() {
  const { run, errors } = useDraft();
  const { load } = run.spec;
  const [first] = load.steps;
  const readable = !Object.keys(errors).some((field) => field.startsWith('search.'));
  if (!first || load.search === null || !readable) return null;
  const { growing, narrowing } = rungsOf(first, load.search);
  const unit = first.loop === 'closed' ? 'connections' : 'req/s';
  return (
    <div className="text-xs text-muted">
      <p>
        <span className="text-ink">Rungs, if none passes the ceiling:</span> {growing.map(formatCount).join(', ')}{' '}
        {unit}.
      </p>
      <p className="mt-1">
        Where one does, {narrowing === 0 ? 'none' : `at most ${plural(narrowing, 'step')}`} more to narrow the bracket
        down; never more than {MOST_SEARCH_STEPS} steps. At the longest{' '}
        <span className="text-ink">{formatDuration(plannedSeconds(load))}</span>.
      </p>
    </div>
  );
}
