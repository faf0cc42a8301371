import { onDemand } from '@/ui/on-demand';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';

const MEANWHILE = (
  <Panel flush>
    <SkeletonRows rows={2} label="Loading the reason" />
  </Panel>
);

/** Parts of the form that most runs do without, and what stands in its place. */
export const OriginalUnread = onDemand(async () => (await import('./no-original')).OriginalUnread, MEANWHILE);
export const NotAgain = onDemand(async () => (await import('./no-original')).NotAgain, MEANWHILE);
export const SearchEditor = onDemand(async () => (await import('./load/search-editor')).SearchEditor);
export const NamedFields = onDemand(async () => (await import('./target/named-fields')).NamedFields);
export const ListeningFields = onDemand(async () => (await import('./target/listening-fields')).ListeningFields);

/** While the hosts are read, so that a draft that was kept is drawn whole. */
export function preloadForm(): void {
  for (const { preload } of [SearchEditor, NamedFields, ListeningFields]) preload();
}
