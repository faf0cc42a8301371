import { formatCpuList, overlapOf } from './cpu-list';
import { type PlannedLoad, stepWorkers } from './estimate';
import { formatCount, plural } from './format';
import { TOOLS, type ToolName } from './tools';

export interface Setup {
  tool: ToolName;
  load: PlannedLoad;
  sameHost: boolean;
  /** Two agents may share one machine. */
  sameMachine: boolean;
  /** The CPUs that each side may use. */
  targetCpus: number[];
  toolCpus: number[];
  /** All of the client's. */
  onlineCpus: number[];
  toolWorkers: number;
  /** A person asked for that number; else it is the default. */
  toolWorkersAsked: boolean;
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
    oneMachine(setup),
    smallClient(setup),
    oversubscribed(setup),
    oneEventLoop(setup),
    sharedCpus(setup),
    uneven(setup),
    pipelined(setup),
    noLatency(setup),
    short(setup),
  ].filter((warning) => warning !== null);
}

function oneMachine({ sameHost, sameMachine }: Setup): Warning | null {
  if (sameHost || !sameMachine) return null;
  return {
    code: 'one-machine',
    title: 'Both agents are on one machine',
    sentence: 'Their boot ids are equal. Both sides share its CPUs and memory, and no packet crosses a wire.',
  };
}

function smallClient({ targetCpus, toolCpus }: Setup): Warning | null {
  if (toolCpus.length === 0 || 2 * toolCpus.length >= targetCpus.length) return null;
  return {
    code: 'small-client',
    title: `${plural(toolCpus.length, 'CPU')} to load ${targetCpus.length}`,
    sentence: 'The load generator has fewer than half of the server’s CPUs; it is likely to be the wall.',
  };
}

function oversubscribed({ tool, toolWorkers, toolCpus }: Setup): Warning | null {
  if (toolCpus.length === 0 || toolWorkers <= toolCpus.length) return null;
  const { worker } = TOOLS[tool];
  return {
    code: 'oversubscribed-client',
    title: `${plural(toolWorkers, `tool ${worker}`)} on ${plural(toolCpus.length, 'CPU')}`,
    sentence: `The ${worker}s wait for each other, and their waiting is counted as latency.`,
  };
}

function oneEventLoop({ tool, toolWorkers }: Setup): Warning | null {
  if (toolWorkers !== 1) return null;
  return {
    code: 'one-event-loop',
    title: 'One event loop drives the load',
    sentence: `${tool} with one ${TOOLS[tool].worker} can use about one CPU; it is likely to be the wall before the server is.`,
  };
}

function sharedCpus({ sameMachine, targetCpus, toolCpus, onlineCpus }: Setup): Warning | null {
  if (!sameMachine) return null;
  const both = overlapOf(targetCpus, toolCpus, onlineCpus);
  if (both.length === 0) return null;
  const all = both.length === onlineCpus.length;
  return {
    code: 'shared-cpus',
    title: `Target and tool share ${all ? `all ${plural(both.length, 'CPU')}` : `CPU ${formatCpuList(both)}`}`,
    sentence: 'They take time from each other, so the figures compare only with runs that share the same way.',
  };
}

function uneven({ tool, load, toolWorkers, toolWorkersAsked }: Setup): Warning | null {
  const { worker } = TOOLS[tool];
  const rule = `${tool} opens the same number of connections in every ${worker}.`;
  for (const [index, { connections }] of load.steps.entries()) {
    const workers = stepWorkers(connections, toolWorkers, toolWorkersAsked);
    const limit = workers === null ? toolWorkers : Math.min(toolWorkers, connections);
    const below = Math.floor(connections / limit) * limit;
    const instead = `Ask for ${below > 0 ? `${formatCount(below)} or ` : 'at least '}${formatCount(below + limit)} connections.`;
    if (workers === null) {
      const title = `Step ${index + 1} would be refused: ${formatCount(connections)} over ${plural(limit, worker)}`;
      return { code: 'connections-uneven', title, sentence: `${rule} ${instead}` };
    }
    if (2 * workers < limit) {
      const title = `Step ${index + 1} gets ${plural(workers, worker)}, not ${limit}`;
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

function noLatency({ tool, load }: Setup): Warning | null {
  if (tool !== 'wrk' || load.steps.every((step) => step.pipelining === 1)) return null;
  return {
    code: 'no-latency',
    title: 'wrk has no latency with pipelining',
    sentence: 'It corrects batches by the interval of single requests, so percentiles stay empty in those steps.',
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
