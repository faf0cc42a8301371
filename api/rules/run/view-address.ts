/** The parameter that names the view whose filters an address has. */
export const SAVED = 'saved';

/** The address of a saved view: its query, which also works alone, and the id of the view. */
export const viewPath = ({ id, query }: { id: string; query: string }): string =>
  `/?${new URLSearchParams([...new URLSearchParams(query), [SAVED, id]])}`;

/** Equal for addresses that show the same, whatever the order of their parameters. */
export function sortedQuery(query: string): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.toString();
}
