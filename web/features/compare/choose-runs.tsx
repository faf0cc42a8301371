'use client';

import { useId, useState } from 'react';
import type { RunSummary } from '@/api/types';
import { Button } from '@/components/button';
import { Chip } from '@/components/chip';
import { ErrorNotice } from '@/components/error-notice';
import { TextField } from '@/components/field';
import { SkeletonRows } from '@/components/skeleton';
import { When } from '@/components/when';
import { formatCount } from '@/lib/format';
import { statusOf } from '@/lib/run-state';
import { MAX_SIDES } from '@/lib/sides';
import { pathOf, workersText } from '@/lib/target-text';
import { useRecentRuns } from './use-comparison';

interface ChooseRunsProps {
  /** Chosen already, in their order; newly chosen runs come after them. */
  initial: string[];
  onChosen: (runIds: string[]) => void;
}

/** Runs to compare, found by anything that names them; those chosen before come first. */
export function ChooseRuns({ initial, onChosen }: ChooseRunsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(initial);
  const [wanted, setWanted] = useState('');
  const recent = useRecentRuns();
  const runs = recent.data?.pages.flatMap((page) => page.runs) ?? [];
  const place = (run: RunSummary): number => Number(!initial.includes(run.id));
  const found = runs.filter((run) => matches(run, wanted)).sort((a, b) => place(a) - place(b));
  const toggle = (runId: string): void =>
    setChosen(chosen.includes(runId) ? chosen.filter((other) => other !== runId) : [...chosen, runId]);
  return (
    <div className="grid gap-3">
      <TextField
        id={id}
        label="Find runs by name, tag, host or route"
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      {recent.isPending && <SkeletonRows rows={4} label="Loading the runs" />}
      {recent.isError && (
        <ErrorNotice title="The runs could not be loaded" error={recent.error} retry={() => recent.refetch()} />
      )}
      {recent.isSuccess && (
        <fieldset
          aria-label="Runs to compare"
          className="max-h-[22rem] overflow-y-auto rounded-control border border-line"
        >
          {found.map((run) => (
            <Choice
              key={run.id}
              run={run}
              checked={chosen.includes(run.id)}
              full={chosen.length >= MAX_SIDES}
              onToggle={() => toggle(run.id)}
            />
          ))}
          {found.length === 0 && (
            <p className="px-3 py-4 text-sm text-muted">
              {runs.length === 0
                ? 'Nothing has been measured yet.'
                : 'No run matches; clear the search or load older ones.'}
            </p>
          )}
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" disabled={chosen.length < 2} onClick={() => onChosen(chosen)}>
          {chosen.length < 2 ? 'Compare' : `Compare ${chosen.length} runs`}
        </Button>
        {recent.hasNextPage && (
          <Button disabled={recent.isFetchingNextPage} onClick={() => recent.fetchNextPage()}>
            {recent.isFetchingNextPage ? 'Loading …' : 'Load older'}
          </Button>
        )}
        <span className="text-xs text-muted" role="status">
          {chosen.length < 2
            ? `Choose ${chosen.length === 0 ? 'two runs' : 'one more run'} at least`
            : `of ${MAX_SIDES} at most`}
        </span>
      </div>
    </div>
  );
}

interface ChoiceProps {
  run: RunSummary;
  checked: boolean;
  full: boolean;
  onToggle: () => void;
}

function Choice({ run, checked, full, onToggle }: ChoiceProps) {
  const status = statusOf(run);
  return (
    <label className="flex cursor-pointer items-start gap-3 border-b border-line px-3 py-2 last:border-b-0 hover:bg-raised has-[:disabled]:cursor-not-allowed has-[:disabled]:opacity-60">
      <input
        type="checkbox"
        className="check-box mt-1 size-3.5"
        checked={checked}
        disabled={full && !checked}
        onChange={onToggle}
      />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 break-words text-sm font-medium">{run.name}</span>
          <Chip tone={status.tone}>{status.label}</Chip>
        </span>
        <span className="text-xs text-muted">
          {pathOf(run.spec)}, {workersText(run.spec.target)} · {run.hostNames.join(', ')} ·{' '}
          <When atUs={run.endedAtUs ?? run.createdAtUs} />
        </span>
      </span>
      {run.best && (
        <span className="shrink-0 text-right text-xs text-muted">
          <span className="text-sm text-ink">{formatCount(run.best.requestsPerSecond)}</span> req/s
        </span>
      )}
    </label>
  );
}

function matches(run: RunSummary, wanted: string): boolean {
  const said = [run.name, ...run.tags, ...run.hostNames, pathOf(run.spec), workersText(run.spec.target)];
  const text = said.join(' ').toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
