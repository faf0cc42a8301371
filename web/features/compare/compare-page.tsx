'use client';

import type { Comparison } from '@contract/comparison';
import { isTerminal } from '@rules/run/run-machine';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { MIN_COMPARED } from '@/lib/run-selection';
import { useHydrated } from '@/ui/browser/hydrated';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { useFold } from '@/ui/fold';
import { PageHead } from '@/ui/page-head';
import { MAX_SIDES, noRunIds } from '@/ui/sides';
import { Skeleton } from '@/ui/skeleton';
import { ExportMenu } from '../export/export-menu';
import { ShareButton } from '../share/share-button';
import { ChooseRuns } from './choose/choose-runs';
import { PARENT, Refused, TooFew, TooMany } from './choose/not-compared';
import { CompareSkeleton } from './compare-skeleton';
import { ComparisonView } from './comparison-view';
import { FinerSides } from './curves/finer-sides';
import { useSides } from './url-state';
import { type SeriesOfRuns, useComparison, useSeriesOf } from './use-comparison';

export function ComparePage() {
  const { runs, baseline, choose } = useSides();
  const comparison = useComparison(runs, baseline);
  const hydrated = useHydrated();
  const [hostsOpen] = useFold('hosts');
  const series = useSeriesOf(hostsOpen ? comparison.data : undefined);
  const chosen = (ids: string[]): void => choose(ids, baseline);
  const strange = noRunIds(runs);
  const known = runs.filter((run) => !strange.includes(run));
  if (known.length < MIN_COMPARED) return <TooFew runs={known} strange={strange} onChosen={chosen} />;
  if (runs.length > MAX_SIDES) return <TooMany runs={runs} onChosen={chosen} />;
  if (comparison.isPending || !hydrated) return <CompareSkeleton />;
  if (comparison.isError && (!comparison.data || comparison.isPlaceholderData)) {
    return <Refused error={comparison.error} runs={runs} onChosen={chosen} retry={() => comparison.refetch()} />;
  }
  if (!comparison.data) return <CompareSkeleton />;
  return (
    <div
      aria-busy={comparison.isPlaceholderData}
      className="transition-opacity aria-busy:opacity-60 aria-busy:delay-150"
    >
      <PageHead
        title="Compare"
        parent={PARENT}
        actions={
          <>
            <ExportComparison comparison={comparison.data} />
            <ShareComparison comparison={comparison.data} />
          </>
        }
      />
      {comparison.isError && (
        <div className="mb-4">
          <ErrorNotice
            title="What is shown may be out of date"
            error={comparison.error}
            retry={() => comparison.refetch()}
          />
        </div>
      )}
      <ComparisonView
        comparison={comparison.data}
        series={series.series}
        finer={(at) => <FinerSides {...at} />}
        seriesNotice={hostsOpen ? noticeOf(series) : 'Open this section on screen to print its time series.'}
        runHref={(id) => `/runs/${id}`}
        controls={{
          baselineRunId: baseline ?? comparison.data.baselineRunId,
          pending: comparison.isPlaceholderData,
          onBaseline: (id) => choose(runs, id),
          onRemove: (id) =>
            choose(
              runs.filter((other) => other !== id),
              baseline,
            ),
          add: <AddRun runs={runs} onChosen={chosen} />,
        }}
      />
    </div>
  );
}

/** A file of a run that is under way would be one of the middle of it. */
function ExportComparison({ comparison: { runs, baselineRunId } }: { comparison: Comparison }) {
  if (!runs.every((run) => isTerminal(run.state))) return null;
  const runIds = runs.map(({ id }) => id);
  return <ExportMenu subject={{ runIds, baselineRunId }} reproducible={runs.every(({ imported }) => !imported)} />;
}

/** A share would freeze a run in the middle of its work. */
function ShareComparison({ comparison: { runs, baselineRunId } }: { comparison: Comparison }) {
  if (!runs.every((run) => isTerminal(run.state))) return null;
  const baseline = runs.find(({ id }) => id === baselineRunId);
  const others = runs.filter((run) => run !== baseline).map(({ name }) => name);
  return (
    <ShareButton
      runIds={runs.map(({ id }) => id)}
      baselineRunId={baselineRunId}
      name={`${others.join(', ')} against ${baseline?.name}`}
    />
  );
}

function noticeOf({ pending, error, retry }: SeriesOfRuns) {
  if (error) return <ErrorNotice title="The time series could not be loaded" error={error} retry={retry} />;
  return pending ? <Skeleton className="h-52" /> : undefined;
}

function AddRun({ runs, onChosen }: { runs: string[]; onChosen: (ids: string[]) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="max-sm:!px-2" onClick={() => setOpen(true)} title="Add or exchange runs">
        <Plus aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">Add run</span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Runs to compare"
        description="Those compared now come first, then the newest; eight at most."
      >
        <ChooseRuns
          initial={runs}
          onChosen={(ids) => {
            setOpen(false);
            onChosen(ids);
          }}
        />
      </Dialog>
    </>
  );
}
