'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import { isTerminal } from '@rules/run/run-machine';
import { phaseSentence } from '@rules/run/run-words';
import { formatDurationUs } from '@rules/words/durations';
import { plural } from '@rules/words/numbers';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { get } from '@/api/client';
import { ExperimentLaunchLine } from '@/features/experiments/cloud/experiment-launch-line';
import { durationOf, progressText, remainingAt } from '@/lib/experiment-words';
import { formatTimeLeft } from '@/lib/time';
import { useBrowserUs } from '@/ui/browser/now';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { ProgressBar } from '@/ui/progress-bar';

/** How far it is, what runs now, and why there is no figure yet. */
export function ProgressPanel({ experiment, readAtMs }: { experiment: Experiment; readAtMs: number }) {
  return experiment.status === 'running' ? (
    <Running experiment={experiment} readAtMs={readAtMs} />
  ) : (
    <Planned experiment={experiment} />
  );
}

function Planned({ experiment: { runsPlanned, rounds, design } }: { experiment: Experiment }) {
  const { value, note } = durationOf(design);
  return (
    <Panel title="Planned">
      <p className="max-w-[70ch] text-sm">
        Nothing has run yet. Start queues {plural(runsPlanned, 'run')} in {plural(rounds, 'round')}, one after another.
        Duration: {value}
        {note && ` (${note})`}.
      </p>
    </Panel>
  );
}

function Running({ experiment, readAtMs }: { experiment: Experiment; readAtMs: number }) {
  const nowUs = useBrowserUs(1000);
  const remainingUs = remainingAt(experiment, nowUs - readAtMs * 1000);
  const { runsDone, runsPlanned, extended, extensionRounds } = experiment;
  const current = experiment.slots.find(({ runState }) => runState !== null && !isTerminal(runState));
  return (
    <Panel title="Running" aside={progressText(experiment)}>
      <div className="grid gap-3">
        <ProgressBar
          fraction={runsPlanned === 0 ? null : runsDone / runsPlanned}
          label={`Progress of ${experiment.question}`}
        />
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
          {current?.runId ? (
            <CurrentRun
              runId={current.runId}
              name={experiment.configurations[current.configuration]?.name ?? ''}
              round={current.round}
            />
          ) : (
            <span className="text-muted">
              {experiment.waitingSentence === null ? 'The next run is being queued.' : 'The next run waits.'}
            </span>
          )}
          {remainingUs !== null && (
            <span className="text-muted">
              {current?.runState === 'provisioning'
                ? `takes about ${formatDurationUs(remainingUs)} once its hosts have joined`
                : formatTimeLeft(remainingUs)}
            </span>
          )}
        </div>
        {current?.runId && <ExperimentLaunchLine runId={current.runId} />}
        {experiment.waitingSentence !== null && (
          <Notice kind="warn" title="The next run is not queued yet">
            {experiment.waitingSentence}
          </Notice>
        )}
        {experiment.stoppedSentence !== null && (
          <Notice kind="warn" title="It ends when the run under way is over">
            {experiment.stoppedSentence}
          </Notice>
        )}
        <p className="max-w-[80ch] text-xs text-muted">
          Figures are not compared before the last round is over, to avoid early stopping.
          {extended === true && ' The first look was inconclusive: the further rounds that were declared are running.'}
          {extended === null &&
            extensionRounds !== null &&
            ` Should it then be inconclusive, ${plural(extensionRounds, 'further round')} run by themselves.`}
        </p>
      </div>
    </Panel>
  );
}

const CURRENT_MS = 2000;

function CurrentRun({ runId, name, round }: { runId: string; name: string; round: number }) {
  const { data } = useQuery({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => get('/api/v1/runs/:runId', { path: { runId }, signal }),
    refetchInterval: CURRENT_MS,
  });
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <Link href={`/runs/${runId}`} className="font-medium text-accent underline-offset-2 hover:underline">
        {name}, round {round + 1}
      </Link>
      {data && <span className="text-muted">: {phaseSentence(data)}</span>}
    </span>
  );
}
