'use client';

import type { Experiment as WholeExperiment } from '@contract/experiment';
import type { OpenedShare } from '@contract/share';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo } from 'react';
import { get } from '@/api/client';
import { ApiError } from '@/api/problem';
import { ConfigurationsPanel } from '@/features/experiments/page/configurations-panel';
import { ExperimentResult } from '@/features/experiments/page/experiment-result';
import { Markdown } from '@/features/experiments/page/markdown';
import { PlanPanel } from '@/features/experiments/page/plan-panel';
import { usePageTitle } from '@/ui/browser/page-title';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { DeadEnd } from '@/ui/nothing-here';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { ComparisonView } from '../compare/comparison-view';
import { FrozenLabels } from '../run/labels';
import { FrozenLatencyOverTime } from '../run/latency/latency-over-time';
import { RunSkeleton } from '../run/run-skeleton';
import { RunView } from '../run/run-view';
import { ThemeToggle } from '../shell/theme-toggle';
import { Frozen, FrozenOrigin } from './frozen';

/** What a link shows: read-only, without signing in. */
export function SharedPage({ token }: { token: string }) {
  const opened = useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => get('/api/v1/shared/:token', { path: { token }, signal, stay: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(opened.data?.document.title ?? 'Shared');
  return (
    <div className="mx-auto max-w-[1400px] px-4 pb-16 sm:px-7 print:!p-0">
      <header className="mb-3 flex items-center justify-between gap-3 border-b border-line py-0.5 sm:py-2">
        <span className="text-[15px] font-semibold tracking-tight">millionrps</span>
        <ThemeToggle />
      </header>
      <main id="main">
        {opened.isPending && <RunSkeleton />}
        {opened.isError && <NotShown error={opened.error} retry={() => opened.refetch()} />}
        {opened.data && (
          <>
            <Frozen opened={opened.data} />
            <Shown opened={opened.data} />
            <FrozenOrigin opened={opened.data} token={token} />
          </>
        )}
      </main>
    </div>
  );
}

function Shown({ opened: { document } }: { opened: OpenedShare }) {
  if (document.type === 'run') {
    const { run, series } = document;
    return (
      <RunView
        run={run}
        series={series}
        labels={<FrozenLabels run={run} />}
        files="named"
        overTime={<FrozenLatencyOverTime run={run} told={document.latencyOverTime} />}
      />
    );
  }
  if (document.type === 'experiment') return <SharedExperiment experiment={document.experiment} />;
  const { comparison, series } = document;
  return (
    <ComparisonView
      comparison={comparison}
      series={Object.fromEntries(comparison.runs.map(({ id }, index) => [id, series[index]]))}
      controls={null}
      runHref={() => null}
    />
  );
}

/** What an experiment asked and came to: it is shared once it is done. */
function SharedExperiment({ experiment }: { experiment: WholeExperiment }) {
  const { question, result, finding } = experiment;
  const hostNames = useMemo(
    () => new Map(result?.runs.flatMap(({ hosts }) => hosts.map(({ hostId, name }) => [hostId, name] as const))),
    [result],
  );
  return (
    <>
      <PageHead title={question} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <ExperimentResult
          experiment={experiment}
          frozen
          finding={
            finding !== '' && (
              <Panel title="Finding">
                <Markdown text={finding} result={result} linked={false} />
              </Panel>
            )
          }
        />
        <PlanPanel experiment={experiment} />
        <ConfigurationsPanel experiment={experiment} frozenNames={hostNames} />
      </div>
    </>
  );
}

function NotShown({ error, retry }: { error: unknown; retry: () => void }) {
  const known = error instanceof ApiError && (error.status === 404 || error.status === 410) ? error : null;
  if (!known) return <ErrorNotice title="The shared page could not be loaded" error={error} retry={retry} />;
  const home = (
    <Link href="/" className={buttonClass()}>
      To the instance it came from
    </Link>
  );
  return (
    <DeadEnd title={known.status === 410 ? 'This link is closed' : 'There is nothing under this link'} actions={home}>
      {known.detail}
    </DeadEnd>
  );
}
