'use client';

import type { ExperimentStatus } from '@contract/experiment';
import { formatCount } from '@rules/words/numbers';
import { capitalised } from '@rules/words/text';
import { Plus } from 'lucide-react';
import Link from 'next/link';
import { Button, buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Segmented } from '@/ui/inputs/segmented';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { Allowed } from '../shell/allowed';
import { ExperimentsPart } from './experiments-part';
import { type ExperimentsOf, useEndedMeanwhile, useExperiments } from './experiments-query';
import { ExperimentsSkeleton } from './experiments-skeleton';
import { NoExperiments } from './no-experiments';
import { SHOWN, type Shown, useShown } from './url-state';

const PARTS: { status: ExperimentStatus; title: string; aside?: string }[] = [
  { status: 'running', title: 'Running' },
  { status: 'planned', title: 'Planned', aside: 'started by hand' },
  { status: 'done', title: 'Done' },
];

export function ExperimentsPage() {
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
      <Lists />
    </>
  );
}

function Lists() {
  const [shown, setShown] = useShown();
  const lists: Record<ExperimentStatus, ExperimentsOf> = {
    running: useExperiments('running'),
    planned: useExperiments('planned'),
    done: useExperiments('done'),
  };
  useEndedMeanwhile(lists.running);
  const queries = PARTS.map(({ status }) => lists[status].query);
  const error = queries.find((query) => query.error)?.error;
  const read = queries.every((query) => query.data);
  const retry = (): unknown => Promise.all(queries.map((query) => query.refetch()));
  const totals = PARTS.map(({ status }) => lists[status].total);
  const all = totals.reduce((sum, total) => sum + total, 0);
  const parts = PARTS.filter(({ status }) => shown === 'all' || shown === status);
  return (
    <div className="grid gap-4">
      {error && (
        <ErrorNotice
          title={
            read ? 'The experiments could not be read anew; these may be old' : 'The experiments could not be loaded'
          }
          error={error}
          retry={retry}
        />
      )}
      {!read && !error && <ExperimentsSkeleton />}
      {read && all === 0 && <NoExperiments />}
      {read && all > 0 && (
        <>
          <Segmented
            label="Experiments shown"
            value={shown}
            onChange={setShown}
            className="max-w-full flex-wrap justify-self-start print:hidden"
            options={SHOWN.map((value) => optionOf(value, value === 'all' ? all : lists[value].total))}
          />
          {parts.every(({ status }) => lists[status].total === 0) && <NoneSuch showAll={() => setShown('all')} />}
          {parts.map((part) => (
            <ExperimentsPart key={part.status} {...part} list={lists[part.status]} />
          ))}
        </>
      )}
    </div>
  );
}

const optionOf = (value: Shown, total: number) => ({
  value,
  label: `${capitalised(value)} ${formatCount(total)}`,
});

function NoneSuch({ showAll }: { showAll: () => void }) {
  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-3">
        <p>No experiment has this status.</p>
        <Button onClick={showAll}>Show all</Button>
      </div>
    </Panel>
  );
}
