'use client';

import Link from 'next/link';
import type { RunSummary } from '@/api/types';
import { Chip } from '@/components/chip';
import { useNowUs } from '@/components/now';
import { Panel } from '@/components/panel';
import { ProgressBar } from '@/components/progress-bar';
import { formatCount } from '@/lib/format';
import { isTerminal, phaseSentence, progressAt, stateLabel, stateTone } from '@/lib/run-state';
import { formatTimeLeft } from '@/lib/time';
import { BestFigure } from './best-figure';

export function RunningNow({ runs, readAtMs }: { runs: RunSummary[]; readAtMs: number }) {
  const nowUs = useNowUs(500);
  return (
    <Panel title="Running now" aside={countText(runs)} flush>
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <li key={run.id}>
            <RunningRow run={run} sinceUs={nowUs - readAtMs * 1000} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** '2 running, 1 queued': who waits does not run. */
function countText(runs: RunSummary[]): string {
  const queued = runs.filter(({ state }) => state === 'queued').length;
  const running = runs.filter(({ state }) => state !== 'queued' && !isTerminal(state)).length;
  const ended = runs.length - queued - running;
  const parts = [
    running > 0 && `${formatCount(running)} running`,
    queued > 0 && `${formatCount(queued)} queued`,
    ended > 0 && `${formatCount(ended)} just ended`,
  ];
  return parts.filter(Boolean).join(', ');
}

function RunningRow({ run, sinceUs }: { run: RunSummary; sinceUs: number }) {
  const { fraction, remainingUs } = progressAt(run, sinceUs);
  return (
    <Link href={`/runs/${run.id}`} className="grid gap-2 px-4 py-3 outline-offset-[-2px] hover:bg-raised sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">{run.name}</span>
        <Chip tone={stateTone(run.state)}>{stateLabel(run.state)}</Chip>
        <span className="text-sm text-muted">{run.hostNames.join(', ')}</span>
        {run.best && (
          <span className="ml-auto text-sm">
            <span className="text-muted">{isTerminal(run.state) ? 'best ' : 'best so far '}</span>
            <BestFigure best={run.best} />
          </span>
        )}
      </div>
      <ProgressBar fraction={fraction} label={`Progress of ${run.name}`} />
      <div className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>{phaseSentence(run)}</span>
        <span>
          {run.state === 'queued' ? 'waits for its host' : remainingUs !== null && formatTimeLeft(remainingUs)}
        </span>
      </div>
    </Link>
  );
}
