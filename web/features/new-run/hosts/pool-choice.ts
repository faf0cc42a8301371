'use client';

import { pickHosts } from '@rules/hosts/pick-hosts';
import { labelsOf, type Pool } from '@rules/hosts/pools';
import { useDraft } from '@/features/new-run/draft-form';

/** The pools that hosts of the form belong to. */
export const usePools = (): Pool[] => labelsOf(useDraft().hosts);

export interface Choice {
  hostIds: string[];
  /** What the pool lacks; null: it has enough. */
  fault: string | null;
}

export type Pick = (label: string, count: number, takenIds: string[]) => Choice;

/** Picks among the hosts of the form, by the names that it gives them; none that runs the services of the target. */
export function usePick(): Pick {
  const { draft, hosts, labelOf } = useDraft();
  return (label, count, takenIds) => {
    const named = hosts.map((host) => ({ ...host, name: labelOf(host.id) }));
    const taken = [...takenIds, draft.backendHostId].filter(Boolean);
    const { picked, fault } = pickHosts(named, [{ label, count }], taken);
    return { hostIds: (picked ?? []).flat().map(({ id }) => id), fault };
  };
}

/** Takes these as clients, in the order of the list, so that the same choice is the same run. */
export function useSetClients(): (hostIds: ReadonlySet<string>) => void {
  const { form, hosts } = useDraft();
  return (wanted) => {
    const known = hosts.map(({ id }) => id);
    const ids = [...known.filter((id) => wanted.has(id)), ...[...wanted].filter((id) => !known.includes(id))];
    form.setValue('clientHostIds', ids, { shouldDirty: true, shouldTouch: true });
  };
}
