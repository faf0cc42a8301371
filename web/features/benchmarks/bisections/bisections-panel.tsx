'use client';

import type { Bisection } from '@contract/bisection';
import { metricTitle } from '@rules/outcomes/figures';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { useState } from 'react';
import { Allowed } from '@/features/shell/allowed';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Confirm } from '@/ui/dialog';
import { Panel } from '@/ui/panel';
import { When } from '@/ui/when';
import { revisionName } from '../revision-name';
import { isRunning, useCancelBisection } from './bisections-query';
import { RevisionStrip } from './revision-strip';
import { stateOf } from './verdict-looks';

/** Searches for the commit of a change: where they stand, and what is known of each commit. */
export function BisectionsPanel({ bisections }: { bisections: Bisection[] }) {
  const [all, setAll] = useState(false);
  const running = bisections.filter(isRunning).length;
  const first = bisections.filter((one, at) => at === 0 || isRunning(one));
  const others = bisections.length - first.length;
  return (
    <Panel title="Searches" aside={running > 0 ? `${running} under way` : 'none is under way'} flush>
      <ul aria-label="Searches" className="divide-y divide-line border-t border-line">
        {(all ? bisections : first).map((bisection) => (
          <Search key={bisection.id} bisection={bisection} />
        ))}
      </ul>
      {!all && others > 0 && (
        <div className="px-4 py-3 sm:px-5">
          <Button onClick={() => setAll(true)}>Show {plural(others, 'ended search', 'ended searches')}</Button>
        </div>
      )}
    </Panel>
  );
}

function Search({ bisection }: { bisection: Bisection }) {
  const [asking, setAsking] = useState(false);
  const { sentence, metric, stepIndex, experimentId, waitingSentence, endedAtUs, createdAtUs, createdByName } =
    bisection;
  const { name, tone } = stateOf(bisection);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 text-sm sm:px-5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
        <p className="[overflow-wrap:anywhere]">
          <span className="mr-2 inline-flex align-middle">
            <Chip tone={tone}>{name}</Chip>
          </span>
          <span className="font-medium">{sentence}</span>
        </p>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">
          {metricTitle(metric)} at step {stepIndex + 1} · {rangeText(bisection)} · begun by{' '}
          {createdByName ?? 'an API token'} <When atUs={createdAtUs} />
          {endedAtUs !== null && (
            <>
              , ended <When atUs={endedAtUs} />
            </>
          )}
          {experimentId !== null && (
            <>
              {' · '}
              <Link href={`/experiments/${experimentId}`} className="text-accent hover:underline">
                the experiment under way
              </Link>
            </>
          )}
        </p>
        {waitingSentence !== null && isRunning(bisection) && (
          <p className="text-xs text-muted">Waits: {waitingSentence}</p>
        )}
        <RevisionStrip bisection={bisection} />
      </div>
      <Allowed needs="operator">
        {isRunning(bisection) && (
          <div>
            <Button onClick={() => setAsking(true)}>Cancel the search …</Button>
          </div>
        )}
        {asking && <CancelSearch bisection={bisection} onClose={() => setAsking(false)} />}
      </Allowed>
    </li>
  );
}

function rangeText({ revisions }: Bisection): string {
  const [good, bad] = [revisions[0], revisions.at(-1)];
  return `${plural(revisions.length, 'commit')} from ${revisionName(good?.revision ?? '')} to ${revisionName(bad?.revision ?? '')}`;
}

function CancelSearch({ bisection: { id, benchmarkId }, onClose }: { bisection: Bisection; onClose: () => void }) {
  const act = useCancelBisection(benchmarkId, id);
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Cancel the search?"
      action="Cancel the search"
      acting="Canceling …"
      back="Keep searching"
      act={act}
      onConfirm={() => act.mutate(undefined, { onSuccess: onClose })}
    >
      <p>Its experiment under way is stopped. What was measured stays, and you can begin another search.</p>
    </Confirm>
  );
}
