'use client';

import type { Run } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { get } from '@/api/client';
import { ApiError } from '@/api/problem';
import { compareHref } from '@/lib/run-selection';

/** The experiment whose round this run is. */
export function OfExperiment({ run: { experimentId } }: { run: Run }) {
  if (experimentId === null) return null;
  return (
    <p className="text-sm text-muted">
      A run of{' '}
      <Link href={`/experiments/${experimentId}`} className="text-ink underline">
        an experiment
      </Link>
      : it is not deleted as long as that needs it.
    </p>
  );
}

/** The run that this one was made from. */
export function Lineage({ run }: { run: Run }) {
  const { basedOnRunId } = run;
  const base = useQuery({
    queryKey: ['run', basedOnRunId],
    enabled: basedOnRunId !== null,
    queryFn: ({ signal }) => get('/api/v1/runs/:runId', { path: { runId: basedOnRunId ?? '' }, signal }),
    staleTime: 60_000,
  });
  if (basedOnRunId === null) return null;
  if (base.error instanceof ApiError && base.error.status === 404) {
    return <p className="text-sm text-muted">Made from a run that was deleted.</p>;
  }
  return (
    <p className="max-w-full text-sm text-muted [overflow-wrap:anywhere]">
      Made from{' '}
      <Link href={`/runs/${basedOnRunId}`} className="text-ink underline">
        {base.data?.name ?? 'another run'}
      </Link>
      {isTerminal(run.state) && (
        <>
          {' · '}
          <Link href={compareHref([basedOnRunId, run.id])} className="text-ink underline">
            Compare the two
          </Link>
        </>
      )}
    </p>
  );
}
