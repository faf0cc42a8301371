import type { RunSummary } from '@contract/run';
import type { RunStanding } from '@contract/run-baseline';
import type { RunFold, RunList } from '@contract/run-list';
import { formatCount, plural } from '@rules/words/numbers';

/** A run with the requests per second of its steps, from the least load to the most; empty where there are none to draw. */
export type ListedRun = RunSummary & { curve: number[]; standing: RunStanding | null; favourite: boolean };

type Listed = Pick<RunList, 'runs' | 'curves' | 'standings' | 'favourites'>;

export function withCurves({ runs, curves, standings, favourites }: Listed): ListedRun[] {
  const byRun = new Map(curves.map(({ runId, requestsPerSecond }) => [runId, requestsPerSecond]));
  const standing = new Map(standings.map((one) => [one.runId, one]));
  const favourite = new Set(favourites);
  return runs.map((run) => ({
    ...run,
    curve: byRun.get(run.id) ?? [],
    standing: standing.get(run.id) ?? null,
    favourite: favourite.has(run.id),
  }));
}

/** A line of the list: a run, or the runs of one experiment, for which the first of them stands. */
export type RunLine =
  | { type: 'run'; id: string; run: ListedRun }
  | { type: 'experiment'; id: string; run: ListedRun; fold: RunFold };

/** The lines of all pages; what changed its place between two readings stands once. */
export function linesOf(pages: (Listed & Pick<RunList, 'folds'>)[]): RunLine[] {
  const lines = pages.flatMap(({ folds, ...page }) => {
    const byRun = new Map(folds.map((fold) => [fold.runId, fold]));
    return withCurves(page).map((run): RunLine => {
      const fold = byRun.get(run.id);
      return fold ? { type: 'experiment', id: fold.experiment.id, run, fold } : { type: 'run', id: run.id, run };
    });
  });
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}

/** What is known of the runs of an experiment that is open. */
export interface Opened {
  /** Null while they are on their way. */
  runs: ListedRun[] | null;
  error: Error | null;
}

export type ShownLine =
  /** `inside`: the question of the experiment that it is listed under; null for a run by itself. */
  | { type: 'run'; run: ListedRun; inside: string | null }
  | { type: 'experiment'; fold: RunFold; run: ListedRun; open: boolean }
  /** A line in place of the runs of an open experiment that are not shown. */
  | { type: 'rest'; fold: RunFold; shown: number; error: Error | null };

/** The lines, with the runs of open experiments below theirs. */
export function shownLines(lines: RunLine[], opened: ReadonlyMap<string, Opened>): ShownLine[] {
  return lines.flatMap((line): ShownLine[] => {
    if (line.type === 'run') return [{ type: 'run', run: line.run, inside: null }];
    const { fold, run } = line;
    const inside = opened.get(line.id);
    const head: ShownLine = { type: 'experiment', fold, run, open: inside !== undefined };
    if (!inside) return [head];
    const runs = inside.runs ?? [];
    const whole = inside.runs !== null && inside.error === null && runs.length >= fold.runs;
    return [
      head,
      ...runs.map((one): ShownLine => ({ type: 'run', run: one, inside: fold.experiment.question })),
      ...(whole ? [] : [{ type: 'rest' as const, fold, shown: runs.length, error: inside.error }]),
    ];
  });
}

/** Below its experiment a run is called by what sets it apart, 'prefork · round 2', unless it was renamed. */
export const nameInside = (name: string, question: string): string =>
  name.startsWith(`${question} · `) ? name.slice(question.length + 3) : name;

/** '8 runs in 3 lines', where experiments are folded; '50 of 3,000 runs' while more can be loaded. */
export function countText({ listed, total, runsTotal }: { listed: number; total: number; runsTotal: number }): string {
  if (runsTotal === total) return `${listed < total ? `${formatCount(listed)} of ` : ''}${plural(total, 'run')}`;
  const lines = `${plural(runsTotal, 'run')} in ${plural(total, 'line')}`;
  return listed < total ? `${lines}, ${formatCount(listed)} loaded` : lines;
}

export const runsOfLines = (lines: ShownLine[]): ListedRun[] =>
  lines.flatMap((line) => (line.type === 'run' ? [line.run] : []));
