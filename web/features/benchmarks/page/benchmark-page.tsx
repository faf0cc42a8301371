'use client';

import { UnreadPage } from '@/features/shell/unread-page';
import { usePageTitle } from '@/ui/browser/page-title';
import { ErrorNotice } from '@/ui/error-notice';
import { PageHead } from '@/ui/page-head';
import { QueryState } from '@/ui/query-state';
import { AlertsPanel } from '../alerts/alerts-panel';
import { useAlerts } from '../alerts/alerts-query';
import { useBenchmark, useHistory } from '../benchmarks-query';
import { useBisections } from '../bisections/bisections-query';
import { Searches } from '../bisections/searches';
import { SchedulePanel } from '../schedule/schedule-panel';
import { BenchmarkActions } from './benchmark-actions';
import { BenchmarkChips } from './benchmark-chips';
import { BenchmarkSkeleton } from './benchmark-skeleton';
import { DesignPanel } from './design-panel';
import { EpochsPanel } from './epochs-panel';
import { HistoryPanel } from './history-panel';
import { NotMeasured } from './not-measured';
import { VersionsPanel } from './versions-panel';

const PARENT = { href: '/benchmarks', label: 'Benchmarks' };

export function BenchmarkPage({ id }: { id: string }) {
  const { data: benchmark, error, isPending, refetch } = useBenchmark(id);
  const alerts = useAlerts(id);
  const searches = useBisections(id);
  const history = useHistory(id, benchmark?.measuring ?? 0);
  usePageTitle(benchmark?.name ?? 'Benchmark');
  if (isPending) return <BenchmarkSkeleton />;
  if (!benchmark) {
    return (
      <UnreadPage what="benchmark" parent={PARENT} query={{ error, refetch }}>
        Its address is cut short, or it belongs to another instance of millionrps.
      </UnreadPage>
    );
  }
  const old = error ?? (history.data ? history.error : null);
  const read = (): unknown => Promise.all([refetch(), history.refetch()]);
  return (
    <>
      <PageHead
        title={benchmark.name}
        parent={PARENT}
        chips={<BenchmarkChips benchmark={benchmark} />}
        actions={<BenchmarkActions benchmark={benchmark} />}
      />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        {old && <ErrorNotice title="What is shown may be out of date" error={old} retry={read} />}
        {!history.data && <QueryState query={history} what="the history" rows={6} />}
        {history.data?.series.length === 0 && <NotMeasured benchmark={benchmark} />}
        {history.data && history.data.series.length > 0 && (
          <>
            <HistoryPanel benchmark={benchmark} history={history.data} alerts={alerts.data?.alerts ?? []}>
              <AlertsPanel query={alerts} benchmark={benchmark} searches={searches.data?.bisections ?? []} />
              <Searches query={searches} />
            </HistoryPanel>
            {history.data.epochs.length > 0 && <EpochsPanel epochs={history.data.epochs} />}
          </>
        )}
        <SchedulePanel benchmark={benchmark} />
        <DesignPanel benchmark={benchmark} />
        <VersionsPanel versions={benchmark.versions} />
      </div>
    </>
  );
}
