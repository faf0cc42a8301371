import type { Run } from '../contract/run.ts';
import { onOneMachine } from './target-address.ts';

type Observed = Pick<Run, 'spec' | 'hosts' | 'steps'>;

/** Said plainly: what the figures of a run do not show. */
export function caveatsOf(run: Observed): string[] {
  if (run.steps.every((step) => step.point === null)) return [];
  return [...machineCaveats(run), ...stepCaveats(run)];
}

function machineCaveats({ spec, hosts }: Observed): string[] {
  const server = hosts.find((host) => host.roles.includes('server'));
  const clients = hosts.filter((host) => host.roles.includes('client'));
  if (!server) return [];
  const neighbour = clients.find((client) => client !== server && onOneMachine(client.facts, server.facts));
  if (spec.clients.some((client) => client.hostId === spec.server.hostId)) {
    return [
      'Target and load generator shared one machine: compare these figures only with runs on this machine.',
      ...sharedSoftirq(server),
    ];
  }
  if (neighbour) {
    return [
      `The agents of ${server.name} and ${neighbour.name} run on one machine, so target and load generator shared it: compare these figures only with runs on this machine.`,
      ...sharedSoftirq(server),
    ];
  }
  return [server, ...clients].flatMap(ownSoftirq);
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

function stepCaveats(run: Observed): string[] {
  return run.steps.flatMap(({ index, spec, point }) => {
    if (!point) return [];
    const caveats: string[] = [];
    const established = point.connectionsEstablished;
    if (established !== null && established < 0.98 * point.connectionsAsked) {
      caveats.push(`Step ${index + 1}: ${established} of ${point.connectionsAsked} connections were established.`);
    }
    if (point.sampleGapSeconds > 0) {
      caveats.push(
        `Step ${index + 1}: no samples for ${point.sampleGapSeconds.toFixed(1)} s; host figures of that time are missing.`,
      );
    }
    if (spec.durationSeconds < 5)
      caveats.push(`Step ${index + 1}: under 5 s measured is too short for a steady figure.`);
    return caveats;
  });
}
