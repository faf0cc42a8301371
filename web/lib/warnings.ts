import { formatCpuList, overlapOf } from './cpu-list';
import { type PlannedLoad, stepWorkers } from './estimate';
import { formatCount, plural } from './format';

export interface Setup {
  load: PlannedLoad;
  onlineCpus: number[];
  /** Null: every CPU of the machine. */
  targetCpus: number[] | null;
  toolCpus: number[] | null;
  toolWorkers: number;
  /** A person asked for that number; else it is the default. */
  toolWorkersAsked: boolean;
  sameHost: boolean;
}

export interface Warning {
  code: string;
  title: string;
  sentence: string;
}

export const SHORTEST_STEADY_SECONDS = 5;

/** What would make a run's figures worth less, known before it costs anything. */
export function warningsOf(setup: Setup): Warning[] {
  return [
    oversubscribed(setup),
    oneEventLoop(setup),
    sharedCpus(setup),
    uneven(setup),
    pipelined(setup),
    short(setup),
  ].filter((warning) => warning !== null);
}

function oversubscribed({ toolWorkers, toolCpus, onlineCpus }: Setup): Warning | null {
  const allowed = (toolCpus ?? onlineCpus).length;
  if (allowed === 0 || toolWorkers <= allowed) return null;
  return {
    code: 'oversubscribed-client',
    title: `${plural(toolWorkers, 'tool worker')} on ${plural(allowed, 'CPU')}`,
    sentence: 'The workers wait for each other, and their waiting is counted as latency.',
  };
}

function oneEventLoop({ toolWorkers }: Setup): Warning | null {
  if (toolWorkers !== 1) return null;
  return {
    code: 'one-event-loop',
    title: 'One event loop drives the load',
    sentence: 'autocannon with one worker can use about one CPU; it is likely to be the wall before the server is.',
  };
}

function sharedCpus({ sameHost, targetCpus, toolCpus, onlineCpus }: Setup): Warning | null {
  if (!sameHost) return null;
  const both = overlapOf(targetCpus, toolCpus, onlineCpus);
  if (both.length === 0) return null;
  const all = both.length === onlineCpus.length;
  return {
    code: 'shared-cpus',
    title: `Target and tool share ${all ? `all ${plural(both.length, 'CPU')}` : `CPU ${formatCpuList(both)}`}`,
    sentence: 'They take time from each other, so the figures compare only with runs that share the same way.',
  };
}

function uneven({ load, toolWorkers, toolWorkersAsked }: Setup): Warning | null {
  const rule = 'autocannon opens the same number of connections in every worker.';
  for (const [index, { connections }] of load.steps.entries()) {
    const workers = stepWorkers(connections, toolWorkers, toolWorkersAsked);
    const limit = workers === null ? toolWorkers : Math.min(toolWorkers, connections);
    const below = Math.floor(connections / limit) * limit;
    const instead = `Ask for ${below > 0 ? `${formatCount(below)} or ` : 'at least '}${formatCount(below + limit)} connections.`;
    if (workers === null) {
      const title = `Step ${index + 1} would be refused: ${formatCount(connections)} over ${plural(limit, 'worker')}`;
      return { code: 'connections-uneven', title, sentence: `${rule} ${instead}` };
    }
    if (2 * workers < limit) {
      const title = `Step ${index + 1} gets ${plural(workers, 'worker')}, not ${limit}`;
      return {
        code: 'connections-uneven',
        title,
        sentence: `${rule} ${formatCount(connections)} divides no better. ${instead}`,
      };
    }
  }
  return null;
}

function pipelined({ load }: Setup): Warning | null {
  const deepest = Math.max(1, ...load.steps.map((step) => step.pipelining));
  if (deepest === 1) return null;
  return {
    code: 'pipelining',
    title: `Pipelining ${formatCount(deepest)} deep hides the packet rate`,
    sentence: 'Many requests share a packet, so what packets cost (interrupts, pinning, NIC queues) cannot show.',
  };
}

function short({ load }: Setup): Warning | null {
  const steps = load.steps.flatMap((step, index) =>
    step.durationSeconds < SHORTEST_STEADY_SECONDS ? [index + 1] : [],
  );
  if (steps.length === 0) return null;
  return {
    code: 'too-short',
    title: `${steps.length === load.steps.length && steps.length > 1 ? 'Every step is' : `Step ${steps.join(', ')} ${steps.length === 1 ? 'is' : 'are'}`} too short`,
    sentence: `Under ${SHORTEST_STEADY_SECONDS} s the figures are not steady enough to compare.`,
  };
}
