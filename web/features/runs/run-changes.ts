'use client';

import type { Run } from '@contract/run';
import type { RunLabels } from '@contract/run-list';
import { plural } from '@rules/words/numbers';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { patch, post, remove } from '@/api/client';
import { addAll, type Chosen, without } from '@/lib/run-selection';
import { showToast } from '@/ui/toast';
import type { EndedPages } from './runs-query';
import { changeSelection } from './selection';

/** Name, tags and notes of one run. The lists show the change at once. */
export function useLabelRun(runId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (labels: RunLabels) => patch('/api/v1/runs/:runId', labels, { path: { runId } }),
    onSuccess: (run) => showLabelled(queries, run),
  });
}

function showLabelled(queries: QueryClient, run: Run): void {
  const { id, name, tags, notes } = run;
  queries.setQueryData(['run', id], run);
  queries.setQueriesData<EndedPages>({ queryKey: ['runs', 'ended'] }, (data) =>
    inPages(data, (runs) => runs.map((one) => (one.id === id ? { ...one, name, tags, notes } : one))),
  );
  changeSelection((chosen) => chosen.map((one) => (one.id === id ? { id, name } : one)));
  void queries.invalidateQueries({ queryKey: ['runs'] });
}

type EndedRuns = EndedPages['pages'][number]['runs'];

function inPages(data: EndedPages | undefined, change: (runs: EndedRuns) => EndedRuns): EndedPages | undefined {
  return data && { ...data, pages: data.pages.map((page) => ({ ...page, runs: change(page.runs) })) };
}

export interface TagChange {
  runs: Chosen[];
  addTags?: string[];
  removeTags?: string[];
}

/** Adds or removes tags of several runs; says which failed, and why. */
export function useTagRuns() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ runs, ...change }: TagChange) => {
      const { failed } = await each(runs, async ({ id }) => {
        showLabelled(queries, await patch('/api/v1/runs/:runId', change, { path: { runId: id } }));
      });
      if (failed) throw new Error(`${failed.sentence}`);
    },
  });
}

/** Deletes runs and offers to bring them back. What could not be deleted stays selected. */
export function useDeleteRuns() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (runs: Chosen[]) => {
      const { done, failed } = await each(runs, ({ id }) => remove('/api/v1/runs/:runId', { path: { runId: id } }));
      const gone = new Set(done.map(({ id }) => id));
      queries.setQueriesData<EndedPages>({ queryKey: ['runs', 'ended'] }, (data) =>
        inPages(data, (all) => all.filter(({ id }) => !gone.has(id))),
      );
      changeSelection((chosen) => without(chosen, [...gone]));
      void queries.invalidateQueries({ queryKey: ['runs'] });
      if (failed) showToast({ title: `Not deleted: ${failed.sentence}`, bad: true });
      const [first] = done;
      if (!first) return { done: 0 };
      showToast({
        title: done.length === 1 ? `Deleted ‘${first.name}’.` : `Deleted ${plural(done.length, 'run')}.`,
        about: [...gone],
        action: { label: 'Undo', run: () => void bringBack(queries, done, runs.length > 1) },
      });
      return { done: done.length };
    },
  });
}

export function useBringBack() {
  const queries = useQueryClient();
  return useMutation({ mutationFn: (runs: Chosen[]) => bringBack(queries, runs, false) });
}

async function bringBack(queries: QueryClient, runs: Chosen[], select: boolean): Promise<void> {
  const names = new Map<string, string>();
  const { done, failed } = await each(runs, async ({ id }) => {
    const run = await post('/api/v1/runs/:runId/undelete', undefined, { path: { runId: id } });
    names.set(id, run.name);
    queries.setQueryData(['run', id], run);
  });
  if (select) changeSelection((chosen) => addAll(chosen, done));
  void queries.invalidateQueries({ queryKey: ['runs'] });
  if (failed) showToast({ title: `Not brought back: ${failed.sentence} It stays in ‘Recently deleted’.`, bad: true });
  else
    showToast({
      title: done.length === 1 ? `‘${[...names.values()][0]}’ is back.` : `${plural(done.length, 'run')} are back.`,
      about: done.map(({ id }) => id),
    });
}

const AT_ONCE = 4;

/** Does the same with each run, a few at a time; a failure stops no other. */
async function each(
  runs: Chosen[],
  work: (run: Chosen) => Promise<unknown>,
): Promise<{ done: Chosen[]; failed: { sentence: string } | null }> {
  const done: Chosen[] = [];
  const failures: { run: Chosen; error: unknown }[] = [];
  for (let start = 0; start < runs.length; start += AT_ONCE) {
    const part = runs.slice(start, start + AT_ONCE);
    const settled = await Promise.allSettled(part.map(work));
    for (const [index, result] of settled.entries()) {
      const run = part[index];
      if (!run) continue;
      if (result.status === 'fulfilled') done.push(run);
      else failures.push({ run, error: result.reason });
    }
  }
  const [first] = failures;
  if (!first) return { done, failed: null };
  const reason = first.error instanceof Error ? first.error.message : 'Something unforeseen happened.';
  const others = failures.length > 1 ? ` (and ${plural(failures.length - 1, 'other run')})` : '';
  return { done, failed: { sentence: `‘${first.run.name}’${others}: ${reason}` } };
}
