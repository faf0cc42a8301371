import type { HostFacts } from '../../contract/host.ts';
import type { LoadShare, StepSpec } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { cpuLookup, parseCpuList } from '../cpus/cpu-list.ts';

export interface ClientHost {
  hostId: string;
  facts: Pick<HostFacts, 'onlineCpus' | 'numaNodes' | 'nics'>;
}

/** What each client is asked for of a step, so that all of them together ask for exactly that. */
export function shareOut(spec: RunSpec, step: StepSpec, clients: readonly ClientHost[]): Map<string, LoadShare> {
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
 * A whole number in portions by weight, each at least 1, their sum exact: everybody has 1, the rest goes by the largest
 * remainder, at a tie to whoever comes first. Throws where there is less than 1 for each, which no spec may ask for.
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

/** One more to whoever lacks most, or one less from whoever has most beyond their due. */
function move(given: number[], lacking: { i: number; remainder: number }[], by: 1 | -1): void {
  const candidates = by === 1 ? lacking : lacking.filter(({ i }) => (given[i] ?? 0) > 1);
  const chosen = candidates.reduce((most, one) => (by * (one.remainder - most.remainder) > 0 ? one : most));
  given[chosen.i] = (given[chosen.i] ?? 0) + by;
  chosen.remainder -= by;
}

/** CPUs of the host that the tool may use there, at least 1. */
export const toolCpuCount = (spec: RunSpec, host: ClientHost): number => Math.max(1, toolCpus(spec, host).length);

/** Which those are. */
export function toolCpus(spec: RunSpec, { hostId, facts }: ClientHost): number[] {
  const target = spec.server.hostId === hostId ? resolve(spec.tuning.targetCpus, facts, new Set()) : null;
  // A target that may use every CPU leaves none that is the tool's alone: they share them all.
  const taken = target !== null && target.length < online(facts).length ? new Set(target) : new Set<number>();
  return resolve(spec.load.toolCpus ?? 'not target', facts, taken);
}

const online = (facts: ClientHost['facts']): number[] => parseCpuList(facts.onlineCpus);

/** As the agent resolves a choice on its host. */
function resolve(choice: string | null, facts: ClientHost['facts'], taken: ReadonlySet<number>): number[] {
  const cpus = online(facts);
  const [, end, count = '0'] = choice?.match(/^(last|first) (\d+)$/) ?? [];
  if (choice === null || choice === 'all') return cpus;
  if (end) return end === 'last' ? cpus.slice(-Number(count)) : cpus.slice(0, Number(count));
  if (choice === 'not target') return cpus.filter((cpu) => !taken.has(cpu));
  const list = choice === 'nic-local' ? nicLocal(facts) : choice;
  return list === null ? cpus : cpus.filter(cpuLookup(list));
}

/** The CPUs of the node of the NIC by which the host is reached; null where the facts do not tell. */
function nicLocal({ nics, numaNodes }: ClientHost['facts']): string | null {
  const nic = nics.find(({ defaultRoute }) => defaultRoute) ?? nics.find(({ loopback }) => !loopback);
  const node = numaNodes.find(({ node }) => node === nic?.numaNode);
  return node?.cpus ?? null;
}
