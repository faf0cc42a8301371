import { formatCount } from '@rules/words/numbers';
import { isLoadTyped, type Preset, withLoadPreset } from '@/features/draft/presets';
import { emptySearch } from '@/features/draft/search-draft';
import { useDraft } from '@/features/new-run/draft-form';

/** Fills the load with a preset. What was typed there is set aside first. */
export function useLoadPreset(): (preset: Preset) => void {
  const { form, draft, keep } = useDraft();
  return (preset) => {
    if (isLoadTyped(draft)) keep();
    const options = { shouldDirty: true };
    const load = withLoadPreset(preset, draft);
    form.setValue('loop', load.loop, options);
    form.setValue('warmupSeconds', load.warmupSeconds, options);
    form.setValue('pauseSeconds', load.pauseSeconds, options);
    form.setValue('steps', load.steps, options);
    form.setValue('search', load.search, options);
  };
}

/** '10, 50 connections × 5 s', '10 to 100 connections × 10 s', '10 to 10,000 connections' of a search. */
export function presetText({ steps, loop }: Preset): string {
  const { first, mostConnections } = emptySearch();
  if (steps === null) return `${first.connections} to ${formatCount(Number(mostConnections))} connections`;
  const loads = steps.map((step) => Number(loop === 'open' ? step.requestsPerSecond : step.connections));
  const [low = 0, high = 0] = [loads[0], loads.at(-1)];
  const told = loads.length > 2 ? `${formatCount(low)} to ${formatCount(high)}` : loads.map(formatCount).join(', ');
  return `${told} ${loop === 'open' ? 'req/s' : 'connections'} × ${steps[0]?.durationSeconds} s`;
}
