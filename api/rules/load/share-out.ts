import type { HostFacts } from '../../contract/host.ts';
import type { LoadShare, StepSpec } from '../../contract/load.ts';
import type { KeptSpec } from '../../contract/spec.ts';
import { defaultNic, nicLocalCpus, resolveCpuChoice } from '../cpus/cpu-choice.ts';
import { parseCpuList } from '../cpus/cpu-list.ts';

export interface ClientHost {
  hostId: string;
  facts: Pick<HostFacts, 'onlineCpus' | 'numaNodes' | 'nics'>;
}

/** What each client is asked for of a step, so that all of them together ask for exactly that. */
export function shareOut(spec: KeptSpec, step: StepSpec, clients: readonly ClientHost[]): Map<string, LoadShare> {
  const weights = clients.map((client) => toolCpuCount(spec, client));
  const shared = (whole: number): number[] => portions(whole, weights);
  const shares = step.loop === 'closed' ? closedShares(step, shared) : openShares(step, shared);
  return new Map(clients.flatMap(({ hostId }, i) => (shares[i] ? [[hostId, shares[i]]] : [])));
}

type Of<Loop extends StepSpec['loop']> = Extract<StepSpec, { loop: Loop }>;

function closedShares({ loop, connections, pipelining }: Of<'closed'>, shared: (whole: number) => number[]) {
  return shared(connections).map((portion): LoadShare => ({ loop, connections: portion, pipelining }));
}

function openShares({ loop, arrivals, ...step }: Of<'open'>, shared: (whole: number) => number[]) {
  const connections = step.connections === null ? null : shared(step.connections);
  return shared(step.requestsPerSecond).map(
    (requestsPerSecond, i): LoadShare => ({
      loop,
      requestsPerSecond,
      arrivals,
      connections: connections?.[i] ?? null,
    }),
  );
}

/**
 * A whole number in portions by weight, each at least 1, their sum exact. Each has 1, the rest goes by the largest
 * remainder, at a tie to the first. Throws where there is less than 1 for each, which no spec may ask for.
 */
export function portions(whole: number, weights: readonly number[]): number[] {
  if (whole < weights.length) throw new Error(`${whole} cannot be shared out to ${weights.length} clients`);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => (whole * weight) / sum);
  const given = exact.map((share) => Math.max(1, Math.floor(share)));
  let left = whole - given.reduce((total, share) => total + share, 0);
  const byRemainder = exact.map((share, i) => ({ i, remainder: share - (given[i] ?? 0) }));
  for (; left > 0; left--) move(given, byRemainder, 1);
  for (; left < 0; left++) move(given, byRemainder, -1);
  return given;
}

/** Gives one more to the share that lacks most, or takes one from the share that exceeds its due most. */
function move(given: number[], lacking: { i: number; remainder: number }[], by: 1 | -1): void {
  const candidates = by === 1 ? lacking : lacking.filter(({ i }) => (given[i] ?? 0) > 1);
  const chosen = candidates.reduce((most, one) => (by * (one.remainder - most.remainder) > 0 ? one : most));
  given[chosen.i] = (given[chosen.i] ?? 0) + by;
  chosen.remainder -= by;
}

/** CPUs of the host that the tool may use there, at least 1. */
export const toolCpuCount = (spec: KeptSpec, host: ClientHost): number => Math.max(1, toolCpus(spec, host).length);

/**
 * The CPUs that the tool may use: without a choice all, including those of the target. `targetCpus` are the target's
 * CPUs in numbers, once it was started. agent/internal/runner/cpus.go has the same rule.
 */
export function toolCpus(
  { server, load, tuning }: KeptSpec,
  { hostId, facts }: ClientHost,
  targetCpus: string | null = tuning.targetCpus,
): number[] {
  const online = parseCpuList(facts.onlineCpus);
  if (load.toolCpus === null) return online;
  const scope = { online, target: null, nicLocal: nicLocalCpus(facts, defaultNic(facts)) };
  const target = server?.hostId === hostId && targetCpus !== null ? resolveCpuChoice(targetCpus, scope) : null;
  return resolveCpuChoice(load.toolCpus, { ...scope, target }) ?? online;
}
