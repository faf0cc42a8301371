'use client';

import { plural } from '@rules/words/numbers';
import { namedAlone } from '@/features/draft/host-label';
import { ExperimentCost } from '@/features/experiments/cloud/experiment-cost';
import { HeldLaunch } from '@/features/new-run/cloud/held-launch';
import { RefusedAtButton } from '@/features/new-run/cloud/launch-cost';
import { RunButton } from '@/features/new-run/run-button';
import { experimentCliOf } from '@/lib/command-text';
import { Button, SteadyButton } from '@/ui/button';
import { CopyButton } from '@/ui/copy-button';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { DesignFigures } from './design-figures';
import { useDesign } from './design-query';
import { useExperimentDraft } from './experiment-form';

interface DesignPanelProps {
  busy: boolean;
  error: unknown;
  /** Of what this form launched; null: nothing. */
  launchId: string | null;
  onPlan: () => void;
  onStartOver: () => void;
}

/** What this design can show, said before it costs a run. */
export function DesignPanel({ busy, error, launchId, onPlan, onStartOver }: DesignPanelProps) {
  const { typed, launch, body, specs, designable, faults } = useExperimentDraft();
  const isPriced = designable && faults.ttlMinutes === undefined && faults.budgetUsd === undefined;
  return (
    <aside
      aria-label="This experiment"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-panel border border-line bg-panel p-4 xl:sticky xl:top-5 xl:max-h-[calc(100dvh-2.5rem)] xl:overflow-y-auto"
    >
      {/* Above whatever comes and goes: a button that moves under the pointer swallows the click. */}
      <div className="flex gap-2">
        <RunButton busy={busy} />
        {launch === null && (
          <SteadyButton busy={busy} title="Keep it without running it" onClick={onPlan}>
            Plan only
          </SteadyButton>
        )}
      </div>
      {launch && isPriced && <RefusedAtButton asked={launch} />}
      <Faults />
      {error ? (
        <div id="experiment-refused" tabIndex={-1} className="grid gap-2 rounded-panel">
          <ErrorNotice
            title="The experiment was not planned; what you typed is kept"
            unconfirmed="Not confirmed: the experiment may be planned by now. Look in the list of experiments"
            error={error}
          />
          {launchId !== null && <HeldLaunch id={launchId} />}
        </div>
      ) : null}
      {launch && isPriced && <ExperimentCost asked={launch} body={body} configurations={specs.length} />}
      <Design />
      {designable && launch === null && Object.keys(faults).length === 0 && <CopyCli />}
      {typed && (
        <Button look="ghost" className="justify-self-start" onClick={onStartOver}>
          Start over
        </Button>
      )}
    </aside>
  );
}

function CopyCli() {
  const { body, read } = useExperimentDraft();
  return (
    <div>
      <CopyButton
        label="Copy as CLI"
        text={() => experimentCliOf(window.location.origin, body, namedAlone(read.places))}
      />
      <p className="mt-1.5 text-xs text-muted">
        The command reads an API token from <code className="font-mono">MILLIONRPS_TOKEN</code>; Settings makes one, and
        has the program of the CLI.
      </p>
    </div>
  );
}

function Faults() {
  const { faults, tried } = useExperimentDraft();
  const count = Object.keys(faults).length;
  if (!tried || count === 0) return null;
  return (
    <Notice kind="bad" alert title={`${plural(count, 'field')} ${count === 1 ? 'needs' : 'need'} a look`}>
      Nothing was sent; what you typed is kept.
    </Notice>
  );
}

function Design() {
  const { read, ...reading } = useExperimentDraft();
  const { body, designable } = reading;
  const { query, waiting } = useDesign(reading, read.places.hostOf);
  if (!designable)
    return (
      <div>
        <h2 className="text-sm font-semibold">What it can show</h2>
        <p className="mt-1 text-sm text-muted">
          The smallest difference that this design can show stands here once the variants and the rounds can be read.
        </p>
      </div>
    );
  if (query.error && !waiting)
    return <ErrorNotice title="What it can show is not known" error={query.error} retry={() => query.refetch()} />;
  if (!query.data) return <Skeleton className="h-40" />;
  return (
    <div aria-busy={waiting} aria-live="polite" className="transition-opacity aria-busy:opacity-60">
      <DesignFigures design={query.data} metric={body.primary.metric} planned={body} heading />
    </div>
  );
}
