'use client';

import type { RunSummary } from '@contract/run';
import { loadText } from '@rules/spec/load-words';
import { mixText, targetText } from '@rules/spec/target-words';
import { formatCount } from '@rules/words/numbers';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useFoundRuns } from '@/features/compare/use-comparison';
import { statusOf } from '@/lib/run-state';
import { focusMain } from '@/ui/browser/opener';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { SkeletonRows } from '@/ui/skeleton';
import { When } from '@/ui/when';
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
  const id = useId();
  const [wanted, setWanted] = useState('');
  const { query, runs } = useFoundRuns(wanted);
  const own = runs.filter(({ imported }) => imported === null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextField
        id={id}
        label="Find runs by name, tag or notes"
        type="search"
        maxLength={200}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      {query.isPending && <SkeletonRows rows={4} label="Loading the runs" />}
      {query.isError && (
        <ErrorNotice title="The runs could not be loaded" error={query.error} retry={() => query.refetch()} />
      )}
      {query.data && own.length === 0 && (
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
              <BaselineChoice run={run} onChosen={() => onChosen(run.id)} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          className="justify-self-start"
          disabled={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading …' : 'Load older'}
        </Button>
      )}
    </div>
  );
}

function BaselineChoice({ run, onChosen }: { run: RunSummary; onChosen: () => void }) {
  const status = statusOf(run);
  return (
    <button
      type="button"
      onClick={onChosen}
      className="flex w-full items-start gap-3 px-3 py-2 text-left outline-offset-[-2px] hover:bg-raised"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">{run.name}</span>
          {run.state !== 'finished' && <Chip tone={status.tone}>{status.label}</Chip>}
        </span>
        <span className="text-xs text-muted [overflow-wrap:anywhere]">
          {mixText(run.spec.requests)}, {targetText(run.spec.target)} · {loadText(run.spec.load)} ·{' '}
          {run.hostNames.join(', ')} · <When atUs={run.endedAtUs ?? run.createdAtUs} />
        </span>
      </span>
      {run.best && (
        <span className="shrink-0 text-right text-xs text-muted">
          <span className="text-sm text-ink">{formatCount(run.best.requestsPerSecond)}</span> req/s
        </span>
      )}
    </button>
  );
}
