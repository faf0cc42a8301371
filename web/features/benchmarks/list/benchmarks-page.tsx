'use client';

import { plural } from '@rules/words/numbers';
import { ErrorNotice } from '@/ui/error-notice';
import { Fold } from '@/ui/fold';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { useBenchmarks } from '../benchmarks-query';
import { BenchmarksSkeleton } from './benchmarks-skeleton';
import { BenchmarksTable } from './benchmarks-table';
import { NoBenchmarks } from './no-benchmarks';

export function BenchmarksPage() {
  const { data, error, refetch } = useBenchmarks();
  const watched = data?.benchmarks.filter(({ archivedAtUs }) => archivedAtUs === null) ?? [];
  const archived = data?.benchmarks.filter(({ archivedAtUs }) => archivedAtUs !== null) ?? [];
  return (
    <>
      <PageHead title="Benchmarks" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error && (
          <ErrorNotice
            title={
              data ? 'The benchmarks could not be read anew; these may be old' : 'The benchmarks could not be loaded'
            }
            error={error}
            retry={() => refetch()}
          />
        )}
        {!data && !error && <BenchmarksSkeleton />}
        {data && watched.length === 0 && <NoBenchmarks archived={archived.length} />}
        {watched.length > 0 && (
          <Panel title="Watched" aside={plural(watched.length, 'benchmark')} flush>
            <BenchmarksTable label="Benchmarks" benchmarks={watched} />
          </Panel>
        )}
        {archived.length > 0 && (
          <Fold id="archived" title="Archived" summary={plural(archived.length, 'benchmark')} flush>
            <BenchmarksTable label="Archived benchmarks" benchmarks={archived} />
          </Fold>
        )}
      </div>
    </>
  );
}
