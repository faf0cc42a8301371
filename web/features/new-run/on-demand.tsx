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
export const OriginalDialog = onDemand(async () => (await import('./original-dialog')).OriginalDialog);
export const SearchEditor = onDemand(async () => (await import('./load/search-editor')).SearchEditor);
export const RequestEditor = onDemand(async () => (await import('./target/request-editor')).RequestEditor);
export const BackendFields = onDemand(async () => (await import('./target/backend-fields')).BackendFields);
export const CurlImport = onDemand(async () => (await import('./target/curl-import')).CurlImport);
export const HarImport = onDemand(async () => (await import('./target/har-import')).HarImport);
export const VariablesField = onDemand(async () => (await import('./target/variables-field')).VariablesField);
export const TransportFields = onDemand(async () => (await import('./load/transport-fields')).TransportFields);
export const NamedFields = onDemand(async () => (await import('./target/named-fields')).NamedFields);
export const ListeningFields = onDemand(async () => (await import('./target/listening-fields')).ListeningFields);
export const ExternalFields = onDemand(async () => (await import('./target/external-fields')).ExternalFields);

export const LaunchFields = onDemand(async () => (await import('./cloud/launch-fields')).LaunchFields);
export const RunLaunchCost = onDemand(async () => (await import('./cloud/run-launch-cost')).RunLaunchCost);
export const LaunchAtButton = onDemand(async () => (await import('./cloud/run-launch-cost')).LaunchAtButton);
export const HeldLaunch = onDemand(async () => (await import('./cloud/run-launch-cost')).HeldLaunch);

/** While the hosts are read, so that a draft that was kept is drawn whole. */
export function preloadForm(): void {
  for (const { preload } of [SearchEditor, NamedFields, ListeningFields, ExternalFields]) preload();
}
