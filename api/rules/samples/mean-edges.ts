import type { Run, RunTransition } from '../../contract/run.ts';
import { loadTimeOf } from '../evidence/load-time.ts';

/** Where a chart begins: a second before the first load. Earlier states are of no interest. */
export function chartStartUs(transitions: RunTransition[]): number | null {
  const first = transitions.find(({ state }) => state === 'warming' || state === 'measuring');
  return first ? first.atUs - 1_000_000 : null;
}

/** Between which moments a page says means of a host's series: of what it draws at first, of each step, of its load. */
export function meanEdgesUs(run: Pick<Run, 'steps' | 'transitions'>, hostId: string): number[] {
  const { steps, transitions } = run;
  const loads = steps.flatMap((_, index) => loadTimeOf(run, hostId, index) ?? []);
  const tools = steps.flatMap(({ point }) => [point?.startedAtUs ?? [], point?.endedAtUs ?? []].flat());
  const start = chartStartUs(transitions);
  return [
    ...(start === null ? [] : [start]),
    ...transitions.map(({ atUs }) => atUs),
    ...loads.flatMap(({ fromUs, toUs }) => [fromUs, toUs]),
    ...tools,
  ];
}
