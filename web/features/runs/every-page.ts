interface Page<T> {
  runs: T[];
  nextCursor: string | null;
}

/** The runs of all pages, in their order. */
export async function everyPage<T>(ask: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const all: T[][] = [];
  let cursor: string | undefined;
  do {
    const { runs, nextCursor } = await ask(cursor);
    all.push(runs);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all.flat();
}
