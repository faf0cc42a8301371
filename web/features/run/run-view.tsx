'use client';

import type { Run } from '@contract/run';
import type { RunSeries } from '@contract/samples';
import { samplesRemovedSentence } from '@rules/run/deletion';
import { isTerminal } from '@rules/run/run-machine';
import { leftOutOf } from '@rules/verdict/left-out';
import type { ReactNode } from 'react';
import { PicturesOf } from '@/charts/save/picture-menu';
import { statusOf } from '@/lib/run-state';
import { Chip } from '@/ui/chip';
import { ErrorNotice } from '@/ui/error-notice';
import { onDemand } from '@/ui/on-demand';
import { PageHead } from '@/ui/page-head';
import { SectionBar, sectionProps } from '@/ui/section-bar';
import { Skeleton } from '@/ui/skeleton';
import { VerdictChip } from '@/ui/verdict-chips';
import { usePrint } from '../shell/print';
import { Hero } from './hero/hero';
import { ImportedNotice } from './imported-notice';
import type { LivePanelProps } from './live/live-panel';
import { LiveStrip } from './live/live-strip';
import { Outcome } from './outcome';
import type { FileAccess } from './records/files-record';
import { FailedPreflight } from './records/preflight-record';
import { ProfilesPanel } from './records/profiles-panel';
import { Records } from './records/records';
import { SetupPanel } from './records/setup-panel';
import { AnnotationsPanel } from './series/annotations-panel';
import type { FinerStrips } from './series/finer-series';
import { LinkedStrips } from './series/linked-strips';
import { type HostPictures, SeriesPanel } from './series/series-panel';
import { DistributionPanel } from './steps/distribution-panel';
import { HistogramDownloads } from './steps/histogram-downloads';
import { SearchRungs } from './steps/search-panel';
import { StepsTable } from './steps/steps-table';
import { TuningPanel } from './tuning/tuning-panel';
import { Doubt } from './verdict/doubt';
import { EvidencePanel } from './verdict/evidence-panel';
import { FindingsPanel } from './verdict/findings-panel';

/** Most runs that are opened are over. */
const LivePanel = onDemand(async () => (await import('./live/live-panel')).LivePanel, <Skeleton className="h-96" />);

interface RunViewProps {
  run: Run;
  series: RunSeries | undefined;
  parent?: { href: string; label: string };
  actions?: ReactNode;
  /** What is to be known beside why it ended. */
  notice?: ReactNode;
  /** Tags, notes and what is being typed. */
  labels?: ReactNode;
  files: FileAccess;
  /** Snapshots of the hosts' settings; absent where they cannot be read. */
  snapshots?: ReactNode;
  /** Of each host's CPUs; absent in a copy, which holds no readings of single CPUs. */
  pictures?: HostPictures;
  /** Of parts of a long run; absent in a copy, which holds all readings. */
  finer?: FinerStrips;
  /** Latency over time. */
  overTime: ReactNode;
  seriesError?: unknown;
  retrySeries?: () => void;
  /** A new run can be made from this page. */
  canPrepare?: boolean;
  /** What happened at a moment of it can be written here. */
  canAnnotate?: boolean;
  /** Only while the run is under way. */
  live?: Omit<LivePanelProps, 'run' | 'series'>;
}

const SECTIONS = [
  { id: 'overview', label: 'Overview' },
  { id: 'steps', label: 'Steps' },
  { id: 'latency', label: 'Latency' },
  { id: 'time-series', label: 'Time series' },
  { id: 'evidence', label: 'Evidence' },
  { id: 'setup', label: 'Setup' },
  { id: 'files', label: 'Files' },
];

/** A run from what is given; it fetches nothing, so that a shared run is drawn by it too. */
export function RunView(props: RunViewProps) {
  const { run, parent, actions, labels } = props;
  usePrint();
  const status = statusOf(run);
  return (
    <PicturesOf value={run.name}>
      <PageHead
        title={run.name}
        parent={parent}
        chips={
          <>
            {run.verdict && <VerdictChip verdict={run.verdict} leftOut={leftOutOf(run)} />}
            <Chip tone={status.tone}>{[status.label, status.more].filter(Boolean).join(', ')}</Chip>
            {!run.verdict && <Doubt findings={run.findings} />}
          </>
        }
        actions={actions}
      />
      <LinkedStrips run={run} series={props.series} mayAnnotate={props.canAnnotate ?? false}>
        <div className="grid min-w-0 gap-4 print:block print:space-y-4">
          <div {...sectionProps('overview')}>
            <Overview {...props} />
            {labels}
          </div>
          <SectionBar sections={SECTIONS} />
          <Sections {...props} />
        </div>
      </LinkedStrips>
    </PicturesOf>
  );
}

function Overview({ run, series, live, finer, notice, canPrepare = false }: RunViewProps) {
  const over = isTerminal(run.state);
  const sampled = series?.hosts.some(({ timesUs }) => timesUs.length > 0) ?? false;
  return (
    <>
      <Outcome run={run} />
      {notice}
      <FailedPreflight run={run} />
      {live && !over && <LivePanel run={run} series={series} {...live} />}
      {(over || run.stepsMeasured > 0) && (
        <Hero
          run={run}
          strip={over && sampled ? <LiveStrip run={run} series={series} finer={finer} /> : null}
          canPrepare={canPrepare}
        />
      )}
      {run.imported && <ImportedNotice imported={run.imported} />}
    </>
  );
}

function Sections(props: RunViewProps) {
  const {
    run,
    series,
    files,
    snapshots,
    pictures,
    finer,
    overTime,
    seriesError,
    retrySeries,
    canPrepare = false,
    canAnnotate = false,
  } = props;
  const downloads = files === 'download' && !run.imported ? <HistogramDownloads run={run} /> : undefined;
  const unmeasured = isTerminal(run.state) ? 'no step was measured.' : 'known with the first measured step.';
  return (
    <>
      <div {...sectionProps('steps')}>
        <StepsTable run={run} />
        <SearchRungs run={run} />
        <FindingsPanel run={run} canPrepare={canPrepare && isTerminal(run.state)} />
      </div>
      <div {...sectionProps('latency')}>
        {run.stepsMeasured === 0 && <OneLine>Latency: {unmeasured}</OneLine>}
        <DistributionPanel run={run} downloads={downloads} />
        {overTime}
      </div>
      <div {...sectionProps('time-series')}>
        {seriesError ? (
          <ErrorNotice title="The time series could not be loaded" error={seriesError} retry={retrySeries} />
        ) : null}
        {series && !run.imported && !run.samplesRemovedAtUs && (
          <SeriesPanel {...{ run, series, finer }} pictures={pictures ?? notKept} />
        )}
        <AnnotationsPanel run={run} canAnnotate={canAnnotate} />
        {run.imported && <OneLine>Time series: its source has none.</OneLine>}
        {run.samplesRemovedAtUs && <OneLine>Time series: {samplesRemovedSentence(run.samplesRemovedAtUs)}</OneLine>}
        {series?.hosts.every(({ timesUs }) => timesUs.length === 0) && !run.imported && !run.samplesRemovedAtUs && (
          <OneLine>Time series: {isTerminal(run.state) ? 'no samples came.' : 'drawn with the first samples.'}</OneLine>
        )}
      </div>
      <div {...sectionProps('evidence')}>
        {run.stepsMeasured === 0 && <OneLine>Evidence: {unmeasured}</OneLine>}
        <EvidencePanel run={run} />
        <ProfilesPanel run={run} files={files} />
      </div>
      <div {...sectionProps('setup')}>
        <SetupPanel run={run} />
        {!run.imported && <TuningPanel run={run} snapshots={snapshots !== undefined} />}
      </div>
      <div {...sectionProps('files')}>
        <Records run={run} files={files} snapshots={snapshots} />
      </div>
    </>
  );
}

const notKept: HostPictures = () => (
  <p className="text-sm text-muted">CPU map and interrupts: a frozen copy holds no readings of single CPUs.</p>
);

/** A section with nothing to show. */
const OneLine = ({ children }: { children: ReactNode }) => (
  <p className="rounded-panel border border-line bg-panel px-4 py-2.5 text-sm text-muted sm:px-5">{children}</p>
);
