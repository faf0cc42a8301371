'use client';

import { onDemand } from '@/ui/on-demand';
import { QueryState } from '@/ui/query-state';
import type { useBisections } from './bisections-query';

const BisectionsPanel = onDemand(async () => (await import('./bisections-panel')).BisectionsPanel);
/** Asks before hosts are used. */
export const SearchDialog = onDemand(async () => (await import('./search-dialog')).SearchDialog);

/** Most benchmarks have none: nothing stands there then. */
export function Searches({ query }: { query: ReturnType<typeof useBisections> }) {
  if (query.isPending) return null;
  if (!query.data) return <QueryState query={query} what="the searches" rows={1} />;
  const { bisections } = query.data;
  return bisections.length > 0 && <BisectionsPanel bisections={bisections} />;
}
