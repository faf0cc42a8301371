'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '@/api/problem';
import type { Comparison } from '@/api/types';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { PageHead } from '@/components/page-head';
import { Panel } from '@/components/panel';
import { Skeleton } from '@/components/skeleton';
import { isTerminal } from '@/lib/run-state';
import { noRunIds } from '@/lib/sides';
import { ShareButton } from '../share/share-button';
import { ChooseRuns } from './choose-runs';
import { CompareSkeleton } from './compare-skeleton';
import { ComparisonActions } from './comparison-actions';
import { ComparisonView } from './comparison-view';
import { useSides } from './url-state';
import { type SeriesOfRuns, useComparison, useSeriesOf } from './use-comparison';

const PARENT = { href: '/', label: 'Runs' };

export function ComparePage() {
  const { runs, baseline, choose } = useSides();
  const comparison = useComparison(runs, baseline);
  const series = useSeriesOf(comparison.data);
  const chosen = (ids: string[]): void => choose(ids, baseline);
  const strange = noRunIds(runs);
  const known = runs.filter((run) => !strange.includes(run));
  if (known.length < 2) return <NothingChosen initial={known} strange={strange} onChosen={chosen} />;
  if (comparison.isPending) return <CompareSkeleton />;
  if (comparison.isError && (!comparison.data || comparison.isPlaceholderData)) {
    return <Refused error={comparison.error} runs={runs} onChosen={chosen} retry={() => comparison.refetch()} />;
  }
  if (!comparison.data) return <CompareSkeleton />;
  return (
    <div aria-busy={comparison.isPlaceholderData}>
      <PageHead
        title="Compare"
        parent={PARENT}
        actions={
          <ComparisonActions comparison={comparison.data}>
            <ShareComparison comparison={comparison.data} />
          </ComparisonActions>
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
        seriesNotice={noticeOf(series)}
        runHref={(id) => `/runs/${id}`}
        controls={{
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

/** A run that is under way would be frozen in the middle of itself. */
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

interface NothingChosenProps {
  initial: string[];
  /** Named in the address, and not an id of a run. */
  strange: string[];
  onChosen: (ids: string[]) => void;
}

function NothingChosen({ initial, strange, onChosen }: NothingChosenProps) {
  return (
    <>
      <PageHead title="Compare" parent={PARENT} />
      <Panel className="max-w-[52rem]">
        {strange.length > 0 && (
          <p role="status" className="mb-2 max-w-[70ch] break-words text-sm">
            The address names {strange.map((one) => `‘${one}’`).join(', ')}:{' '}
            {strange.length === 1 ? 'not the id of a run.' : 'none of them the id of a run.'}
          </p>
        )}
        <p className="mb-4 max-w-[70ch] text-sm text-muted">
          {initial.length === 1
            ? 'One run is chosen. Choose at least one more: their settings, figures and host metrics then stand side by side.'
            : 'Choose two runs or more: what differs in their settings and hosts, every figure step by step, and their host metrics then stand side by side.'}
        </p>
        <ChooseRuns initial={initial} onChosen={onChosen} />
      </Panel>
    </>
  );
}

interface RefusedProps {
  error: unknown;
  runs: string[];
  onChosen: (ids: string[]) => void;
  retry: () => void;
}

/** A run may have been deleted since the address was kept: the others can still be compared. */
function Refused({ error, runs, onChosen, retry }: RefusedProps) {
  const named = error instanceof ApiError && error.status < 500 ? runs.filter((id) => error.detail.includes(id)) : [];
  return (
    <>
      <PageHead title="Compare" parent={PARENT} />
      {named.length === 0 ? (
        <ErrorNotice title="The runs could not be compared" error={error} retry={retry} />
      ) : (
        <Notice
          kind="bad"
          title="The runs could not be compared"
          alert
          actions={
            <Button onClick={() => onChosen(runs.filter((id) => !named.includes(id)))}>
              {named.length === 1 ? 'Take it out' : 'Take them out'}
            </Button>
          }
        >
          <p>{error instanceof ApiError && error.detail}</p>
        </Notice>
      )}
    </>
  );
}
