'use client';

import { wholeRunSeconds } from '@rules/load/planned-seconds';
import { formatDuration } from '@rules/words/durations';
import { buttonClass } from '@/ui/button';
import { HoverLink } from '@/ui/hover-link';
import { NothingYet } from '@/ui/nothing-here';
import { QUICK } from '../draft/presets';
import { useHosts } from '../hosts/hosts-query';
import { JournalButton } from '../imports/journal-button';
import { useMay } from '../shell/use-session';
import { useDeletedRuns } from './runs-query';

/** The one next step: a host first, then a run; or a way back for runs that were deleted. */
export function NoRuns() {
  const hosts = useHosts();
  const mayOperate = useMay('operator');
  const deleted = useDeletedRuns(mayOperate);
  const noHost = hosts.data?.hosts.length === 0;
  const restorable = deleted.runs.length > 0;
  const [title, sentence] = noHost ? NO_HOST : restorable ? ALL_DELETED : NO_RUN;
  const steps = mayOperate && (
    <>
      <HoverLink href={noHost ? '/hosts' : '/runs/new'} className={buttonClass('primary')}>
        {noHost ? 'Go to hosts' : 'New run'}
      </HoverLink>
      {!restorable && <JournalButton />}
      {restorable && (
        <HoverLink href="/?view=deleted" className={buttonClass()}>
          Recently deleted
        </HoverLink>
      )}
    </>
  );
  return (
    <NothingYet title={title} actions={steps}>
      <p>{sentence}</p>
      {mayOperate && !restorable && (
        <p className="text-sm">
          The journal is a set of benchmarks with known answers; it shows what a comparison says before anything is
          measured here. Results of your own come in under{' '}
          <HoverLink href="/imports" className="text-accent underline-offset-2 hover:underline">
            Import
          </HoverLink>
          .
        </p>
      )}
    </NothingYet>
  );
}

type Words = [title: string, sentence: string];
const NO_HOST: Words = [
  'Enrol a host to measure on',
  'A run needs a machine with an agent on it. Enrolling one is a single command to paste.',
];
const ALL_DELETED: Words = [
  'No run is left',
  'Runs were deleted; those of the last seven days can be brought back from ‘Recently deleted’.',
];
const QUICK_SECONDS = wholeRunSeconds(
  { warmupSeconds: Number(QUICK.warmupSeconds), pauseSeconds: Number(QUICK.pauseSeconds) },
  QUICK.steps.map(({ durationSeconds }) => Number(durationSeconds)),
);
const NO_RUN: Words = [
  'Nothing has been measured yet',
  `A run starts a real server on a host, drives it with a real load generator, and keeps what both and the kernel counted. The quick look takes about ${formatDuration(QUICK_SECONDS)}.`,
];
