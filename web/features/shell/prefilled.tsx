import 'server-only';
import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readAsVisitor } from '@/api/on-server';

export interface Read {
  /** What the page's cache knows it by. */
  key: QueryKey;
  /** A path of the API, with its query. */
  place: string;
  /** What the cache holds of the answer; undefined: nothing. */
  keep?: (answer: unknown) => unknown;
}

/** A page with what it would ask for first: it need not wait for its scripts to be asked. Nothing that the frame around it asks for, too. */
export async function Prefilled({ reads, children }: { reads: Read[]; children: ReactNode }) {
  const queries = new QueryClient();
  await Promise.all(
    reads.map(async ({ key, place, keep = (answer) => answer }) => {
      const answer = await readAsVisitor(place);
      if (answer !== null) queries.setQueryData(key, keep(answer));
    }),
  );
  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
