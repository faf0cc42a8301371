'use client';

import type { ExperimentSummary } from '@contract/experiment';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { experimentStatus, progressText, remainingAt, sidesText } from '@/lib/experiment-words';
import { formatTimeLeft } from '@/lib/time';
import { useNowUs } from '@/ui/browser/now';
import { Chip } from '@/ui/chip';
import { ProgressBar } from '@/ui/progress-bar';
import { When } from '@/ui/when';

/** An entry of the journal: what was asked, of what, and what came of it. */
export function ExperimentEntry({ experiment, readAtMs }: { experiment: ExperimentSummary; readAtMs: number }) {
  const { status } = experiment;
  return (
    <Link
      href={`/experiments/${experiment.id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-3.5 outline-offset-[-2px] hover:bg-raised sm:px-5"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{experiment.question}</span>
        <ExperimentChips experiment={experiment} listed />
      </span>
      <span className="text-sm text-muted [overflow-wrap:anywhere]">
        {sidesText(experiment)}
        {experiment.hostNames.length > 0 && ` · ${experiment.hostNames.join(', ')}`}
      </span>
      {status === 'running' && <Running experiment={experiment} readAtMs={readAtMs} />}
      {status === 'done' && (
        <span className="max-w-[100ch] text-sm [overflow-wrap:anywhere]">
          {experiment.headline ?? experiment.stoppedSentence ?? 'Nothing was concluded.'}
        </span>
      )}
      <span className="text-xs text-muted">
        {status === 'planned'
          ? `${plural(experiment.rounds, 'round')}, ${plural(experiment.runsPlanned, 'run')} · `
          : ''}
        {status === 'done' ? `${progressText(experiment)} · ` : ''}
        {experiment.createdByName && `${experiment.createdByName}, `}
        <When atUs={experiment.endedAtUs ?? experiment.startedAtUs ?? experiment.createdAtUs} />
      </span>
    </Link>
  );
}

/** Its state, unless the heading above says it, and the marks of what it is. */
export function ExperimentChips({ experiment, listed }: { experiment: ExperimentSummary; listed?: boolean }) {
  const { label, tone } = experimentStatus(experiment);
  return (
    <>
      {(!listed || label !== experiment.status) && <Chip tone={tone}>{label}</Chip>}
      {experiment.kind === 'noise-floor' && <Chip>noise floor (A/A)</Chip>}
      {experiment.imported && <Chip title="Not run by this instance">imported</Chip>}
      {experiment.supersededBy && <Chip tone="warn">superseded</Chip>}
    </>
  );
}

function Running({ experiment, readAtMs }: { experiment: ExperimentSummary; readAtMs: number }) {
  const nowUs = useNowUs(1000);
  const remainingUs = remainingAt(experiment, nowUs - readAtMs * 1000);
  const { runsDone, runsPlanned, question } = experiment;
  return (
    <span className="grid gap-1.5 py-0.5">
      <ProgressBar fraction={runsPlanned === 0 ? null : runsDone / runsPlanned} label={`Progress of ${question}`} />
      <span className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>
          {progressText(experiment)}
          {experiment.waitingSentence !== null && `; waits: ${experiment.waitingSentence}`}
        </span>
        {remainingUs !== null && experiment.waitingSentence === null && <span>{formatTimeLeft(remainingUs)}</span>}
      </span>
    </span>
  );
}
