'use client';

import type { Run } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';
import Link from 'next/link';
import { useState } from 'react';
import { ApiError } from '@/api/problem';
import { useHydrated } from '@/ui/browser/hydrated';
import { useBrowserUs } from '@/ui/browser/now';
import { focusMain } from '@/ui/browser/opener';
import { usePageTitle } from '@/ui/browser/page-title';
import { buttonClass } from '@/ui/button';
import { DeadEnd } from '@/ui/nothing-here';
import { onDemand } from '@/ui/on-demand';
import { useLaunchesOfRun } from '../cloud/launches-query';
import { BringBackButton } from '../runs/bring-back-button';
import { UnreadPage } from '../shell/unread-page';
import { useMay } from '../shell/use-session';
import { Labels } from './labels';
import { EndTold, NotifyButton } from './live/end-told';
import { progressTitle } from './live/progress-title';
import { SnapshotsRecord } from './records/snapshots-record';
import { type Editing, RunActions } from './run-actions';
import { RunSkeleton } from './run-skeleton';
import { RunView } from './run-view';
import { FinerSeries } from './series/finer-series';
import { useRun } from './use-run';

const RUNS = { href: '/', label: 'Runs' };

// Few runs have been on launched hosts.
const LaunchLeft = onDemand(async () => (await import('../cloud/launch-left')).LaunchLeft);
// Below what is seen first, they ask for readings of their own.
const CpuPictures = onDemand(async () => (await import('./pictures/cpu-pictures')).CpuPictures);
const LatencyOverTime = onDemand(async () => (await import('./latency/latency-over-time')).LatencyOverTime);

export function RunPage({ id }: { id: string }) {
  const { run, series, feed, heardAtMs } = useRun(id);
  const hydrated = useHydrated();
  const nowUs = useBrowserUs(1000);
  const deleted = run.error instanceof ApiError && run.error.code === 'run-deleted' ? run.error : null;
  usePageTitle(deleted ? 'Deleted run' : run.data ? progressTitle(run.data, nowUs - run.dataUpdatedAt * 1000) : 'Run');
  if (deleted) {
    const actions = (
      <>
        <BringBackButton runIds={[id]} />
        <Link href="/" className={buttonClass()}>
          All runs
        </Link>
      </>
    );
    return (
      <DeadEnd title="This run was deleted" actions={actions}>
        {deleted.detail}
      </DeadEnd>
    );
  }
  if (run.isPending || !hydrated) return <RunSkeleton />;
  if (!run.data) {
    return (
      <UnreadPage what="run" parent={RUNS} query={run}>
        The address may be cut short, or it belongs to another instance of millionrps.
      </UnreadPage>
    );
  }
  return <OpenedRun run={run.data} read={{ run, series, feed, heardAtMs }} />;
}

function OpenedRun({ run, read }: { run: Run; read: ReturnType<typeof useRun> }) {
  const [editing, setEditing] = useState<Record<Editing, boolean>>({ name: false, notes: false });
  const [notify, setNotify] = useState(false);
  const mayOperate = useMay('operator');
  const { series, feed, heardAtMs } = read;
  const over = isTerminal(run.state);
  const turn = (what: Editing, on: boolean): void => {
    setEditing((now) => ({ ...now, [what]: on }));
    if (!on) focusMain();
  };
  return (
    <>
      <EndTold run={run} notify={notify} />
      <RunView
        run={run}
        series={series.data}
        parent={RUNS}
        actions={
          <>
            {!over && <NotifyButton notify={notify} onNotify={setNotify} />}
            <RunActions run={run} onEdit={(what) => turn(what, true)} />
          </>
        }
        notice={over && !run.imported && <LaunchNotice runId={run.id} />}
        labels={<Labels run={run} editing={editing} onDone={(what) => turn(what, false)} />}
        files="download"
        canPrepare={mayOperate}
        canAnnotate={mayOperate}
        snapshots={run.imported ? undefined : <SnapshotsRecord run={run} />}
        overTime={<LatencyOverTime run={run} />}
        pictures={(at) => <CpuPictures run={run} {...at} />}
        finer={(at) => <FinerSeries run={run} {...at} />}
        seriesError={series.isError && !series.data ? series.error : null}
        retrySeries={() => series.refetch()}
        live={{ readAtMs: read.run.dataUpdatedAt, heardAtMs, feed, failed: read.run.isError }}
      />
    </>
  );
}

function LaunchNotice({ runId }: { runId: string }) {
  const { data } = useLaunchesOfRun(runId, false);
  return data && data.launches.length > 0 && <LaunchLeft runId={runId} />;
}
