'use client';

import { sortedQuery, viewPath } from '@rules/run/view-address';
import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { useColumnsHere } from '../table/use-columns-here';
import { presentQuery, useFilters, useLatencyKind, usePicture, useSavedView } from '../url-state';
import { openView } from './open-view';
import { useViews } from './use-views';

/** What the list shows, as a view would keep it, and the saved view that its address is of. */
export function useOpenView() {
  const { filters } = useFilters();
  const [as] = usePicture();
  const [latency] = useLatencyKind();
  const { columns } = useColumnsHere();
  const [savedId, setSaved] = useSavedView();
  const { data } = useViews();
  const query = presentQuery({ filters, as, latency, columns });
  const open = openView(savedId, data?.views, query);
  useBareAddress(open.view);
  return { ...open, query, views: data?.views, leave: () => void setSaved(null) };
}

/** A link may name a view and nothing else: then it opens as it is saved now. */
function useBareAddress(view: { id: string; query: string } | null): void {
  const router = useRouter();
  const bare = [...useSearchParams().keys()].length === 1;
  const path = view && sortedQuery(view.query) !== '' ? viewPath(view) : null;
  useEffect(() => {
    if (bare && path !== null) router.replace(path);
  }, [bare, path, router]);
}
