'use client';

import type { Host } from '@contract/host';
import type { RunSummary } from '@contract/run';
import { plural } from '@rules/words/numbers';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { get } from '@/api/client';
import { BestFigure } from '@/features/runs/table/best-figure';
import { statusOf } from '@/lib/run-state';
import { askedChips } from '@/lib/setting-chips';
import { Chip } from '@/ui/chip';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';

const NEWEST = 8;

/** The newest runs on a host; the list of runs has all of them. */
export function HostRuns({ host }: { host: Host }) {
  const runs = useQuery({
    queryKey: ['runs', 'of-host', host.id],
    queryFn: ({ signal }) => get('/api/v1/runs', { query: { hostId: host.id, limit: NEWEST }, signal }),
    refetchInterval: 10_000,
  });
  const { data } = runs;
  return (
    <Panel
      title="Runs on this host"
      aside={data && data.total > 0 ? `${plural(data.total, 'run')}, newest first` : undefined}
      actions={
        data && data.total > 0 ? (
          <Link href={`/?host=${host.id}`} className="text-sm text-accent underline-offset-2 hover:underline">
            All of them in the list
          </Link>
        ) : null
      }
      flush
    >
      {!data && <QueryState query={runs} what="the runs" rows={3} within="panel" />}
      {data?.total === 0 && <p className="px-4 pb-4 text-sm text-muted sm:px-5">No run was made on it yet.</p>}
      <ul className="divide-y divide-line">
        {data?.runs.map((run) => (
          <li key={run.id}>
            <RunLine run={run} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function RunLine({ run }: { run: RunSummary }) {
  const status = statusOf(run);
  const asked = askedChips(run.spec);
  return (
    <Link
      href={`/runs/${run.id}`}
      className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-sm outline-offset-[-2px] hover:bg-raised sm:px-5"
    >
      <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{run.name}</span>
      <Chip tone={status.tone}>{status.label}</Chip>
      {asked.length > 0 && (
        <span className="min-w-0 text-xs text-muted [overflow-wrap:anywhere]">
          {asked.map(({ short }) => short).join(' · ')}
        </span>
      )}
      <span className="ml-auto whitespace-nowrap">{run.best && <BestFigure best={run.best} />}</span>
      <span className="whitespace-nowrap text-xs text-muted">
        <When atUs={run.createdAtUs} />
      </span>
    </Link>
  );
}
