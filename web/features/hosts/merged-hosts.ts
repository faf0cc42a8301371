import type { Host, HostState } from '@contract/host';

/** An API that is a version behind, as while replicas are updated, knows neither pools nor cordons. */
export const asToday = <T extends HostState>(host: T): T => ({
  ...{ labels: [], availability: 'open', queuedRuns: 0 },
  ...host,
});

/** Known hosts as they are now; null when one is new or its facts may be others: then all are read anew. */
export function mergedHosts(known: Host[], states: HostState[]): Host[] | null {
  const byId = new Map(known.map((host) => [host.id, host]));
  const merged = states.flatMap((state) => {
    const host = byId.get(state.id);
    return host && host.factsVersion === state.factsVersion ? [{ ...state, facts: host.facts }] : [];
  });
  return merged.length === states.length ? merged : null;
}
