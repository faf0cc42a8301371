import 'server-only';
import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readAsVisitor } from '@/api/on-server';

export interface Read {
  /** What the page's cache knows it by. */
  key: QueryKey;
  /** A path of the API, with its query. */
  place: string;
  /** The answer as the cache holds it. */
  keep: (answer: unknown) => unknown;
}

/** A page with the answers that it would ask for first, so it is drawn before its scripts arrive. */
export async function Prefilled({ reads, children }: { reads: Read[]; children: ReactNode }) {
  const queries = new QueryClient();
  await Promise.all(
    reads.map(async ({ key, place, keep }) => {
      const answer = await readAsVisitor(place);
      if (answer !== null) queries.setQueryData(key, keep(answer));
    }),
  );
  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
