'use client';

import { nameTails } from '@rules/run/run-names';
import { useState } from 'react';
import { useFoundRuns, useRunsById } from '@/features/compare/use-comparison';
import { MIN_COMPARED } from '@/lib/run-selection';
import { Button } from '@/ui/button';
import { LoadMore } from '@/ui/query-state';
import { MAX_SIDES } from '@/ui/sides';
import { FindRuns } from './find-runs';
import { RunChoice, UnreadChoice } from './run-choice';

interface ChooseRunsProps {
  /** Chosen already, in their order; newly chosen runs come after them. */
  initial: string[];
  onChosen: (runIds: string[]) => void;
}

/** Runs to compare, found by what people call them; those chosen before the search stay above what it finds. */
export function ChooseRuns({ initial, onChosen }: ChooseRunsProps) {
  const [chosen, setChosen] = useState(initial);
  // Nothing moves under the pointer: what is chosen below goes up with the next search.
  const [pinned, setPinned] = useState(initial);
  const [wanted, setWanted] = useState('');
  const { query, runs } = useFoundRuns(wanted);
  const search = (text: string): void => {
    setWanted(text);
    setPinned(chosen);
  };
  const toggle = (runId: string): void =>
    setChosen(chosen.includes(runId) ? chosen.filter((other) => other !== runId) : [...chosen, runId]);
  const choiceOf = (runId: string) => ({
    checked: chosen.includes(runId),
    full: chosen.length >= MAX_SIDES,
    onToggle: () => toggle(runId),
  });
  const found = runs.filter((run) => !pinned.includes(run.id));
  const read = useRunsById(pinned);
  const above = pinned.flatMap((runId) => read[runId]?.run ?? []);
  const tails = nameTails([...above, ...found]);
  return (
    <FindRuns query={query} wanted={wanted} onWanted={search}>
      {(query.data || pinned.length > 0) && (
        <fieldset
          aria-label="Runs to compare"
          aria-busy={query.isPlaceholderData}
          className="max-h-[22rem] overflow-y-auto rounded-control border border-line"
        >
          <Pinned runIds={pinned} read={read} tails={tails} choiceOf={choiceOf} />
          {found.map((run) => (
            <RunChoice key={run.id} run={run} tail={tails.get(run.id)} {...choiceOf(run.id)} />
          ))}
          {query.data && found.length === 0 && <NothingFound wanted={wanted} others={pinned.length > 0} />}
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          disabled={chosen.length < MIN_COMPARED || chosen.length > MAX_SIDES}
          onClick={() => onChosen(chosen)}
        >
          {chosen.length < MIN_COMPARED ? 'Compare' : `Compare ${chosen.length} runs`}
        </Button>
        <LoadMore query={query}>Load older</LoadMore>
        <span className="text-xs text-muted" role="status">
          {countHint(chosen.length)}
        </span>
      </div>
    </FindRuns>
  );
}

function countHint(count: number): string {
  if (count === 0) return 'Choose two runs at least';
  if (count < MIN_COMPARED) return 'Choose one more run at least';
  return count > MAX_SIDES ? `Take ${count - MAX_SIDES} out: ${MAX_SIDES} at most` : `of ${MAX_SIDES} at most`;
}

interface PinnedProps {
  runIds: string[];
  read: ReturnType<typeof useRunsById>;
  tails: ReadonlyMap<string, string>;
  choiceOf: (runId: string) => { checked: boolean; full: boolean; onToggle: () => void };
}

function Pinned({ runIds, read, tails, choiceOf }: PinnedProps) {
  return runIds.map((runId) => {
    const { run, failed } = read[runId] ?? { run: undefined, failed: false };
    return run ? (
      <RunChoice key={runId} run={run} tail={tails.get(run.id)} {...choiceOf(runId)} />
    ) : (
      <UnreadChoice key={runId} runId={runId} failed={failed} {...choiceOf(runId)} />
    );
  });
}

function NothingFound({ wanted, others }: { wanted: string; others: boolean }) {
  const text = wanted.trim()
    ? `No ${others ? 'other ' : ''}run matches.`
    : others
      ? 'There is no other run.'
      : 'There is no run to compare.';
  return <p className="px-3 py-4 text-sm text-muted">{text}</p>;
}
