'use client';

import { Plus } from 'lucide-react';
import Link from 'next/link';
import type { ExperimentStatus, ExperimentSummary } from '@/api/types';
import { buttonClass } from '@/components/button';
import { ErrorNotice } from '@/components/error-notice';
import { PageHead } from '@/components/page-head';
import { Panel } from '@/components/panel';
import { SkeletonRows } from '@/components/skeleton';
import { plural } from '@/lib/format';
import { Allowed } from '../shell/allowed';
import { ExperimentEntry } from './experiment-entry';
import { useExperiments } from './experiments-query';

const PARTS: { status: ExperimentStatus; title: string; aside?: string }[] = [
  { status: 'running', title: 'Running' },
  { status: 'planned', title: 'Planned', aside: 'nothing runs until somebody starts them' },
  { status: 'done', title: 'Done' },
];

export function ExperimentsPage() {
  const { data, isPending, error, dataUpdatedAt, refetch } = useExperiments();
  return (
    <>
      <PageHead
        title="Experiments"
        actions={
          <Allowed needs="operator">
            <Link href="/experiments/new" className={buttonClass('primary')}>
              <Plus aria-hidden className="size-3.5" />
              New experiment
            </Link>
          </Allowed>
        }
      />
      <div className="grid gap-4">
        {error && (
          <ErrorNotice
            title={
              data ? 'The experiments could not be read anew; these may be old' : 'The experiments could not be loaded'
            }
            error={error}
            retry={() => refetch()}
          />
        )}
        {isPending && (
          <Panel flush>
            <SkeletonRows rows={3} label="Loading the experiments" />
          </Panel>
        )}
        {data?.experiments.length === 0 && <NoExperiments />}
        {data &&
          PARTS.map((part) => (
            <Part
              key={part.status}
              {...part}
              experiments={data.experiments.filter(({ status }) => status === part.status)}
              readAtMs={dataUpdatedAt}
            />
          ))}
      </div>
    </>
  );
}

interface PartProps {
  title: string;
  aside?: string;
  experiments: ExperimentSummary[];
  readAtMs: number;
}

function Part({ title, aside, experiments, readAtMs }: PartProps) {
  if (experiments.length === 0) return null;
  const count = plural(experiments.length, 'experiment');
  return (
    <Panel title={title} aside={aside ? `${count}; ${aside}` : count} flush>
      <ul className="divide-y divide-line">
        {experiments.map((experiment) => (
          <li key={experiment.id}>
            <ExperimentEntry experiment={experiment} readAtMs={readAtMs} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function NoExperiments() {
  return (
    <Panel>
      <div className="grid max-w-[44rem] gap-3 py-6">
        <h2 className="text-2xl font-semibold tracking-tight">No experiment yet</h2>
        <p className="text-muted">
          One run a side shows a difference and proves nothing. An experiment asks a question, runs a baseline and its
          variants in random order, round after round, and says at the end whether they differ by more than noise: or
          that this test could not have shown it.
        </p>
        <p className="text-muted">
          It begins with the configuration of a run that worked. Before anything runs, the page says the smallest
          difference that the design can show.
        </p>
        <Allowed needs="operator">
          <p className="flex flex-wrap gap-2">
            <Link href="/experiments/new" className={buttonClass('primary')}>
              New experiment
            </Link>
            <Link href="/" className={buttonClass()}>
              Runs
            </Link>
          </p>
        </Allowed>
      </div>
    </Panel>
  );
}
