'use client';

import Link from 'next/link';
import { ApiError } from '@/api/problem';
import { useExperiment } from '@/features/experiments/experiments-query';
import { usePageTitle } from '@/ui/browser/page-title';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { PageHead } from '@/ui/page-head';
import { ExperimentActions } from './experiment-actions';
import { ExperimentSkeleton } from './experiment-skeleton';
import { ExperimentView } from './experiment-view';

const PARENT = { href: '/experiments', label: 'Experiments' };

export function ExperimentPage({ id }: { id: string }) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useExperiment(id);
  usePageTitle(data?.question ?? 'Experiment');
  if (isPending) return <ExperimentSkeleton />;
  if (!data) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NoSuchExperiment />;
    return (
      <>
        <PageHead title="Experiment" parent={PARENT} />
        <ErrorNotice title="The experiment could not be loaded" error={error} retry={() => refetch()} />
      </>
    );
  }
  return (
    <ExperimentView
      experiment={data}
      readAtMs={dataUpdatedAt}
      parent={PARENT}
      actions={<ExperimentActions experiment={data} />}
      notice={
        error ? (
          <ErrorNotice title="What is shown may be out of date" error={error} retry={() => refetch()} />
        ) : undefined
      }
    />
  );
}

function NoSuchExperiment() {
  return (
    <div className="grid max-w-[34rem] gap-3 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">There is no such experiment</h1>
      <p className="text-muted">
        It was deleted, its address is cut short, or it belongs to another instance of millionrps. Runs of a deleted
        experiment are kept in the list of runs.
      </p>
      <p>
        <Link href="/experiments" className={buttonClass('primary')}>
          All experiments
        </Link>
      </p>
    </div>
  );
}
