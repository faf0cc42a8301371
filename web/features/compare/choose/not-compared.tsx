'use client';

import { useQueries } from '@tanstack/react-query';
import { get } from '@/api/client';
import { ApiError } from '@/api/problem';
import { BringBackButton } from '@/features/runs/bring-back-button';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { MAX_SIDES } from '@/ui/sides';
import { ChooseRuns } from './choose-runs';

export const PARENT = { href: '/', label: 'Runs' };

interface ChosenProps {
  runs: string[];
  onChosen: (ids: string[]) => void;
}

interface TooFewProps extends ChosenProps {
  /** Named in the address, and not an id of a run. */
  strange: string[];
}

export function TooFew({ runs, strange, onChosen }: TooFewProps) {
  return (
    <>
      <PageHead title="Compare" parent={PARENT} />
      <Panel className="max-w-[52rem]">
        {strange.length > 0 && (
          <p role="status" className="mb-2 max-w-[70ch] text-sm [overflow-wrap:anywhere]">
            The address names {strange.map((one) => `‘${one}’`).join(', ')}:{' '}
            {strange.length === 1 ? 'not the id of a run.' : 'none of them the id of a run.'}
          </p>
        )}
        <p className="mb-4 max-w-[70ch] text-sm text-muted">
          {runs.length === 1
            ? 'One run is chosen. Choose at least one more: their settings, figures and host metrics then stand side by side.'
            : 'Choose two runs or more: what differs in their settings and hosts, every figure step by step, and their host metrics then stand side by side.'}
        </p>
        <ChooseRuns initial={runs} onChosen={onChosen} />
      </Panel>
    </>
  );
}

/** An address may name more runs than there are letters for. */
export function TooMany({ runs, onChosen }: ChosenProps) {
  return (
    <>
      <PageHead title="Compare" parent={PARENT} />
      <div className="grid max-w-[52rem] grid-cols-[minmax(0,1fr)] gap-4">
        <Notice
          kind="warn"
          title={`This address names ${runs.length} runs; a comparison takes eight at most`}
          actions={<Button onClick={() => onChosen(runs.slice(0, MAX_SIDES))}>Compare the first eight</Button>}
        >
          Nothing was left out yet. Compare the first eight, or choose below which ones.
        </Notice>
        <Panel>
          <ChooseRuns initial={runs} onChosen={onChosen} />
        </Panel>
      </div>
    </>
  );
}

interface RefusedProps extends ChosenProps {
  error: unknown;
  retry: () => void;
}

/** A run may have been deleted since the address was kept: the others can still be compared. */
export function Refused({ error, runs, onChosen, retry }: RefusedProps) {
  const named = error instanceof ApiError && error.status < 500 ? runs.filter((id) => error.detail.includes(id)) : [];
  const deleted = useDeletions(named);
  return (
    <>
      <PageHead title="Compare" parent={PARENT} />
      {named.length === 0 ? (
        <ErrorNotice title="The runs could not be compared" error={error} retry={retry} />
      ) : (
        <Notice
          kind="bad"
          title={deleted.length === 1 ? 'A run of this comparison was deleted' : 'The runs could not be compared'}
          alert
          actions={
            <>
              {deleted.length > 0 && <BringBackButton runIds={deleted.map(({ id }) => id)} onBack={retry} />}
              <Button onClick={() => onChosen(runs.filter((id) => !named.includes(id)))}>
                {named.length === 1 ? 'Take it out' : 'Take them out'}
              </Button>
            </>
          }
        >
          {deleted.length === named.length
            ? deleted.map(({ id, sentence }) => <p key={id}>{sentence}</p>)
            : error instanceof ApiError && <p>{error.detail}</p>}
        </Notice>
      )}
    </>
  );
}

/** The missing runs that were deleted and can be brought back. */
function useDeletions(runIds: string[]): { id: string; sentence: string }[] {
  const results = useQueries({
    queries: runIds.map((runId) => ({
      queryKey: ['run', runId],
      queryFn: ({ signal }: { signal: AbortSignal }) => get('/api/v1/runs/:runId', { path: { runId }, signal }),
    })),
  });
  return runIds.flatMap((id, index) => {
    const error = results[index]?.error;
    return error instanceof ApiError && error.code === 'run-deleted' ? [{ id, sentence: error.detail }] : [];
  });
}
