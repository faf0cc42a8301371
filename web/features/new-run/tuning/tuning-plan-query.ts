'use client';

import type { Host } from '@contract/host';
import type { PlanRequest } from '@contract/host-task';
import type { TuningPlan } from '@contract/tuning';
import { useQuery } from '@tanstack/react-query';
import { post } from '@/api/client';
import { carryingNic, loadPathOf } from '@/features/draft/meant-nic';
import { type TuningSide, tuningOf } from '@/features/draft/tuning-changes';
import { useDraft } from '@/features/new-run/draft-form';
import { useDebounced } from '@/features/new-run/use-debounced';
import { useSession } from '@/features/shell/use-session';
import { planRequestOf } from './plan-request';

const SETTLED_MS = 500;
/** What a host is may change under a plan: it is asked again after a while. */
const FRESH_MS = 20_000;

export interface AskedPlan {
  /** The latest one; of what was asked before while the next is on its way. */
  plan: TuningPlan | null;
  asking: boolean;
  error: unknown;
  retry: () => void;
}

export interface OwnPlan extends AskedPlan {
  /** Nothing is asked of the host. */
  nothing: boolean;
  /** Fields of it cannot be read, or ask for what the host does not have. */
  unreadable: boolean;
  /** The NIC that the host takes by itself, and the one that carries the load where that is another. */
  idleNic: { taken: string; carrier: string } | null;
}

/** What the agent of one host says to the draft as it is. */
export function useOwnPlan(side: TuningSide, hostId: string): OwnPlan {
  const { run, faults, server, hostOf, apart } = useDraft();
  const client = hostOf(side === 'clients' ? hostId : (apart[0] ?? hostId));
  const facts = { server: server?.facts ?? null, client: client?.facts ?? null };
  const unreadable = Object.keys(faults).some(
    (field) => field.startsWith(`tuning.${side}.`) || (side === 'server' && field === 'targetCpus'),
  );
  const wanted = planRequestOf(side, run.spec, facts);
  const asked = useTuningPlan(side === 'server' ? server : client, unreadable ? null : wanted);
  const taken = asked.plan?.nic ?? null;
  const path = loadPathOf(run.spec);
  const carrier = path.sameHost ? null : carryingNic(side, path, facts);
  const byItself = (tuningOf(run.spec, side)?.nic ?? null) === null;
  const idle = byItself && taken !== null && carrier !== null && taken !== carrier.name;
  return {
    ...asked,
    nothing: wanted === null && !unreadable,
    unreadable,
    idleNic: idle ? { taken, carrier: carrier.name } : null,
  };
}

/** Asks the agent of a host what it would write; null asks nothing. */
function useTuningPlan(host: Host | null, request: PlanRequest | null): AskedPlan {
  const text = request === null ? null : JSON.stringify(request);
  const settled = useDebounced(text, SETTLED_MS);
  const { may } = useSession();
  const reachable = host !== null && host.status !== 'offline' && host.status !== 'awaited' && may('operator');
  const query = useQuery({
    queryKey: ['tuning-plan', host?.id, settled],
    enabled: reachable && settled !== null && text !== null,
    // What a host does not answer is said at once; a person decides when it is asked again.
    retry: false,
    staleTime: FRESH_MS,
    placeholderData: (previous: TuningPlan | undefined, before) =>
      before?.queryKey[1] === host?.id ? previous : undefined,
    queryFn: ({ signal }) =>
      post('/api/v1/hosts/:hostId/plan', JSON.parse(settled ?? '{}') as PlanRequest, {
        path: { hostId: host?.id ?? '' },
        signal,
      }),
  });
  const waiting = text !== settled;
  return {
    plan: query.data ?? null,
    asking: reachable && text !== null && (waiting || query.isFetching),
    error: waiting || query.isFetching ? null : query.error,
    retry: () => void query.refetch(),
  };
}
