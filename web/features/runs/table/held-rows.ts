interface Row {
  id: string;
}

export interface Held<T> {
  rows: T[];
  /** Rows that wait until nothing is held. */
  waiting: number;
}

/**
 * The rows to show while they must not move: those shown before, brought up to date, without those that are gone. Rows
 * that were loaded after the last one follow.
 */
export function holdRows<T extends Row>(shown: T[], fresh: T[]): Held<T> {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const kept = shown.flatMap(({ id }) => byId.get(id) ?? []);
  const last = kept.at(-1);
  const known = new Set(kept.map(({ id }) => id));
  const behind = last ? fresh.slice(fresh.findIndex(({ id }) => id === last.id) + 1) : fresh;
  const rows = [...kept, ...behind.filter(({ id }) => !known.has(id))];
  return { rows, waiting: fresh.length - rows.length };
}

/** The same for rows that leave for another list: they stay, with what that one says of them. Of a row in neither nothing is known. */
export function holdLeaving<T extends Row>(shown: T[], fresh: T[], elsewhere: T[]): Held<T> {
  const byId = new Map([...elsewhere, ...fresh].map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  return {
    rows: shown.flatMap(({ id }) => byId.get(id) ?? []),
    waiting: fresh.filter(({ id }) => !known.has(id)).length,
  };
}
