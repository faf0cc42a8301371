'use client';

import type { RunSummary } from '@contract/run';
import { plural } from '@rules/words/numbers';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { get } from '@/api/client';
import { BestFigure } from '@/features/runs/table/best-figure';
import { statusOf } from '@/lib/run-state';
import { askedChips } from '@/lib/setting-chips';
import { Chip } from '@/ui/chip';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';

const NEWEST = 8;

/** The newest runs on a host; the list of runs has all of them. */
export function HostRuns({ host, title = 'Runs on this host' }: { host: { id: string }; title?: string }) {
  const runs = useQuery({
    queryKey: ['runs', 'of-host', host.id],
    queryFn: ({ signal }) => get('/api/v1/runs', { query: { hostId: host.id, limit: NEWEST }, signal }),
    refetchInterval: 10_000,
  });
  const { data } = runs;
  return (
    <Panel
      title={title}
      aside={data && data.total > 0 ? `${plural(data.total, 'run')}, newest first` : undefined}
      actions={
        data && data.total > 0 ? (
          <Link href={`/?host=${host.id}`} className="hit text-sm text-accent underline-offset-2 hover:underline">
            All of them in the list
          </Link>
        ) : null
      }
      flush
    >
      {!data && <QueryState query={runs} what="the runs" rows={3} within="panel" />}
      {data?.total === 0 && <p className="px-4 pb-4 text-sm text-muted sm:px-5">No run was made on it yet.</p>}
      {data && data.total > 0 && (
        <ListTable label={title} rows={data.runs} keyOf={({ id }) => id} name={NAME} columns={COLUMNS} />
      )}
    </Panel>
  );
}

const NAME: ListColumn<RunSummary> = {
  head: 'Run',
  cell: (run) => (
    <RowName title={run.name}>
      <Link href={`/runs/${run.id}`} className="hover:text-accent">
        {run.name}
      </Link>
    </RowName>
  ),
};

const COLUMNS: ListColumn<RunSummary>[] = [
  { head: 'Best', figure: true, cell: ({ best, verdict }) => best && <BestFigure best={best} verdict={verdict} /> },
  { head: 'Status', cell: (run) => <Status run={run} /> },
  { head: 'Tuning', cell: ({ spec }) => askedText(spec) },
  { head: 'When', figure: true, cell: ({ createdAtUs }) => <When atUs={createdAtUs} /> },
];

/** 'IRQs 0-3 · RPS off'; null where nothing was asked for. */
function askedText(spec: RunSummary['spec']): ReactNode {
  const asked = askedChips(spec).map(({ short }) => short);
  if (asked.length === 0) return null;
  return (
    <span title={asked.join(', ')} className="block max-w-64 text-muted md:truncate">
      {asked.join(' · ')}
    </span>
  );
}

function Status({ run }: { run: RunSummary }) {
  const { tone, label } = statusOf(run);
  return <Chip tone={tone}>{label}</Chip>;
}
