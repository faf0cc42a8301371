import type { LaunchMachine } from './launch-machine.ts';

/** Between two looks at AWS, in each state. Hosts that are ready are looked at for what ends them from outside. */
const LOOK_SECONDS: Partial<Record<LaunchMachine['state'], number>> = {
  requested: 2,
  launching: 2,
  joining: 5,
  ready: 20,
  releasing: 5,
};

/** When to look at a launch again at the latest. */
export function wakeAfter({ state, retryAtUs, keptUntilUs, expiresAtUs }: LaunchMachine, nowUs: number): number {
  const next = nowUs + (LOOK_SECONDS[state] ?? 60) * 1e6;
  if (retryAtUs !== null) return Math.max(retryAtUs, nowUs);
  const ends = [expiresAtUs, keptUntilUs ?? expiresAtUs].filter((at) => at > nowUs);
  return Math.min(next, ...ends);
}
