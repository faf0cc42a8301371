import type { RunSummary } from '@contract/run';
import type { ActiveRuns } from '@contract/run-list';

export interface KnownRuns {
  runs: RunSummary[];
  more: ActiveRuns['more'];
  since: string;
}

type Ask = (since: string | undefined) => Promise<ActiveRuns>;

/** The runs of the last answer, with what changed since. */
export async function readActive(known: KnownRuns | undefined, ask: Ask): Promise<KnownRuns> {
  const { since, more, ...told } = await ask(known?.since);
  const byId = new Map([...(known?.runs ?? []), ...told.runs].map((run) => [run.id, run]));
  const runs = told.progress.flatMap(({ runId, ...progress }) => {
    const run = byId.get(runId);
    return run ? [{ ...run, progress }] : [];
  });
  // Told as known, and not known here.
  return known && runs.length < told.progress.length ? readActive(undefined, ask) : { runs, more, since };
}
