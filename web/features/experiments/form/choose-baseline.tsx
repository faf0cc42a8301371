'use client';

import { nameTails } from '@rules/run/run-names';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FindRuns, FoundRun } from '@/features/compare/choose/find-runs';
import { useFoundRuns } from '@/features/compare/use-comparison';
import { focusMain } from '@/ui/browser/opener';
import { Dialog } from '@/ui/dialog';
import { LoadMore } from '@/ui/query-state';
import { storedExperiment, storeExperiment } from './experiment-storage';

/** Goes to the form with that baseline. What was typed for another one goes along, unless that one has a draft of its own. */
export function useChooseBaseline(fromKey: string | null): (runId: string) => void {
  const router = useRouter();
  return (runId) => {
    const draft = fromKey === null ? null : storedExperiment(fromKey);
    if (draft && !storedExperiment(runId)) storeExperiment(runId, { ...draft, stepIndex: '' });
    focusMain();
    router.push(`/experiments/new?baseline=${encodeURIComponent(runId)}`);
  };
}

export function ChooseBaselineDialog({ fromKey, onClose }: { fromKey: string; onClose: () => void }) {
  const choose = useChooseBaseline(fromKey);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Another baseline"
      description="What you typed goes along with it; changes of settings are held against the new baseline."
    >
      <BaselineList
        onChosen={(runId) => {
          onClose();
          choose(runId);
        }}
      />
    </Dialog>
  );
}

/** Runs whose configuration can be run again, the newest first. */
export function BaselineList({ onChosen }: { onChosen: (runId: string) => void }) {
  const [wanted, setWanted] = useState('');
  const { query, runs } = useFoundRuns(wanted);
  const own = runs.filter(({ imported }) => imported === null);
  const tails = nameTails(own);
  return (
    <FindRuns query={query} wanted={wanted} onWanted={setWanted}>
      {query.data && !query.hasNextPage && own.length === 0 && (
        <p className="text-sm text-muted">
          {wanted.trim() ? 'No run that was measured here matches.' : 'Nothing has been measured here yet.'}
        </p>
      )}
      {own.length > 0 && (
        <ul
          aria-label="Runs to begin with"
          aria-busy={query.isPlaceholderData}
          className="max-h-[26rem] divide-y divide-line overflow-y-auto rounded-control border border-line"
        >
          {own.map((run) => (
            <li key={run.id}>
              <button
                type="button"
                onClick={() => onChosen(run.id)}
                className="flex w-full items-start gap-3 px-3 py-2 text-left outline-offset-[-2px] hover:bg-raised"
              >
                <FoundRun run={run} tail={tails.get(run.id)} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query}>Load older</LoadMore>
    </FindRuns>
  );
}
