'use client';

import type { Host } from '@contract/host';
import type { RunSummary } from '@contract/run';
import type { ActiveRuns } from '@contract/run-list';
import { queuedFor } from '@rules/run/queued-for';
import { isTerminal, isWaiting } from '@rules/run/run-machine';
import { nameTails } from '@rules/run/run-names';
import { phaseSentence, stateLabel } from '@rules/run/run-words';
import { hostIdsOf } from '@rules/spec/hosts-of-spec';
import { canRunAgain } from '@rules/spec/run-again';
import { formatCount } from '@rules/words/numbers';
import { lowered } from '@rules/words/text';
import Link from 'next/link';
import { useState } from 'react';
import { progressAt, stateTone, takesText } from '@/lib/run-state';
import { formatTimeLeft } from '@/lib/time';
import { useBrowserUs } from '@/ui/browser/now';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { IdTail } from '@/ui/id-tail';
import { onDemand } from '@/ui/on-demand';
import { Panel } from '@/ui/panel';
import { ProgressBar } from '@/ui/progress-bar';
import { useHosts } from '../hosts/hosts-query';
import { BestFigure } from './table/best-figure';

const GivenUp = onDemand(async () => (await import('./given-up')).GivenUp);

/** A long queue leaves the table in sight. */
const SHOWN_FOLDED = 3;

interface RunningNowProps {
  runs: RunSummary[];
  /** Beyond those. */
  more: ActiveRuns['more'];
  readAtMs: number;
}

/** Runs in the order given; those beyond the first few are folded away. */
export function RunningNow({ runs, more, readAtMs }: RunningNowProps) {
  const nowUs = useBrowserUs(500);
  const [all, setAll] = useState(false);
  const { data: known } = useHosts(runs.some(({ state }) => state === 'queued'));
  const tails = nameTails(runs);
  const unlisted = countText([], more);
  const shown = all ? runs : runs.slice(0, SHOWN_FOLDED);
  return (
    <Panel title="Running now" aside={countText(runs, more)} flush>
      <ul className="divide-y divide-line">
        {shown.map((run) => (
          <li key={run.id}>
            <RunningRow
              run={run}
              tail={tails.get(run.id)}
              hosts={known?.hosts ?? []}
              sinceUs={nowUs - readAtMs * 1000}
            />
          </li>
        ))}
      </ul>
      {runs.length > SHOWN_FOLDED && (
        <div className="flex flex-wrap items-center border-t border-line px-1 py-1.5 sm:px-2">
          <Button look="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show ${formatCount(runs.length - SHOWN_FOLDED)} more`}
          </Button>
          {unlisted && <span className="px-3 text-sm text-muted">Not listed here: {unlisted}.</span>}
        </div>
      )}
    </Panel>
  );
}

/** '2 running, 1 queued': who waits does not run. */
function countText(runs: RunSummary[], more: ActiveRuns['more']): string {
  const queued = runs.filter(({ state }) => state === 'queued').length;
  const running = runs.filter(({ state }) => state !== 'queued' && !isTerminal(state)).length;
  const ended = runs.length - queued - running;
  const [allRunning, allQueued] = [running + more.underWay, queued + more.queued];
  const parts = [
    allRunning > 0 && `${formatCount(allRunning)} running`,
    allQueued > 0 && `${formatCount(allQueued)} queued`,
    ended > 0 && `${formatCount(ended)} just ended`,
  ];
  return parts.filter(Boolean).join(', ');
}

interface RunningRowProps {
  run: RunSummary;
  /** The end of its id, where another one that runs has its name, too. */
  tail: string | undefined;
  hosts: Host[];
  sinceUs: number;
}

function RunningRow({ run, tail, hosts, sinceUs }: RunningRowProps) {
  const { fraction, remainingUs } = progressAt(run, sinceUs);
  const search = run.spec.load.search !== null && !isTerminal(run.state);
  return (
    <Link
      href={`/runs/${run.id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 outline-offset-[-2px] hover:bg-raised sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{run.name}</span>
        {tail && <IdTail id={run.id} tail={tail} />}
        <Chip tone={stateTone(run.state)}>{stateLabel(run.state)}</Chip>
        <span className="min-w-0 text-sm text-muted [overflow-wrap:anywhere]">{run.hostNames.join(', ')}</span>
        {run.best && (
          <span className="ml-auto text-sm">
            <span className="text-muted">{isTerminal(run.state) ? 'best ' : 'best so far '}</span>
            <BestFigure best={run.best} verdict={run.verdict} />
          </span>
        )}
      </div>
      <ProgressBar fraction={search ? null : fraction} label={`Progress of ${run.name}`} />
      <div className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>{phaseSentence(run)}</span>
        <span>
          {run.state === 'queued'
            ? lowered(queuedFor(canRunAgain(run.spec) ? hostIdsOf(run.spec) : [], hosts).sentence)
            : search
              ? 'ends when the ceiling is found'
              : remainingUs !== null &&
                (isWaiting(run.state) ? takesText(run, remainingUs) : formatTimeLeft(remainingUs))}
          {run.state === 'provisioning' && <GivenUp runId={run.id} />}
        </span>
      </div>
    </Link>
  );
}
