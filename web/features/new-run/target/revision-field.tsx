'use client';

import { MAX_REVISIONS } from '@contract/limits';
import type { TargetSource } from '@contract/target';
import { shortCommit } from '@rules/spec/revision-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/client';
import { useDraft } from '@/features/new-run/draft-form';
import { useSession } from '@/features/shell/use-session';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { controlClass, describedBy } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { When } from '@/ui/when';

const ID = 'target-revision';
const OFFERED = 50;

interface RevisionFieldProps {
  hostId: string;
  name: string;
  /** Null: the host states none, and what was chosen has to go. */
  source: TargetSource | null;
}

/** The commit that the target is built from: pasted, or one of its branch. */
export function RevisionField({ hostId, name, source }: RevisionFieldProps) {
  const { form, errorAt } = useDraft();
  const error = errorAt('target.revision');
  const hint =
    source === null
      ? 'The host’s configuration file states no source of this target: leave it empty.'
      : `The host builds it from ${source.repository} before anything is measured, within ${source.timeoutSeconds} s. A commit of any branch, by its whole SHA.`;
  return (
    <div className="grid gap-2">
      <Field id={ID} label="Revision" error={error} hint={hint}>
        <input
          id={ID}
          className={`${controlClass(error !== undefined)} max-w-[34rem] font-mono`}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(ID, error, hint)}
          placeholder="SHA of a commit"
          spellCheck={false}
          autoComplete="off"
          {...form.register('target.revision', { setValueAs: (text: string) => text.trim() })}
        />
      </Field>
      {source && <Commits key={`${hostId} ${name}`} hostId={hostId} name={name} branch={source.branch} />}
    </div>
  );
}

/** Asked for by a click: the host fetches its repository for it. */
function Commits({ hostId, name, branch }: { hostId: string; name: string; branch: string }) {
  const { form, draft } = useDraft();
  const { may } = useSession();
  const [wanted, setWanted] = useState(false);
  const query = useQuery({
    queryKey: ['revisions', hostId, name],
    enabled: wanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      post(
        '/api/v1/hosts/:hostId/revisions',
        { target: name, most: Math.min(OFFERED, MAX_REVISIONS) },
        { path: { hostId }, signal },
      ),
  });
  if (!may('operator')) return null;
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
          {revisions.map(({ commit, subject, committedAtUs }) => {
            const chosen = draft.target.revision === commit;
            return (
              <li key={commit} className="border-line not-first:border-t">
                <button
                  type="button"
                  aria-pressed={chosen}
                  onClick={() => form.setValue('target.revision', commit, { shouldDirty: true })}
                  className={`grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-3 py-1.5 text-left text-sm hover:bg-raised ${chosen ? 'bg-raised font-medium' : ''}`}
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
            );
          })}
        </ul>
      )}
    </div>
  );
}
