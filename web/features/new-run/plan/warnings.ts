import { TOOLS } from '@contract/tools';
import { cpusText, overlapOf } from '@rules/cpus/cpu-list';
import { isPlannedShort, NOT_STEADY } from '@rules/verdict/measured-seconds';
import { formatBitsPerSecond, formatCount, formatPercent, plural } from '@rules/words/numbers';
import { listed } from '@rules/words/text';
import { type ClientSetup, type Setup, workersOf } from '@/features/new-run/run-setup';

export interface Warning {
  code: string;
  title: string;
  sentence: string;
}

/** What would make a run's figures worth less, known before it costs anything. `labelOf` names clients where there are several. */
export function warningsOf(setup: Setup, labelOf: (hostId: string) => string = String): Warning[] {
  const on = (client: ClientSetup): string => (setup.clients.length > 1 ? ` on ${labelOf(client.hostId)}` : '');
  return [
    oneMachine(setup, on),
    smallClient(setup),
    oversubscribed(setup, on),
    oneEventLoop(setup),
    sharedCpus(setup, on),
    uneven(setup, on),
    pipelined(setup),
    noLatency(setup),
    noCommonPercentiles(setup),
    overLink(setup),
    short(setup),
  ].filter((warning) => warning !== null);
}

type On = (client: ClientSetup) => string;

function oneMachine({ clients }: Setup, on: On): Warning | null {
  const client = clients.find(({ withServer, sameMachine }) => sameMachine && !withServer);
  if (!client) return null;
  return {
    code: 'one-machine',
    title: clients.length > 1 ? `The agent${on(client)} is on the server’s machine` : 'Both agents are on one machine',
    sentence: 'Their boot ids are equal. Both sides share its CPUs and memory, and no packet crosses a wire.',
  };
}

function smallClient({ targetCpus, clients }: Setup): Warning | null {
  const cpus = clients.reduce((sum, { toolCpus }) => sum + toolCpus.length, 0);
  if (cpus === 0 || 2 * cpus >= targetCpus.length) return null;
  const whose = clients.length > 1 ? `The ${clients.length} load generators together have` : 'The load generator has';
  return {
    code: 'small-client',
    title: `${plural(cpus, 'CPU')} to load ${targetCpus.length}`,
    sentence: `${whose} fewer than half of the server’s CPUs and may saturate first.`,
  };
}

/** The most workers that a step asks for on that client. */
const mostWorkers = ({ load }: Setup, { toolWorkers }: ClientSetup): number =>
  Math.max(...load.steps.map((step) => step.toolWorkers ?? toolWorkers));

function oversubscribed(setup: Setup, on: On): Warning | null {
  const client = setup.clients.find((one) => one.toolCpus.length > 0 && mostWorkers(setup, one) > one.toolCpus.length);
  if (!client || setup.abilities?.workers === 'none') return null;
  const { worker } = TOOLS[setup.tool];
  const many = worker === 'process' ? 'processes' : `${worker}s`;
  return {
    code: 'oversubscribed-client',
    title: `${plural(mostWorkers(setup, client), `tool ${worker}`, `tool ${many}`)} on ${plural(client.toolCpus.length, 'CPU')}${on(client)}`,
    sentence: `The ${many} wait for each other, and their waiting is counted as latency.`,
  };
}

function oneEventLoop(setup: Setup): Warning | null {
  const { tool, clients, abilities } = setup;
  if (abilities?.workers === 'none' || !clients.every((client) => mostWorkers(setup, client) === 1)) return null;
  const each = clients.length > 1 ? ' on each client' : '';
  return {
    code: 'one-event-loop',
    title: `One ${TOOLS[tool].worker === 'process' ? 'process' : 'event loop'} drives the load${each}`,
    sentence: `${tool} with one ${TOOLS[tool].worker} can use about one CPU${clients.length > 1 ? ' there' : ''}; it may saturate before the server does.`,
  };
}

function sharedCpus({ targetCpus, clients }: Setup, on: On): Warning | null {
  for (const client of clients) {
    const { sameMachine, toolCpus, onlineCpus } = client;
    const both = sameMachine ? overlapOf(targetCpus, toolCpus) : [];
    if (both.length === 0) continue;
    const all = both.length === onlineCpus.length;
    return {
      code: 'shared-cpus',
      title: `Target and tool share ${all ? `all ${plural(both.length, 'CPU')}` : cpusText(both)}${on(client)}`,
      sentence: 'They take time from each other, so the figures compare only with runs that share the same way.',
    };
  }
  return null;
}

function uneven(setup: Setup, on: On): Warning | null {
  const { tool, load } = setup;
  const { worker, evenly } = TOOLS[tool];
  if (!evenly) return null;
  const rule = `${tool} opens the same number of connections in every ${worker}.`;
  for (const [index, step] of load.steps.entries())
    for (const [at, { wanted, got, connections }] of workersOf(setup, step, true).entries()) {
      if (connections === null) continue;
      const where = setup.clients[at] ? on(setup.clients[at]) : '';
      const limit = got === null ? wanted : Math.min(wanted, connections);
      if (got !== null && 2 * got >= limit) continue;
      const below = Math.floor(connections / limit) * limit;
      const counts = `${below > 0 ? `${formatCount(below)} or ` : 'at least '}${formatCount(below + limit)} connections`;
      const instead = where === '' ? `Ask for ${counts}.` : `${counts} there would do.`;
      const title =
        got === null
          ? `Step ${index + 1} would be refused: ${formatCount(connections)} over ${plural(limit, worker)}${where}`
          : `Step ${index + 1} gets ${plural(got, worker)}, not ${limit}${where}`;
      const divides = got === null ? '' : ` ${formatCount(connections)} divides no better.`;
      return { code: 'connections-uneven', title, sentence: `${rule}${divides} ${instead}` };
    }
  return null;
}

function pipelined({ load }: Setup): Warning | null {
  const deepest = Math.max(1, ...load.steps.map((step) => (step.loop === 'closed' ? step.pipelining : 1)));
  if (deepest === 1) return null;
  return {
    code: 'pipelining',
    title: `Pipelining ${formatCount(deepest)} deep hides the packet rate`,
    sentence: 'Many requests share a packet, so what packets cost (interrupts, pinning, NIC queues) cannot show.',
  };
}

function noLatency({ tool, load }: Setup): Warning | null {
  if (tool !== 'wrk' || !load.steps.some((step) => step.loop === 'closed' && step.pipelining > 1)) return null;
  return {
    code: 'no-latency',
    title: 'wrk has no latency with pipelining',
    sentence: 'It corrects batches by the interval of single requests, so percentiles stay empty in those steps.',
  };
}

function noCommonPercentiles({ tool, abilities, clients }: Setup): Warning | null {
  if (clients.length === 1 || abilities === null || abilities.histogram) return null;
  return {
    code: 'no-common-percentiles',
    title: `${clients.length} clients of ${tool} have no common percentile`,
    sentence: 'It emits no histogram to merge, so latency is a range from the lowest client to the highest.',
  };
}

function overLink({ load, answerBytes, linkBitsPerSecond }: Setup): Warning | null {
  if (answerBytes === null || linkBitsPerSecond === null) return null;
  const rates = load.steps.map((step) => (step.loop === 'open' ? step.requestsPerSecond : 0));
  const bits = Math.max(...rates) * answerBytes * 8;
  if (bits < linkBitsPerSecond) return null;
  return {
    code: 'over-link',
    title: `The rate needs ${formatPercent((bits / linkBitsPerSecond) * 100)} % of the link`,
    sentence: `Answers alone need ${formatBitsPerSecond(bits)} of ${formatBitsPerSecond(linkBitsPerSecond)}: the NIC is the bottleneck.`,
  };
}

const stepsAre = (steps: number[]): string =>
  steps.length === 1 ? `Step ${steps[0]} is` : `Steps ${listed(steps.map(String))} are`;

function short({ load }: Setup): Warning | null {
  const steps = load.steps.flatMap((step, index) => (isPlannedShort(step) ? [index + 1] : []));
  if (steps.length === 0) return null;
  const all = steps.length === load.steps.length && (steps.length > 1 || load.search !== null);
  return {
    code: 'too-short',
    title: `${all ? 'Every step is' : stepsAre(steps)} too short`,
    sentence: NOT_STEADY,
  };
}
