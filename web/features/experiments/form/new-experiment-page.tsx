'use client';

import type { Host } from '@contract/host';
import Link from 'next/link';
import { useState } from 'react';
import { useLaunchedAgain } from '@/features/experiments/cloud/launch-of-hosts';
import { OpenDesignPanel } from '@/features/experiments/design/open-design-panel';
import { RecipesPanel } from '@/features/experiments/recipes/recipes-panel';
import { useHosts } from '@/features/hosts/hosts-query';
import { lastingRefusal } from '@/features/new-run/original-query';
import { Allowed, NeedsRole } from '@/features/shell/allowed';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { useBaseline } from './baseline-query';
import { BaselineList, useChooseBaseline } from './choose-baseline';
import type { Baseline } from './experiment-form';
import { NewExperimentForm } from './new-experiment-form';

const PARENT = { href: '/experiments', label: 'Experiments' };

/** `baselineId`: a run's id, or that a configuration was handed over; null: none is chosen. */
export function NewExperimentPage({ baselineId }: { baselineId: string | null }) {
  const [handed, setHanded] = useState(0);
  return (
    <>
      <PageHead title="New experiment" parent={PARENT} />
      <Allowed needs="operator" otherwise={<NeedsRole needs="operator" to="plan an experiment" />}>
        {/* What is handed over is read when it begins. */}
        <Start key={handed} baselineId={baselineId} onHanded={() => setHanded(handed + 1)} />
      </Allowed>
    </>
  );
}

function Start({ baselineId, onHanded }: { baselineId: string | null; onHanded: () => void }) {
  const hosts = useHosts();
  const { baseline: asked, query, refused } = useBaseline(baselineId);
  const { baseline, waiting } = useLaunchedAgain(asked, hosts.data?.hosts ?? []);
  if (hosts.isPending || waiting || (query.isPending && query.fetchStatus !== 'idle')) return <Loading />;
  if (!hosts.data)
    return <ErrorNotice title="The hosts could not be loaded" error={hosts.error} retry={() => hosts.refetch()} />;
  if (baseline) return <Forms hosts={hosts.data.hosts} baseline={baseline} />;
  if (query.error && lastingRefusal(query.error) === null)
    return (
      <ErrorNotice title="The baseline’s run could not be loaded" error={query.error} retry={() => query.refetch()} />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {baselineId !== null && <NoBaseline refused={refused} error={query.error} />}
      <RecipesPanel hosts={hosts.data.hosts} onHanded={onHanded} />
      <FirstBaseline />
      <OpenDesignPanel hosts={hosts.data.hosts} onHanded={onHanded} />
    </div>
  );
}

function Loading() {
  return (
    <Panel flush>
      <SkeletonRows rows={5} label="Loading the hosts and the baseline" />
    </Panel>
  );
}

/** A form for each baseline, and anew when it is started over. */
function Forms({ hosts, baseline }: { hosts: Host[]; baseline: Baseline }) {
  const [generation, setGeneration] = useState(0);
  return (
    <NewExperimentForm
      key={`${baseline.key} ${generation}`}
      hosts={hosts}
      baseline={baseline}
      restart={() => setGeneration(generation + 1)}
    />
  );
}

interface NoBaselineProps {
  refused: ReturnType<typeof useBaseline>['refused'];
  error: unknown;
}

function NoBaseline({ refused, error }: NoBaselineProps) {
  if (refused)
    return (
      <Notice kind="warn" alert title={refused.title}>
        {refused.sentence} Choose a run that was measured here.
      </Notice>
    );
  return (
    <Notice kind="warn" alert title="That baseline is not here">
      {lastingRefusal(error) ?? 'The configuration that was handed over is not kept in this tab any more.'} Choose a
      run.
    </Notice>
  );
}

function FirstBaseline() {
  const choose = useChooseBaseline(null);
  return (
    <Panel id="baseline" title="Baseline" aside="an experiment begins with the configuration of a run">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="max-w-[44rem] text-sm text-muted">
          Its configuration is repeated as it is, round after round, beside variants of it. To begin with another one,
          set it up under{' '}
          <Link href="/runs/new" className="text-accent underline-offset-2 hover:underline">
            New run
          </Link>{' '}
          and choose <span className="font-medium text-ink">Run as comparison</span> there.
        </p>
        <BaselineList onChosen={choose} />
        <p>
          <Link href="/experiments" className={buttonClass('ghost')}>
            Back to the experiments
          </Link>
        </p>
      </div>
    </Panel>
  );
}
