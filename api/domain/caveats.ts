import type { Run } from '../contract/run.ts';

type Observed = Pick<Run, 'spec' | 'hosts' | 'steps' | 'target'>;

/** Said plainly: what the figures of a run do not show. */
export function caveatsOf(run: Observed): string[] {
  if (run.steps.every((step) => step.point === null)) return [];
  return [...machineCaveats(run), ...stepCaveats(run), ...targetCaveats(run)];
}

function machineCaveats(run: Observed): string[] {
  const caveats: string[] = [];
  if (run.spec.clients.some((client) => client.hostId === run.spec.server.hostId)) {
    caveats.push('Target and load generator shared one machine: compare these figures only with runs on this machine.');
  }
  const server = run.hosts.find((host) => host.roles.includes('server'));
  if (server?.facts.softirqAccountedApart === 'no') {
    caveats.push(
      `The kernel of ${server.name} bills softirq time to whichever task ran, so CPU per request holds some of the other side's network work.`,
    );
  }
  return caveats;
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

function targetCaveats(run: Observed): string[] {
  const asked = run.spec.target.workers;
  if (!run.target || asked === null || asked === run.target.workers) return [];
  return [`${asked} workers were asked for, ${run.target.workers} were started.`];
}
