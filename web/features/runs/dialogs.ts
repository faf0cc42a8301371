import { onDemand } from '@/ui/on-demand';

/** Dialogs and forms of the list and of a run, which most people open seldom. */
export const RenameRun = onDemand(async () => (await import('./rename-form')).RenameForm);
export const EditTags = onDemand(async () => (await import('./tags-dialog')).EditTags);
export const TagRuns = onDemand(async () => (await import('./tags-dialog')).TagRuns);
export const CompareWith = onDemand(async () => (await import('./compare-with')).CompareWith);

export const SaveView = onDemand(async () => (await import('./views/save-view')).SaveView);
export const DeleteView = onDemand(async () => (await import('./views/delete-view')).DeleteView);

/** Loads the dialogs of a run, once a person may be about to open one. */
export function preloadDialogs(): void {
  for (const { preload } of [RenameRun, EditTags, TagRuns, CompareWith]) preload();
}
