'use client';

import type { Alert } from '@contract/alert';
import type { Benchmark } from '@contract/benchmark';
import { BISECTION_USUAL_ROUNDS } from '@contract/limits';
import { wholeExperimentUs } from '@rules/experiment/planned-time';
import { besideBuilds } from '@rules/spec/revision-words';
import { formatDurationUs } from '@rules/words/durations';
import { type FormEvent, useState } from 'react';
import { useRefusals } from '@/features/draft/refusals';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { showToast } from '@/ui/toast';
import { CommitField } from '../design/commit-field';
import { useStartBisection } from './bisections-query';
import { readSearch, type SearchDraft, searchField } from './search-draft';
import { SearchedFigure } from './searched-figure';

interface SearchDialogProps {
  benchmark: Benchmark;
  /** The change whose commit is looked for; null: between two commits that are named here. */
  alert: Alert | null;
  onClose: () => void;
}

/** Begins the search for the commit of a change. What it takes is said before. */
export function SearchDialog({ benchmark, alert, onClose }: SearchDialogProps) {
  const { spec } = benchmark.design;
  const { metric, stepIndex } = benchmark.primary;
  const [draft, setDraft] = useState<SearchDraft>({ good: '', bad: '', metric, stepIndex, way: 'worse' });
  const [tried, setTried] = useState(false);
  const start = useStartBisection(benchmark.id);
  const { body, faults } = readSearch(draft, alert);
  const { refusedAt, refuse } = useRefusals(draft, searchField);
  const set = (over: Partial<SearchDraft>): void => setDraft({ ...draft, ...over });
  const errorAt = (field: 'good' | 'bad'): string | undefined =>
    refusedAt(field) ?? (tried ? faults[field] : undefined);
  const begin = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (Object.keys(faults).length > 0 || start.isPending) return;
    start.mutate(body, {
      onError: refuse,
      onSuccess: ({ sentence }) => {
        onClose();
        showToast({ title: `The search has begun. ${sentence}` });
      },
    });
  };
  const { first, most } = BISECTION_USUAL_ROUNDS;
  const each = `${2 * first} runs, about ${formatDurationUs(wholeExperimentUs(first, [spec, spec]))}${besideBuilds([spec])}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={alert ? 'Find the commit' : 'Search between two commits'}
      description={`Measures both ends, then halves what lies between, one experiment after another: each ${each}, and up to ${most / first} times that where the answer is unclear. It waits where the hosts are busy.`}
    >
      <form className="grid grid-cols-[minmax(0,1fr)] gap-3" noValidate onSubmit={begin}>
        {alert ? (
          <p className="text-sm [overflow-wrap:anywhere]">{alert.sentence}</p>
        ) : (
          <>
            <CommitField
              id="search-good"
              label="Before the change"
              hint="The last commit that you know to be good."
              spec={spec}
              value={draft.good}
              error={errorAt('good')}
              onChange={(good) => set({ good })}
            />
            <CommitField
              id="search-bad"
              label="After the change"
              hint="A later commit of the same branch that has it."
              spec={spec}
              value={draft.bad}
              error={errorAt('bad')}
              onChange={(bad) => set({ bad })}
            />
            <SearchedFigure steps={spec.load.steps.length} draft={draft} set={set} />
          </>
        )}
        {start.error && (
          <ErrorNotice
            title="The search was not begun"
            unconfirmed="Not confirmed: the search may have begun"
            error={start.error}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Not now</Button>
          <Button type="submit" look="primary" disabled={start.isPending}>
            {start.isPending ? 'Beginning …' : 'Begin the search'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
