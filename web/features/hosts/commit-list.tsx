'use client';

import { MAX_REVISIONS } from '@contract/limits';
import { shortCommit } from '@rules/spec/revision-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/client';
import { useMay } from '@/features/shell/use-session';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { When } from '@/ui/when';

const OFFERED = 50;

interface CommitListProps {
  hostId: string;
  /** Of the target that the host builds. */
  target: string;
  branch: string;
  chosen: string;
  onChoose: (commit: string) => void;
}

/** The commits of a target's branch, to choose one of. Asked for by a click: the host fetches its repository for it. */
export function CommitList({ hostId, target, branch, chosen, onChoose }: CommitListProps) {
  const mayOperate = useMay('operator');
  const [wanted, setWanted] = useState(false);
  const query = useQuery({
    queryKey: ['revisions', hostId, target],
    enabled: wanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      post(
        '/api/v1/hosts/:hostId/revisions',
        { target, most: Math.min(OFFERED, MAX_REVISIONS) },
        { path: { hostId }, signal },
      ),
  });
  if (!mayOperate) return null;
  const fetchThem = () => (wanted ? void query.refetch() : setWanted(true));
  const revisions = query.data?.revisions ?? [];
  return (
    <div className="grid justify-items-start gap-2">
      <Button onClick={fetchThem} disabled={query.isFetching}>
        {query.isFetching
          ? 'Fetching…'
          : `${query.data ? 'Fetch' : 'Choose from'} the commits of ${branch}${query.data ? ' again' : ''}`}
      </Button>
      {query.error && <ErrorNotice title="The commits were not listed" error={query.error} />}
      {revisions.length > 0 && (
        <ul
          aria-label={`Commits of ${branch}`}
          className="max-h-72 w-full max-w-[34rem] overflow-y-auto rounded-control border border-line"
        >
          {revisions.map(({ commit, subject, committedAtUs }) => (
            <li key={commit} className="border-line not-first:border-t">
              <button
                type="button"
                aria-pressed={commit === chosen}
                onClick={() => onChoose(commit)}
                className={`grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-3 py-1.5 text-left text-sm hover:bg-raised ${commit === chosen ? 'bg-raised font-medium' : ''}`}
              >
                <span className="font-mono text-xs">{shortCommit(commit)}</span>
                <span className="truncate" title={subject}>
                  {subject || <span className="text-muted">without a message</span>}
                </span>
                <span className="text-xs text-muted">
                  <When atUs={committedAtUs} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
