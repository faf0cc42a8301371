'use client';

import { stateLabel } from '@rules/run/run-words';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';

const NAMED = 10;

/** The runs that end with a launch, by name, before anybody agrees to that. */
export function EndedRuns({ runIds }: { runIds: string[] }) {
  const ids = [...new Set(runIds)];
  const named = ids.slice(0, NAMED);
  const runs = useQuery({
    queryKey: ['runs', 'named', named],
    enabled: named.length > 0,
    queryFn: ({ signal }) => Promise.all(named.map((runId) => get('/api/v1/runs/:runId', { path: { runId }, signal }))),
  });
  if (named.length === 0) return null;
  if (runs.isPending) return <p>Reading which runs …</p>;
  if (!runs.data) return <p>Which runs these are could not be read.</p>;
  return (
    <ul className="list-disc pl-5">
      {runs.data.map(({ id, name, state }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          {name} <span className="text-muted">({stateLabel(state)})</span>
        </li>
      ))}
      {ids.length > named.length && <li>and {ids.length - named.length} more</li>}
    </ul>
  );
}
