import type { Run } from '../contract/run.ts';
import type { HostEvidence } from '../contract/tuning.ts';
import { loadCaveats } from './load-caveats.ts';
import type { MeasuredRun } from './measured-run.ts';
import { listed } from './side-names.ts';
import { onOneMachine } from './target-address.ts';

type HostEvidenceOfStep = { stepIndex: number; evidence: Pick<HostEvidence, 'hostId' | 'otherCpus'> };

type Observed = Pick<MeasuredRun, 'spec' | 'hosts' | 'steps'>;

/** Said plainly: what the figures of a run do not show. */
export function caveatsOf(run: Observed, evidence: HostEvidenceOfStep[]): string[] {
  if (run.steps.every((step) => step.point === null)) return [];
  return [
    ...machineCaveats(run),
    ...competingCaveats(run, evidence),
    ...loadCaveats(run.steps),
    ...searchCaveats(run),
    ...stepCaveats(run),
    ...shortCaveats(run),
  ];
}

/** How target and load generator shared a machine: one host, or two agents on one machine; null where they did not. */
export function sharedMachine({ spec, hosts }: Pick<Run, 'spec' | 'hosts'>): 'host' | { neighbour: string } | null {
  if (spec.clients.some((client) => client.hostId === spec.server?.hostId)) return 'host';
  const server = hosts.find((host) => host.roles.includes('server'));
  const neighbour = hosts.find(
    (host) =>
      host !== server &&
      host.roles.includes('client') &&
      host.facts &&
      server?.facts &&
      onOneMachine(host.facts, server.facts),
  );
  return neighbour ? { neighbour: neighbour.name } : null;
}

function machineCaveats(run: Observed): string[] {
  const { hosts } = run;
  const server = hosts.find((host) => host.roles.includes('server'));
  const clients = hosts.filter((host) => host.roles.includes('client') && host !== server);
  if (!server) return [];
  const shared = sharedMachine(run);
  if (shared === 'host' && clients.length > 0) {
    return [
      `${server.name} drove load beside its target: compare these figures only with runs in which it did both.`,
      ...sharedSoftirq(server),
      ...clients.flatMap(ownSoftirq),
    ];
  }
  if (shared === 'host') {
    return [
      'Target and load generator shared one machine: compare these figures only with runs on this machine.',
      ...sharedSoftirq(server),
    ];
  }
  if (shared) {
    return [
      `The agents of ${server.name} and ${shared.neighbour} run on one machine, so target and load generator shared it: compare these figures only with runs on this machine.`,
      ...sharedSoftirq(server),
    ];
  }
  return [server, ...clients].flatMap(ownSoftirq);
}

/** Of what else ran, as a share of a machine's CPUs, from which on it may be behind a figure. */
const COMPETING_SHARE = 0.05;

/**
 * What else used the machines while steps were measured: one sentence a host. Two agents on one machine each take the other's
 * tool or target for something else, so of those nothing is said.
 */
function competingCaveats(run: Observed, evidence: HostEvidenceOfStep[]): string[] {
  return run.hosts.flatMap(({ hostId, name, roles, facts }) => {
    if (run.hosts.some((other) => other.hostId !== hostId && onOneMachine(other.facts, facts))) return [];
    const seen = run.steps.flatMap(({ index, point }) => {
      const own = evidence.find((one) => one.stepIndex === index && one.evidence.hostId === hostId)?.evidence.otherCpus;
      const cpus = point && (roles.includes('server') ? point.otherCpus : (own ?? null));
      return cpus !== null && cpus > COMPETING_SHARE * facts.cpus ? [{ index, cpus }] : [];
    });
    const [first] = seen;
    if (!first) return [];
    const most = seen.reduce((a, b) => (b.cpus > a.cpus ? b : a), first);
    const share = ((most.cpus * 100) / facts.cpus).toFixed(0);
    const others = seen.length > 1 ? ` (the most of ${seen.length} such steps)` : '';
    return [
      `Step ${most.index + 1}${others}: other processes on ${name} used ${most.cpus.toFixed(2)} of its ${facts.cpus} CPUs (${share} %, more than ${COMPETING_SHARE * 100} %), so target or load generator may have had too few; look up the busiest processes in the snapshots of the run, stop what need not run, and run again.`,
    ];
  });
}

type ObservedHost = Observed['hosts'][number];

function sharedSoftirq({ name, facts }: ObservedHost): string[] {
  if (facts.softirqAccountedApart !== 'no') return [];
  return [
    `The kernel of ${name} bills softirq time to whichever task ran, so CPU per request holds some of the other side's network work.`,
  ];
}

function ownSoftirq({ name, facts }: ObservedHost): string[] {
  if (facts.softirqAccountedApart !== 'no') return [];
  return [
    `The kernel of ${name} bills softirq time to whichever task ran, so CPU per request there holds an unknown share of its network work.`,
  ];
}

/**
 * A search decides by one step for each load. The figures are coefficients of variation of 12 identical steps of 5 s, measured once; of
 * longer steps, and elsewhere, they are others.
 */
function searchCaveats({ spec: { load }, steps }: Observed): string[] {
  const { search } = load;
  const rung = steps.find(({ point, spec }) => point !== null && spec.profiles.length === 0);
  if (!search || !rung) return [];
  const varied =
    search.ceiling.kind === 'latency'
      ? `${PERCENTILES[search.ceiling.percentile]} of a single step varies (p99 of 12 identical steps of 5 s on a test machine by 26 %, as a coefficient of variation)`
      : 'throughput of a single step varies (that of 12 identical steps of 5 s on a test machine by 3.5 %, as a coefficient of variation)';
  return [
    `The search tried each load once, for ${rung.spec.durationSeconds} s, and ${varied}: the ceiling may lie some steps off. Repeat the search, or measure loads around the knee several times.`,
  ];
}

const PERCENTILES = { p50: 'p50', p90: 'p90', p99: 'p99', p99_9: 'p99.9' };

function stepCaveats(run: Observed): string[] {
  return run.steps.flatMap(({ index, point }) => {
    if (!point) return [];
    const caveats: string[] = [];
    const established = point.connectionsEstablished;
    const asked = point.connectionsAsked;
    if (established !== null && asked !== null && established < 0.98 * asked) {
      caveats.push(`Step ${index + 1}: ${established} of ${asked} connections were established.`);
    }
    if (point.sampleGapSeconds > 0) {
      caveats.push(
        `Step ${index + 1}: no samples for ${point.sampleGapSeconds.toFixed(1)} s; host figures of that time are missing.`,
      );
    }
    return caveats;
  });
}

/** One sentence for all of them: a search has many short steps. */
function shortCaveats({ steps }: Observed): string[] {
  const short = steps.filter(({ spec, point }) => point && spec.durationSeconds < 5);
  if (short.length === 0) return [];
  const numbers = short.map(({ index }) => index + 1);
  const named = numbers.length === 1 ? `Step ${numbers[0]}` : `Steps ${joined(numbers)}`;
  return [`${named}: under 5 s measured is too short for a steady figure.`];
}

/** '1 to 3, 5 and 7'. */
function joined(numbers: number[]): string {
  const stretches: [number, number][] = [];
  for (const number of numbers) {
    const last = stretches.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else stretches.push([number, number]);
  }
  const parts = stretches.flatMap(([from, to]) =>
    to - from < 2 ? [...new Set([from, to])].map(String) : [`${from} to ${to}`],
  );
  return listed(parts);
}
