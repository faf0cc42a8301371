import type { Host, RunSpec } from '../api/types';
import { plural } from './format';
import type { DraftErrors } from './run-draft';
import { addressFault } from './server-address';
import { hasTool, missingToolSentence, TOOLS } from './tools';

export interface Places {
  /** Null: not enrolled any more. */
  server: Host | null;
  client: Host | null;
  /** What a person knows a host by, enrolled or not. */
  labelOf: (hostId: string) => string;
}

/** More workers than this for each CPU of the client would measure their scheduling. */
const MOST_WORKERS_PER_CPU = 4;

/** Why a run that can be read would be refused as things stand, by field of the draft; known before it is sent. */
export function obstaclesOf(spec: RunSpec, { server, client, labelOf }: Places): DraftErrors {
  const clientId = spec.clients[0]?.hostId ?? '';
  const sameHost = clientId === spec.server.hostId;
  return {
    ...hostObstacle('serverHostId', spec.server.hostId, server, labelOf),
    ...(!sameHost && hostObstacle('clientHostId', clientId, client, labelOf)),
    ...(server && client && addressObstacle(spec, server, client, labelOf)),
    ...(client && toolObstacle(spec, client, labelOf)),
    ...(client && workerObstacles(spec, client)),
  };
}

function hostObstacle(field: string, id: string, host: Host | null, labelOf: Places['labelOf']): DraftErrors {
  if (id === '') return {};
  const label = labelOf(id);
  if (!host) return { [field]: `${label} is not enrolled here any more; choose another host.` };
  if (host.status === 'offline')
    return { [field]: `${label} is offline and takes no run; start its agent there again, or choose another host.` };
  if (host.status === 'dirty')
    return { [field]: `${label} is dirty and takes no run until it is put back or cleared.` };
  return {};
}

function addressObstacle(spec: RunSpec, server: Host, client: Host, labelOf: Places['labelOf']): DraftErrors {
  const fault = addressFault(spec.server.address ?? '', server.facts, client.facts, server.id === client.id);
  return fault === null ? {} : { address: `${labelOf(server.id)} ${fault}.` };
}

function toolObstacle({ load }: RunSpec, client: Host, labelOf: Places['labelOf']): DraftErrors {
  return hasTool(client, load.tool) ? {} : { tool: missingToolSentence(load.tool, labelOf(client.id)) };
}

function workerObstacles({ load }: RunSpec, client: Host): DraftErrors {
  const asked = load.toolWorkers;
  if (asked === null) return {};
  const workers = plural(asked, `tool ${TOOLS[load.tool].worker}`);
  const most = MOST_WORKERS_PER_CPU * client.facts.cpus;
  if (asked > most)
    return {
      toolWorkers: `${workers} on ${plural(client.facts.cpus, 'CPU')} would measure their scheduling; at most ${most}.`,
    };
  const short = load.steps.flatMap(({ connections }, index) => (connections < asked ? [index] : []));
  return Object.fromEntries(
    short.map((index) => [`steps.${index}.connections`, `At least ${asked}: one for each of ${workers}.`]),
  );
}
