'use client';

import type { ImportResult } from '@contract/import';
import { plural } from '@rules/words/numbers';
import { Check } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { compareHref, MIN_COMPARED } from '@/lib/run-selection';
import { Button, buttonClass } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Panel } from '@/ui/panel';
import { MAX_SIDES } from '@/ui/sides';

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
          {fresh === 0 ? 'All of it was imported before' : `${plural(fresh, 'run')} imported`}
        </h2>
        {result.experiments.map(({ question, experimentId }) => (
          <p key={experimentId} className="text-sm [overflow-wrap:anywhere]">
            <span className="text-muted">Experiment</span> <span className="font-medium">{question}</span>
          </p>
        ))}
        <ul className="grid gap-1.5">
          {result.runs.map((run) => (
            <li key={run.runId} className="flex flex-wrap items-center gap-x-2 text-sm">
              <Link
                href={`/runs/${run.runId}`}
                className="min-w-0 text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline"
              >
                {run.name}
              </Link>
              <span className="text-muted">{plural(run.points, 'point')}</span>
              {run.known && <Chip>imported before</Chip>}
            </li>
          ))}
        </ul>
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

/** The comparison that the files ask for; else one of as many runs as it takes. */
function comparisonHref({ comparison, runs }: ImportResult): string | null {
  if (comparison) {
    const others = comparison.runIds.filter((id) => id !== comparison.baselineRunId);
    return compareHref([comparison.baselineRunId, ...others]);
  }
  const ids = runs.flatMap(({ runId }) => runId ?? []);
  return ids.length >= MIN_COMPARED && ids.length <= MAX_SIDES ? compareHref(ids) : null;
}
