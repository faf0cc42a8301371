'use client';

import Link from 'next/link';
import { ApiError } from '@/api/problem';
import type { Run, RunSeries } from '@/api/types';
import { buttonClass } from '@/components/button';
import { Chip } from '@/components/chip';
import { ErrorNotice } from '@/components/error-notice';
import { PageHead } from '@/components/page-head';
import { usePageTitle } from '@/components/page-title';
import { isTerminal, statusOf } from '@/lib/run-state';
import { CancelRun } from './cancel-run';
import { Caveats } from './caveats';
import { Headline } from './headline';
import { LivePanel } from './live-panel';
import { Outcome } from './outcome';
import { RampPanel } from './ramp-panel';
import { Records } from './records';
import { RunSkeleton } from './run-skeleton';
import { SeriesPanel } from './series-panel';
import { SetupPanel } from './setup-panel';
import { StepsTable } from './steps-table';
import { type Feed, useRun } from './use-run';

export function RunPage({ id }: { id: string }) {
  const { run, series, feed } = useRun(id);
  usePageTitle(run.data?.name ?? 'Run');
  if (run.isPending) return <RunSkeleton />;
  if (!run.data) {
    if (run.error instanceof ApiError && (run.error.status === 404 || run.error.status === 422)) return <NoSuchRun />;
    return (
      <>
        <PageHead title="Run" parent={{ href: '/', label: 'Runs' }} />
        <ErrorNotice title="The run could not be loaded" error={run.error} retry={() => run.refetch()} />
      </>
    );
  }
  return (
    <RunView
      run={run.data}
      readAtMs={run.dataUpdatedAt}
      series={series.data}
      seriesError={series.isError && !series.data ? series.error : null}
      retrySeries={() => series.refetch()}
      feed={feed}
      stale={run.isError}
    />
  );
}

interface RunViewProps {
  run: Run;
  readAtMs: number;
  series: RunSeries | undefined;
  seriesError: unknown;
  retrySeries: () => void;
  feed: Feed;
  stale: boolean;
}

function RunView({ run, readAtMs, series, seriesError, retrySeries, feed, stale }: RunViewProps) {
  const over = isTerminal(run.state);
  const status = statusOf(run);
  const hasCurve = run.steps.filter((step) => step.point !== null).length > 1;
  return (
    <>
      <PageHead
        title={run.name}
        parent={{ href: '/', label: 'Runs' }}
        chips={<Chip tone={status.tone}>{[status.label, status.more].filter(Boolean).join(', ')}</Chip>}
        actions={!over && <CancelRun run={run} />}
      />
      <div className="grid gap-4">
        <Outcome run={run} />
        {!over && <LivePanel run={run} series={series} readAtMs={readAtMs} feed={feed} stale={stale} />}
        <Headline run={run} />
        <StepsTable run={run} />
        <Caveats caveats={run.caveats} />
        {hasCurve || !over ? (
          <div className="grid min-w-0 gap-4 lg:grid-cols-2">
            <RampPanel run={run} />
            <SetupPanel run={run} />
          </div>
        ) : (
          <SetupPanel run={run} />
        )}
        {seriesError ? (
          <ErrorNotice title="The time series could not be loaded" error={seriesError} retry={retrySeries} />
        ) : null}
        {series && <SeriesPanel run={run} series={series} />}
        <Records run={run} />
      </div>
    </>
  );
}

function NoSuchRun() {
  return (
    <div className="grid max-w-[34rem] gap-3 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">There is no such run</h1>
      <p className="text-muted">The address may be cut short, or it belongs to another instance of millionrps.</p>
      <p>
        <Link href="/" className={buttonClass('primary')}>
          All runs
        </Link>
      </p>
    </div>
  );
}
