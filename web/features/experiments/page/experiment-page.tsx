'use client';

import { LaunchLeft } from '@/features/cloud/launch-left';
import { lastRunOf } from '@/features/experiments/cloud/experiment-launch-line';
import { useExperiment } from '@/features/experiments/experiments-query';
import { UnreadPage } from '@/features/shell/unread-page';
import { usePageTitle } from '@/ui/browser/page-title';
import { ErrorNotice } from '@/ui/error-notice';
import { ExperimentActions } from './experiment-actions';
import { ExperimentSkeleton } from './experiment-skeleton';
import { ExperimentView } from './experiment-view';

const PARENT = { href: '/experiments', label: 'Experiments' };

export function ExperimentPage({ id }: { id: string }) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useExperiment(id);
  usePageTitle(data?.question ?? 'Experiment');
  if (isPending) return <ExperimentSkeleton />;
  if (!data) {
    return (
      <UnreadPage what="experiment" parent={PARENT} query={{ error, refetch }}>
        It was deleted, its address is cut short, or it belongs to another instance of millionrps. Runs of a deleted
        experiment are kept in the list of runs.
      </UnreadPage>
    );
  }
  const last = lastRunOf(data);
  return (
    <ExperimentView
      experiment={data}
      readAtMs={dataUpdatedAt}
      parent={PARENT}
      actions={<ExperimentActions experiment={data} />}
      notice={
        <>
          {error ? (
            <ErrorNotice title="What is shown may be out of date" error={error} retry={() => refetch()} />
          ) : null}
          {data.status === 'done' && last && <LaunchLeft runId={last} />}
        </>
      }
    />
  );
}
