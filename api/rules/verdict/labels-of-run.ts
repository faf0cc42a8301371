import type { Run, RunHost } from '../../contract/run.ts';
import type { Finding } from '../../contract/verdict.ts';
import { sharedMachine } from '../evidence/shared-machine.ts';
import { onOneMachine } from '../hosts/machine.ts';
import { traitsOf } from '../load/tool-traits.ts';
import { plural } from '../words/numbers.ts';
import { listed } from '../words/text.ts';
import { evidenceOf, type MeasuredStep, measuredSteps } from './measured-step.ts';

/** Notes of the whole run: which machines it ran on, and how a search decided. */
export function runLabels(run: Run): Finding[] {
  const steps = measuredSteps(run);
  return [...machines(run, steps), ...servicesBeside(run), ...search(run, steps), ...transport(run, steps)];
}

const note = (code: Finding['code'], hostId: string | null, sentence: string): Finding => ({
  code,
  severity: 'note',
  hostId,
  stepIndex: null,
  sentence,
});

function machines(run: Run, steps: MeasuredStep[]): Finding[] {
  const { hosts } = run;
  const server = hosts.find((host) => host.roles.includes('server'));
  const clients = hosts.filter((host) => host.roles.includes('client') && host !== server);
  const shared = server ? sharedMachine(run) : null;
  if (!server || !shared) {
    const said = steps.some((step) => evidenceOf(step).sharedMachine === true);
    return [...(said ? [SHARED(null)] : []), ...(server ? [server, ...clients] : hosts).flatMap(ownSoftirq)];
  }
  if (shared === 'host' && clients.length > 0) {
    const sentence = `${server.name} drove load beside its target: compare only with runs in which it did both.`;
    return [note('shared-machine', server.hostId, sentence), ...sharedSoftirq(server), ...clients.flatMap(ownSoftirq)];
  }
  if (shared === 'host') return [SHARED(server.hostId), ...sharedSoftirq(server)];
  const sentence = `${server.name} and ${shared.neighbour} are one machine, shared by target and load generator: compare only with runs on it.`;
  return [note('shared-machine', server.hostId, sentence), ...sharedSoftirq(server)];
}

/** The services have a host of their own, and its agent is not alone on its machine. */
function servicesBeside({ hosts }: Run): Finding[] {
  const backend = hosts.find(({ roles }) => roles.includes('backend'));
  const { facts } = backend ?? {};
  const beside = hosts.filter((host) => host !== backend && facts && host.facts && onOneMachine(facts, host.facts));
  if (!backend || beside.length === 0) return [];
  const sentence = `The target’s services ran on ${backend.name}, which shares a machine with ${listed(beside.map(({ name }) => name))}: each took CPU time from the others.`;
  return [note('shared-machine', backend.hostId, sentence)];
}

const SHARED = (hostId: string | null): Finding =>
  note('shared-machine', hostId, 'Target and load generator shared one machine: compare only with runs on it.');

const billed = ({ facts }: RunHost): boolean => facts?.softirqAccountedApart === 'no';

function sharedSoftirq(host: RunHost): Finding[] {
  if (!billed(host)) return [];
  const sentence = `The kernel of ${host.name} bills softirq time to whichever task ran: CPU per request includes some network work of the other side.`;
  return [note('softirq-billed-to-tasks', host.hostId, sentence)];
}

function ownSoftirq(host: RunHost): Finding[] {
  if (!billed(host)) return [];
  const sentence = `The kernel of ${host.name} bills softirq time to whichever task ran: CPU per request includes an unknown share of network work.`;
  return [note('softirq-billed-to-tasks', host.hostId, sentence)];
}

export const isH2 = ({ spec }: Pick<Run, 'spec'>): boolean => spec.specVersion !== 0 && spec.load.protocol === 'h2';

/** Imported from a tool that runs a script, which may sleep. */
export const isPaced = ({ spec }: Pick<Run, 'spec'>): boolean =>
  spec.specVersion === 0 && traitsOf(spec.load.tool).runsScript === true;

/** Imported from a tool that can keep a rate, and whose output does not say that it did. */
export const mayBeRated = ({ spec }: Pick<Run, 'spec'>): boolean =>
  spec.specVersion === 0 && traitsOf(spec.load.tool).keepsRate === 'unsaid';

/** Connections are closed after some requests. */
export const reconnects = ({ spec }: Pick<Run, 'spec'>): boolean =>
  'requestsPerConnection' in spec.load && spec.load.requestsPerConnection !== null;

/** What the way that requests travelled keeps the figures from saying. */
function transport(run: Run, steps: MeasuredStep[]): Finding[] {
  const { spec } = run;
  if (spec.specVersion === 0 || steps.length === 0) return [];
  const { tls, requestsPerConnection } = spec.load;
  const found: Finding[] = [];
  if (requestsPerConnection !== null) {
    const sentence = `Each connection closed after ${plural(requestsPerConnection, 'request')}. Closed-loop latency excludes connecting${tls ? ' and the TLS handshake' : ''}, open-loop latency counts it as a wait. So throughput × latency is less than the requests in flight.`;
    found.push(note('short-connections', null, sentence));
  }
  if (tls?.verify === 'any') {
    const sentence =
      'Any certificate was accepted, so the target’s identity is unverified. Set certificateAuthorities on each client, and ask for verification.';
    found.push(note('tls-unverified', null, sentence));
  }
  return found;
}

const PERCENTILES = { p50: 'p50', p90: 'p90', p99: 'p99', p99_9: 'p99.9' };

/**
 * A search decides by one step for each load. The figures are coefficients of variation of 12 identical steps of 5 s, measured
 * once; of longer steps, and elsewhere, they are others.
 */
function search({ spec: { load } }: Run, steps: MeasuredStep[]): Finding[] {
  const rung = steps.find(({ spec }) => spec.profiles.length === 0);
  if (!load.search || !rung) return [];
  const { ceiling } = load.search;
  const varied =
    ceiling.kind === 'latency'
      ? `${PERCENTILES[ceiling.percentile]} varies (p99 by 26 %`
      : 'throughput varies (by 3.5 %';
  const sentence = `One step of ${rung.spec.durationSeconds} s decided each load, and ${varied} over 12 identical 5 s steps on a test machine): the ceiling may be some steps off. Repeat the search.`;
  return [note('search-once', null, sentence)];
}
