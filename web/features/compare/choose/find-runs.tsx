'use client';

import { MAX_SEARCH_CHARACTERS } from '@contract/limits';
import type { RunSummary } from '@contract/run';
import { whyNoBest } from '@rules/load/why-absent';
import { loadText } from '@rules/spec/load-words';
import { mixText, targetText } from '@rules/spec/target-words';
import { isDoubtful } from '@rules/words/doubtful';
import { formatCount } from '@rules/words/numbers';
import { type ReactNode, useId } from 'react';
import type { useFoundRuns } from '@/features/compare/use-comparison';
import { statusOf } from '@/lib/run-state';
import { Measured } from '@/ui/absent';
import { Chip } from '@/ui/chip';
import { IdTail } from '@/ui/id-tail';
import { TextField } from '@/ui/inputs/field';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';

interface FindRunsProps {
  query: ReturnType<typeof useFoundRuns>['query'];
  wanted: string;
  onWanted: (text: string) => void;
  /** What was found, and what there is to do with it. */
  children: ReactNode;
}

/** A search for runs by what people call them. */
export function FindRuns({ query, wanted, onWanted, children }: FindRunsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextField
        id={useId()}
        label="Find runs by name, tag or notes"
        type="search"
        maxLength={MAX_SEARCH_CHARACTERS}
        value={wanted}
        onChange={({ target }) => onWanted(target.value)}
      />
      <QueryState query={query} what="the runs" rows={4} within="form" />
      {children}
    </div>
  );
}

interface FoundRunProps {
  run: RunSummary;
  /** The end of its id, where another one in sight has its name, too. */
  tail: string | undefined;
}

/** What tells a run from others where one is to be chosen. */
export function FoundRun({ run, tail }: FoundRunProps) {
  const status = statusOf(run);
  const doubtful = run.verdict !== null && isDoubtful(run.verdict);
  return (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">{run.name}</span>
          {tail && <IdTail id={run.id} tail={tail} />}
          {run.state !== 'finished' && <Chip tone={status.tone}>{status.label}</Chip>}
        </span>
        <span className="text-xs text-muted [overflow-wrap:anywhere]">
          {mixText(run.spec.requests)}, {targetText(run.spec.target)} · {loadText(run.spec.load)} ·{' '}
          {run.hostNames.join(', ')} · <When atUs={run.endedAtUs ?? run.createdAtUs} />
        </span>
      </span>
      <span className="shrink-0 text-right text-xs text-muted">
        <Measured value={run.best} why={whyNoBest(run)}>
          {({ requestsPerSecond }) => (
            <>
              <span className={doubtful ? 'text-sm text-warn' : 'text-sm text-ink'}>
                {doubtful && '~'}
                {formatCount(requestsPerSecond)}
              </span>{' '}
              req/s
              {doubtful && <span className="block text-warn">{run.verdict?.validity}</span>}
            </>
          )}
        </Measured>
      </span>
    </>
  );
}
