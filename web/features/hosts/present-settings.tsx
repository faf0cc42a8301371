'use client';

import type { Host } from '@contract/host';
import type { Snapshot } from '@contract/tuning';
import { formatCount } from '@rules/words/numbers';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { post } from '@/api/client';
import { KeyFilter, SnapshotKeys } from '@/features/run/tuning/snapshot-table';
import { fittingRows, snapshotRows } from '@/lib/snapshot-diff';
import { Panel } from '@/ui/panel';
import { When } from '@/ui/when';
import { AskButton, AskError } from './ask-agent';
import { useKeyFilter } from './url-state';

const WORDS = { first: 'Read', now: 'Reading …', again: 'Read again' };

/** Everything that can be tuned, as it is now. */
export function PresentSettings({ host }: { host: Host }) {
  const read = useQuery({
    queryKey: ['present-settings', host.id],
    queryFn: ({ signal }) => post('/api/v1/hosts/:hostId/snapshot', undefined, { path: { hostId: host.id }, signal }),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
    retry: false,
  });
  const { data } = read;
  return (
    <Panel
      title="Present settings"
      aside={
        data && (
          <>
            read <When atUs={data.takenAtUs} />
          </>
        )
      }
      actions={
        <AskButton
          host={host}
          asking={read.isFetching}
          words={WORDS}
          asked={data !== undefined}
          ask={() => read.refetch()}
        />
      }
      flush
    >
      <div className="px-4 pb-4 pt-2 sm:px-5">
        <AskError query={read} title="The settings could not be read" />
        {read.isFetching && (
          <p role="status" className="text-sm text-muted">
            Asking its agent; it answers within 10 s or says why not.
          </p>
        )}
        {!data && !read.isFetching && (
          <p className="max-w-[70ch] text-sm text-muted">
            The present value of everything that a run can tune: queues, interrupts, steering, parameters of the kernel,
            governors, services, limits.
          </p>
        )}
      </div>
      {data && <Values key={data.takenAtUs} snapshot={data} />}
    </Panel>
  );
}

function Values({ snapshot }: { snapshot: Snapshot }) {
  const [text, setText] = useKeyFilter();
  const filter = useDeferredValue(text);
  const rows = useMemo(() => snapshotRows(snapshot.values, snapshot.values), [snapshot]);
  const fitting = useMemo(() => fittingRows(rows, { text: filter, all: true }), [rows, filter]);
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-4 pb-3 sm:px-5">
        <KeyFilter
          id="settings-filter"
          className="w-full max-w-96"
          value={text}
          onText={(wanted) => void setText(wanted)}
        />
        <p role="status" className="text-xs text-muted">
          {filter.trim() === ''
            ? `${formatCount(rows.length)} keys`
            : `${formatCount(fitting.length)} of ${formatCount(rows.length)} keys`}
        </p>
      </div>
      <SnapshotKeys key={filter} rows={fitting} names={['value']} nothing="No key or value has these words." />
    </>
  );
}
