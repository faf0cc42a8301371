'use client';

import type { Run } from '@contract/run';
import type { RunSeries } from '@contract/samples';
import { isTerminal } from '@rules/run/run-machine';
import type { ReactNode } from 'react';
import { rampOf } from '@/features/run/steps/ramp-points';
import { statusOf } from '@/lib/run-state';
import { Chip } from '@/ui/chip';
import { ErrorNotice } from '@/ui/error-notice';
import { PageHead } from '@/ui/page-head';
import { usePrintInLight } from '../shell/print';
import { Headline } from './headline';
import { ImportedNotice } from './imported-notice';
import { LivePanel, type LivePanelProps } from './live/live-panel';
import { Outcome } from './outcome';
import type { FileAccess } from './records/files-record';
import { FailedPreflight } from './records/preflight-record';
import { ProfilesPanel } from './records/profiles-panel';
import { Records } from './records/records';
import { SetupPanel } from './records/setup-panel';
import { SeriesPanel } from './series/series-panel';
import { ClientsPanel } from './steps/clients-panel';
import { DistributionPanel } from './steps/distribution-panel';
import { HistogramDownloads } from './steps/histogram-downloads';
import { RampPanel } from './steps/ramp-panel';
import { SearchPanel } from './steps/search-panel';
import { StepsTable } from './steps/steps-table';
import { TuningPanel } from './tuning/tuning-panel';
import { Doubt } from './verdict/doubt';
import { EvidencePanel } from './verdict/evidence-panel';
import { FindingsPanel } from './verdict/findings-panel';
import { VerdictPanel } from './verdict/verdict-panel';

interface RunViewProps {
  run: Run;
  series: RunSeries | undefined;
  parent?: { href: string; label: string };
  actions?: ReactNode;
  /** Tags, notes and what can be done with them. */
  labels?: ReactNode;
  files: FileAccess;
  /** Snapshots of the hosts' settings; absent where they cannot be read. */
  snapshots?: ReactNode;
  seriesError?: unknown;
  retrySeries?: () => void;
  /** Only while the run is under way. */
  live?: Omit<LivePanelProps, 'run' | 'series'>;
}

/** A run from what is given; it fetches nothing, so that a shared run is drawn by it too. */
export function RunView(props: RunViewProps) {
  const { run, series, parent, actions, labels, files, snapshots, seriesError, retrySeries, live } = props;
  usePrintInLight();
  const over = isTerminal(run.state);
  const status = statusOf(run);
  const hasCurve = rampOf(run).points.length > 1;
  return (
    <>
      <PageHead
        title={run.name}
        parent={parent}
        chips={
          <>
            <Chip tone={status.tone}>{[status.label, status.more].filter(Boolean).join(', ')}</Chip>
            {!run.verdict && <Doubt findings={run.findings} />}
          </>
        }
        actions={actions}
      />
      <div className="grid gap-4">
        {run.imported && <ImportedNotice imported={run.imported} />}
        <Outcome run={run} />
        <FailedPreflight run={run} />
        {live && !over && <LivePanel run={run} series={series} {...live} />}
        <div className={run.verdict ? 'grid min-w-0 gap-4 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]' : 'contents'}>
          <VerdictPanel run={run} />
          <Headline run={run} />
        </div>
        <SearchPanel run={run} />
        <EvidencePanel run={run} />
        <FindingsPanel run={run} />
        {labels}
        <StepsTable run={run} />
        <ClientsPanel run={run} />
        {hasCurve || !over ? (
          <div className="grid min-w-0 gap-4 lg:grid-cols-2">
            <RampPanel run={run} />
            <SetupPanel run={run} />
          </div>
        ) : (
          <SetupPanel run={run} />
        )}
        <DistributionPanel
          run={run}
          downloads={files === 'download' && !run.imported ? <HistogramDownloads run={run} /> : undefined}
        />
        <ProfilesPanel run={run} files={files} />
        {!run.imported && <TuningPanel run={run} snapshots={snapshots !== undefined} />}
        {seriesError ? (
          <ErrorNotice title="The time series could not be loaded" error={seriesError} retry={retrySeries} />
        ) : null}
        {series && !run.imported && <SeriesPanel run={run} series={series} />}
        <Records run={run} files={files} snapshots={snapshots} />
      </div>
    </>
  );
}
