'use client';

import type { ImportedRunRef, ImportResult } from '@contract/import';
import { plural } from '@rules/words/numbers';
import { Check } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { BestFigure } from '@/features/runs/table/best-figure';
import { compareHref, MIN_COMPARED } from '@/lib/run-selection';
import { Button, buttonClass } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { MAX_SIDES } from '@/ui/sides';
import { VerdictChip } from '@/ui/verdict-chips';

function headOf(runs: number, fresh: number): string {
  if (runs === 0) return 'Imported, without a run';
  return fresh === 0 ? 'All of it was imported before' : `${plural(fresh, 'run')} imported`;
}

/** What was imported, and where it is now. */
export function ImportedPanel({ result, onMore }: { result: ImportResult; onMore: () => void }) {
  const head = useRef<HTMLDivElement>(null);
  // The form went away with the button that had the focus.
  useEffect(() => head.current?.focus(), []);
  const fresh = result.runs.filter(({ known }) => !known).length;
  const compare = comparisonHref(result);
  return (
    <Panel>
      <div ref={head} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-3 outline-none">
        <h2 className="flex items-center gap-2 text-sm font-semibold">
          <Check aria-hidden className="size-4 text-ok" />
          {headOf(result.runs.length, fresh)}
        </h2>
        {result.experiments.map(({ question, experimentId }) => (
          <p key={experimentId} className="text-sm [overflow-wrap:anywhere]">
            <span className="text-muted">Experiment</span> <span className="font-medium">{question}</span>
          </p>
        ))}
        <div className="-mx-4 border-y border-line sm:-mx-5">
          <ListTable
            label="Imported runs"
            rows={result.runs}
            keyOf={({ runId, name }) => runId ?? name}
            name={NAME}
            columns={COLUMNS}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          {result.experimentId && (
            <Link href={`/experiments/${result.experimentId}`} className={buttonClass('primary')}>
              Open the experiment
            </Link>
          )}
          {compare && (
            <Link href={compare} className={buttonClass(result.experimentId ? 'plain' : 'primary')}>
              Compare
            </Link>
          )}
          <Button onClick={onMore}>Import more</Button>
          <Link href="/" className={buttonClass('ghost')}>
            All runs
          </Link>
        </div>
      </div>
    </Panel>
  );
}

const NAME: ListColumn<ImportedRunRef> = {
  head: 'Run',
  cell: ({ runId, name, known }) => (
    <RowName title={name} marks={known && <Chip>imported before</Chip>}>
      <Link href={`/runs/${runId}`} className="hover:text-accent">
        {name}
      </Link>
    </RowName>
  ),
};

const COLUMNS: ListColumn<ImportedRunRef>[] = [
  { head: 'Best', figure: true, cell: ({ best, verdict }) => best && <BestFigure best={best} verdict={verdict} /> },
  { head: 'Verdict', cell: ({ verdict }) => verdict && <VerdictChip verdict={verdict} /> },
  { head: 'Points', figure: true, cell: ({ points }) => points },
];

/** The comparison that the files ask for; else one of as many runs as it takes. */
function comparisonHref({ comparison, runs }: ImportResult): string | null {
  if (comparison) {
    const others = comparison.runIds.filter((id) => id !== comparison.baselineRunId);
    return compareHref([comparison.baselineRunId, ...others]);
  }
  const ids = runs.flatMap(({ runId }) => runId ?? []);
  return ids.length >= MIN_COMPARED && ids.length <= MAX_SIDES ? compareHref(ids) : null;
}
