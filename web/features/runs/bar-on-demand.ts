import { onDemand } from '@/ui/on-demand';

/** Apart from the dialogs that it opens. */
export const SelectionBar = onDemand(async () => (await import('./selection-bar')).SelectionBar);
