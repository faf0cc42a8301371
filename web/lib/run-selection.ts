/** A chosen run; its name is kept because a page that shows it may not be loaded. */
export interface Chosen {
  id: string;
  name: string;
}

/** As few as a comparison takes; `MAX_SIDES` are the most. */
export const MIN_COMPARED = 2;

export const isChosen = (chosen: Chosen[], id: string): boolean => chosen.some((one) => one.id === id);

export function toggle(chosen: Chosen[], run: Chosen): Chosen[] {
  return isChosen(chosen, run.id) ? without(chosen, [run.id]) : [...chosen, run];
}

export function without(chosen: Chosen[], ids: string[]): Chosen[] {
  return chosen.filter(({ id }) => !ids.includes(id));
}

/** Everything from the row clicked last to this one becomes what this one becomes. */
export function toggleRange(chosen: Chosen[], rows: Chosen[], anchorId: string | null, run: Chosen): Chosen[] {
  const [from, to] = [rows.findIndex(({ id }) => id === anchorId), rows.findIndex(({ id }) => id === run.id)];
  if (from < 0 || to < 0) return toggle(chosen, run);
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  // In the order of clicking: the first one chosen is the baseline of a comparison.
  const ordered = from <= to ? range : range.reverse();
  if (isChosen(chosen, run.id)) {
    return without(
      chosen,
      ordered.map(({ id }) => id),
    );
  }
  return addAll(chosen, ordered);
}

export function addAll(chosen: Chosen[], runs: Chosen[]): Chosen[] {
  return [...chosen, ...runs.filter(({ id }) => !isChosen(chosen, id)).map(({ id, name }) => ({ id, name }))];
}

/** What is chosen at one stroke has no order of its own: the pinned baseline among it comes first, else the oldest. */
export function baselineFirst<T extends Chosen>(
  runs: T[],
  of: (run: T) => { pinned: boolean; createdAtUs: number },
): T[] {
  // Imports are of one moment: ids tell their order, as in the list.
  const byAge = [...runs].sort((a, b) => of(a).createdAtUs - of(b).createdAtUs || (a.id < b.id ? -1 : 1));
  const baseline = byAge.find((run) => of(run).pinned) ?? byAge[0];
  return baseline ? [baseline, ...runs.filter((run) => run !== baseline)] : [];
}

/** The first is the baseline. */
export function compareHref(ids: string[]): string {
  const [baseline = ''] = ids;
  return `/compare?runs=${ids.join(',')}&baseline=${baseline}`;
}

/** What was kept of a selection; anything else is none. */
export function parseChosen(kept: string | null): Chosen[] {
  try {
    const parsed: unknown = JSON.parse(kept ?? '[]');
    if (!Array.isArray(parsed)) return [];
    return parsed.filter((one): one is Chosen => typeof one?.id === 'string' && typeof one?.name === 'string');
  } catch {
    return [];
  }
}
