import { LOAD_LIMITS } from '../../contract/limits.ts';
import type { CeilingSearch, LoadProfile, StepSpec } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { TOOLS } from '../../contract/tools.ts';
import { percentileText } from '../load/latency-resolution.ts';
import type { SpecFault } from './spec-fault.ts';
import type { NamedHost } from './target-address.ts';

const [, MOST_CONNECTIONS] = LOAD_LIMITS.connections;
const PATH = 'spec.load.search';

/** A search that could not take a step, or could not tell where its ceiling is. */
export function searchFaults({ load }: RunSpec, clients: NamedHost[]): SpecFault[] {
  const { search, steps } = load;
  if (!search) return [];
  const [first] = steps;
  if (!first || steps.length > 1) {
    return [
      {
        path: 'spec.load.steps',
        message: 'A search plans its own steps from the first one; give one step, or leave the search out.',
      },
    ];
  }
  return [
    ...variedFaults(search, first),
    ...(first.profiles.length > 0
      ? [
          {
            path: 'spec.load.steps.0.profiles',
            message: 'Steps of a search cannot be profiled; take the profiles in a run at the load that it finds.',
          },
        ]
      : []),
    ...workerFaults(load, first),
    ...clients.flatMap((client) => ceilingFaults(search, load.tool, client, clients.length)),
  ];
}

function variedFaults({ vary, most }: CeilingSearch, first: StepSpec): SpecFault[] {
  const fitting = first.loop === 'closed' ? 'connections' : 'requestsPerSecond';
  if (vary !== fitting) {
    const message =
      first.loop === 'closed'
        ? 'A closed loop has no rate to vary; vary its connections, or begin with an open loop.'
        : 'An open loop is varied by its rate; vary requestsPerSecond, or begin with a closed loop.';
    return [{ path: `${PATH}.vary`, message }];
  }
  const [from, unit] =
    first.loop === 'closed' ? [first.connections, 'connections'] : [first.requestsPerSecond, 'requests per second'];
  if (most <= from) {
    const message = `The first step asks for ${from} ${unit} already, so a search up to ${most} has no room; raise the limit, or begin lower.`;
    return [{ path: `${PATH}.most`, message }];
  }
  if (vary === 'connections' && most > MOST_CONNECTIONS) {
    return [
      { path: `${PATH}.most`, message: `A step has at most ${MOST_CONNECTIONS} connections; search up to those.` },
    ];
  }
  return [];
}

/** A search reaches odd numbers of connections. A step that its tool refuses would look like one beyond the ceiling. */
function workerFaults({ tool, toolWorkers, search }: LoadProfile, first: StepSpec): SpecFault[] {
  const workers = first.toolWorkers ?? toolWorkers;
  if (search?.vary !== 'connections' || workers === null || workers === 1 || !TOOLS[tool].evenly) return [];
  const path = first.toolWorkers === null ? 'spec.load.toolWorkers' : 'spec.load.steps.0.toolWorkers';
  const message = `${tool} opens as many connections in every worker, and a search asks for numbers that ${workers} of them cannot share so; leave the workers out, or choose volley.`;
  return [{ path, message }];
}

function ceilingFaults({ ceiling }: CeilingSearch, tool: string, client: NamedHost, clients: number): SpecFault[] {
  const abilities = client.facts.tools.find(({ name }) => name === tool)?.abilities;
  if (ceiling.kind !== 'latency' || !abilities) return [];
  const path = `${PATH}.ceiling.percentile`;
  const named = percentileText(ceiling.percentile);
  if (!abilities.percentiles.includes(ceiling.percentile)) {
    const given = abilities.percentiles.map(percentileText).join(', ');
    return [{ path, message: `${tool} gives no ${named} (it gives ${given}); choose one of those, or volley.` }];
  }
  if (clients > 1 && !abilities.histogram) {
    const message = `${tool} emits no histogram, so ${clients} clients have no ${named} in common; choose volley, or one client.`;
    return [{ path, message }];
  }
  return [];
}
