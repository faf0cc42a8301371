/** The parameter that names the view whose filters an address has. */
export const SAVED = 'saved';

/** Where a saved view opens: its query, which opens by itself too, and the view that it is of. */
export const viewPath = ({ id, query }: { id: string; query: string }): string =>
  `/?${new URLSearchParams([...new URLSearchParams(query), [SAVED, id]])}`;

/** Equal for addresses that show the same, whatever the order of their parameters. */
export function sortedQuery(query: string): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.toString();
}
