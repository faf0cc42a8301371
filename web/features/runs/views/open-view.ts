import type { RunView } from '@contract/run-view';
import { sortedQuery } from '@rules/run/view-address';

/** What the list shows, held against the saved view that its address is of. */
export interface OpenView {
  /** Null: of none, or of one that is not there for whoever looks. */
  view: RunView | null;
  /** The address names a view that is not there. */
  gone: boolean;
  /** The list shows something else than was saved. */
  changed: boolean;
}

export function openView(savedId: string | null, views: RunView[] | undefined, presentQuery: string): OpenView {
  const view = views?.find(({ id }) => id === savedId) ?? null;
  return {
    view,
    gone: savedId !== null && views !== undefined && view === null,
    changed: view !== null && sortedQuery(view.query) !== presentQuery,
  };
}
