import type { Host } from '@contract/host';
import type { StepSpec, ToolAbilities } from '@contract/load';
import type { RunSpec } from '@contract/spec';
import { plural } from '@/lib/format';
import { abilitiesOf, hasTool, loopOf, missingToolSentence, TOOLS } from '@/lib/tools';
import { refusalOf } from './common-abilities';
import type { DraftErrors } from './field-reading';
import { type HostOf, toolAbilitiesOn } from './run-facts';
import { searchObstacles } from './search-obstacles';
import { addressFault } from './server-address';
import { targetObstacles } from './target-obstacles';

export interface Places {
  hostOf: HostOf;
  /** What a person knows a host by, enrolled or not. */
  labelOf: (hostId: string) => string;
}

/** More workers than this for each CPU of the client would measure their scheduling. */
const MOST_WORKERS_PER_CPU = 4;

/** A profile begins a second after the load and ends a second before it. */
const PROFILED_SECONDS_LEAST = 3;

/** Why a run that can be read would be refused as things stand, by path of the spec; known before it is sent. */
export function obstaclesOf(spec: RunSpec, places: Places): DraftErrors {
  const { hostOf, labelOf } = places;
  const ids = spec.clients.map(({ hostId }) => hostId);
  const clients = ids.flatMap((id) => hostOf(id) ?? []);
  const server = hostOf(spec.server.hostId);
  const abilities = toolAbilitiesOn(hostOf, ids, spec.load.tool);
  return {
    ...hostObstacle('spec.server.hostId', spec.server.hostId, places),
    ...clientObstacles(spec, places),
    ...(server && addressObstacle(spec, server, clients, labelOf)),
    ...(server && targetObstacles(spec, server.facts, labelOf(server.id))),
    ...toolObstacle(spec, clients, labelOf),
    ...(abilities && mixObstacle(spec, abilities)),
    ...(abilities && warmupObstacle(spec, abilities)),
    ...oldAgentObstacles(spec, clients, labelOf),
    ...searchObstacles(spec, abilities),
    ...workerObstacles(spec, clients, labelOf),
    ...Object.assign({}, ...spec.load.steps.map((step, index) => stepObstacles(spec, step, index, abilities))),
  };
}

function hostObstacle(path: string, id: string, { hostOf, labelOf }: Places): DraftErrors {
  if (id === '') return {};
  const label = labelOf(id);
  const host = hostOf(id);
  if (!host) return { [path]: `${label} is not enrolled here any more; choose another host.` };
  if (host.status === 'offline')
    return { [path]: `${label} is offline and takes no run; start its agent there again, or choose another host.` };
  if (host.status === 'dirty') return { [path]: `${label} is dirty and takes no run until it is put back or cleared.` };
  return {};
}

/** The first of them; what the server's host is, is said at its own field. */
function clientObstacles({ server, clients }: RunSpec, places: Places): DraftErrors {
  for (const { hostId } of clients) {
    const found = hostId === server.hostId ? {} : hostObstacle('spec.clients', hostId, places);
    if (Object.keys(found).length > 0) return found;
  }
  return {};
}

function addressObstacle(spec: RunSpec, server: Host, clients: Host[], labelOf: Places['labelOf']): DraftErrors {
  const apart = clients.filter(({ id }) => id !== server.id);
  for (const client of apart.length > 0 ? apart : [server]) {
    const fault = addressFault(spec.server.address ?? '', server.facts, client.facts, server.id === client.id);
    const from = apart.length > 1 ? ` (from ${labelOf(client.id)})` : '';
    if (fault !== null) return { 'spec.server.address': `${labelOf(server.id)} ${fault}${from}.` };
  }
  return {};
}

function toolObstacle({ load }: RunSpec, clients: Host[], labelOf: Places['labelOf']): DraftErrors {
  const without = clients.filter((client) => !hasTool(client, load.tool)).map(({ id }) => labelOf(id));
  if (without.length === 0) return {};
  return { 'spec.load.tool': missingToolSentence(load.tool, without.join(', ')) };
}

function mixObstacle({ requests, load }: RunSpec, abilities: ToolAbilities): DraftErrors {
  if (requests.length === 1 || abilities.mixes) return {};
  const reason = refusalOf(abilities, 'mixes') ?? `${load.tool} asks one route only.`;
  return { 'spec.requests': reason };
}

/** A warm-up is an invocation of the tool like any other. */
function warmupObstacle({ load }: RunSpec, abilities: ToolAbilities): DraftErrors {
  const least = Math.max(1, ...load.steps.map(({ loop }) => loopOf(abilities, loop)?.shortestSeconds ?? 1));
  if (load.warmupSeconds === 0 || load.warmupSeconds >= least) return {};
  return { 'spec.load.warmupSeconds': `At least ${least} s, or 0 for none: ${load.tool} runs for no less.` };
}

/** What an agent that does not tell what its tools can do is not asked for. */
function oldAgentObstacles({ load, requests }: RunSpec, clients: Host[], labelOf: Places['labelOf']): DraftErrors {
  const old = clients.find((client) => hasTool(client, load.tool) && abilitiesOf(client, load.tool) === null);
  if (!old) return {};
  const fault = (what: string): string =>
    `The agent of ${labelOf(old.id)} is too old to tell whether its ${load.tool} ${what}; update it there.`;
  const open = load.steps.findIndex(({ loop }) => loop === 'open');
  return {
    ...(requests.length > 1 && { 'spec.requests': fault('mixes requests') }),
    ...(load.decompress && { 'spec.load.decompress': fault('decompresses') }),
    ...(open >= 0 && { [`spec.load.steps.${open}.loop`]: fault('sends at a rate') }),
  };
}

function workerObstacles({ load }: RunSpec, clients: Host[], labelOf: Places['labelOf']): DraftErrors {
  const fault = (asked: number | null): string | null => {
    const small = clients.find(({ facts }) => asked !== null && asked > MOST_WORKERS_PER_CPU * facts.cpus);
    if (!small || asked === null) return null;
    const { cpus } = small.facts;
    const where = clients.length > 1 ? ` of ${labelOf(small.id)}` : '';
    return `${plural(asked, `tool ${TOOLS[load.tool].worker}`)} on ${plural(cpus, 'CPU')}${where} would measure their scheduling; at most ${MOST_WORKERS_PER_CPU * cpus}.`;
  };
  const all = fault(load.toolWorkers);
  const own = load.steps.map(({ toolWorkers }, index) => [`spec.load.steps.${index}.toolWorkers`, fault(toolWorkers)]);
  return {
    ...(all && { 'spec.load.toolWorkers': all }),
    ...Object.fromEntries(own.filter(([, message]) => message !== null)),
  };
}

function stepObstacles(
  { load, clients }: RunSpec,
  step: StepSpec,
  index: number,
  abilities: ToolAbilities | null,
): DraftErrors {
  const at = `spec.load.steps.${index}`;
  const driven = abilities && loopOf(abilities, step.loop);
  if (abilities && !driven) {
    const own = `${load.tool} drives no ${step.loop} loop.`;
    return { [`${at}.loop`]: refusalOf(abilities, step.loop) ?? own };
  }
  const least = driven?.shortestSeconds ?? 1;
  const profiled = step.profiles.length > 0 && step.durationSeconds < PROFILED_SECONDS_LEAST;
  return {
    ...(profiled && {
      [`${at}.durationSeconds`]: `At least ${PROFILED_SECONDS_LEAST} s: profiles leave out a second at each end.`,
    }),
    ...(step.durationSeconds < least && {
      [`${at}.durationSeconds`]: `At least ${least} s: ${load.tool} measures nothing in less.`,
    }),
    ...tooFew(load, step, at, clients.length),
  };
}

/** Every client has a connection, or a request a second; so has each of the workers that were asked for. */
function tooFew(load: RunSpec['load'], step: StepSpec, at: string, clients: number): DraftErrors {
  if (step.loop === 'open' && step.requestsPerSecond < clients)
    return { [`${at}.requestsPerSecond`]: `At least ${clients}: one for each of ${plural(clients, 'client')}.` };
  if (step.connections === null) return {};
  const workers = step.toolWorkers ?? load.toolWorkers ?? 1;
  if (step.connections >= workers * clients) return {};
  const each = clients > 1 ? ` on each of ${clients} clients` : '';
  const whom =
    workers === 1 ? plural(clients, 'client') : `${plural(workers, `tool ${TOOLS[load.tool].worker}`)}${each}`;
  return { [`${at}.connections`]: `At least ${workers * clients}: one for each of ${whom}.` };
}
