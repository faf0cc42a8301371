import type { HostFacts, RunSpec } from '../api/types';
import { parseCpuList } from './cpu-list';
import { defaultToolWorkers } from './estimate';
import { clientScope, cpusOf, serverScope } from './host-scope';
import { loadPathOf, meantNic } from './meant-nic';
import { PRESETS, type StepDraft } from './presets';
import { onOneMachine } from './server-address';
import { TOOL_NAMES } from './tools';
import type { TuningSide } from './tuning-changes';
import { emptyTuning, isTuningDraft, type TuningDraft, tuningDraftOf } from './tuning-draft';
import type { Setup } from './warnings';

/** What a person typed: text, kept as typed until it is right. */
export interface RunDraft {
  name: string;
  serverHostId: string;
  clientHostId: string;
  /** Of the server, for the client. Empty: automatic. */
  address: string;
  path: RunSpec['requests'][number]['path'];
  /** Of a single request it means nothing; kept so that a duplicate is one. */
  weight: number;
  prefork: boolean;
  workers: string;
  port: string;
  targetCpus: string;
  /** Named as in the spec. That of the clients is kept, and not asked for, while one host has both sides. */
  tuning: { server: TuningDraft; clients: TuningDraft };
  tool: RunSpec['load']['tool'];
  toolWorkers: string;
  toolCpus: string;
  warmupSeconds: string;
  pauseSeconds: string;
  samplesPerSecond: string;
  steps: StepDraft[];
}

/** What is wrong, by field of the draft. */
export type DraftErrors = Record<string, string>;

export function emptyDraft(hostId = ''): RunDraft {
  const preset = PRESETS[0] as (typeof PRESETS)[number];
  return {
    name: '',
    serverHostId: hostId,
    clientHostId: hostId,
    address: '',
    path: '/simple',
    weight: 1,
    prefork: false,
    workers: '',
    port: '',
    targetCpus: '',
    tuning: { server: emptyTuning(), clients: emptyTuning() },
    tool: 'autocannon',
    toolWorkers: '',
    toolCpus: '',
    warmupSeconds: preset.warmupSeconds,
    pauseSeconds: preset.pauseSeconds,
    samplesPerSecond: '1',
    steps: preset.steps,
  };
}

/** The draft that reads back as this spec. */
export function draftOf(spec: RunSpec): RunDraft {
  const { server, clients, target, requests, tuning, load } = spec;
  return {
    name: '',
    serverHostId: server.hostId,
    clientHostId: clients[0]?.hostId ?? server.hostId,
    address: server.address ?? '',
    path: requests[0]?.path ?? '/simple',
    weight: requests[0]?.weight ?? 1,
    prefork: target.prefork,
    workers: text(target.workers),
    port: text(target.port),
    targetCpus: tuning.targetCpus ?? '',
    tuning: { server: tuningDraftOf(tuning.server), clients: tuningDraftOf(tuning.clients) },
    tool: load.tool,
    toolWorkers: text(load.toolWorkers),
    toolCpus: load.toolCpus ?? '',
    warmupSeconds: String(load.warmupSeconds),
    pauseSeconds: String(load.pauseSeconds),
    samplesPerSecond: String(spec.samplesPerSecond),
    steps: load.steps.map(({ connections, pipelining, durationSeconds }) => ({
      connections: String(connections),
      pipelining: String(pipelining),
      durationSeconds: String(durationSeconds),
    })),
  };
}

const text = (value: number | null): string => (value === null ? '' : String(value));

/** Reads a stored draft; anything that does not look like one is dropped. */
export function restoreDraft(stored: string | null): RunDraft | null {
  if (!stored) return null;
  try {
    const draft = JSON.parse(stored) as RunDraft;
    return looksLikeDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

function looksLikeDraft(draft: RunDraft | null): draft is RunDraft {
  if (draft === null || typeof draft !== 'object') return false;
  const model = emptyDraft();
  const fields = Object.keys(model) as (keyof RunDraft)[];
  return (
    fields.every((field) => typeof draft[field] === typeof model[field]) &&
    TOOL_NAMES.includes(draft.tool) &&
    (draft.path === '/simple' || draft.path === '/read') &&
    isTuningDraft(draft.tuning?.server) &&
    isTuningDraft(draft.tuning.clients) &&
    Array.isArray(draft.steps) &&
    draft.steps.length > 0 &&
    draft.steps.every((step) =>
      [step?.connections, step?.pipelining, step?.durationSeconds].every((value) => typeof value === 'string'),
    )
  );
}

/** Somebody typed into it: it is more than what a new page begins with. Which host was chosen is not counted. */
export function isTyped(draft: RunDraft): boolean {
  const bare = { ...draft, serverHostId: '', clientHostId: '' };
  const model = emptyDraft();
  return (Object.keys(model) as (keyof RunDraft)[]).some(
    (field) => JSON.stringify(bare[field]) !== JSON.stringify(model[field]),
  );
}

/** What a spec comes to on these hosts; without another host for the server, it runs beside the tool. */
export function setupOf(spec: RunSpec, client: HostFacts, server: HostFacts = client): Setup {
  const path = loadPathOf(spec);
  const { sameHost } = path;
  const { targetCpus, server: ofServer, clients } = spec.tuning;
  const nicOf = (side: TuningSide, asked: string | null): string | null =>
    meantNic(side, asked, path, { server, client });
  const onServer = serverScope(server, nicOf('server', ofServer?.nic ?? null), targetCpus);
  const onClient = sameHost ? onServer : clientScope(client, nicOf('clients', clients?.nic ?? null));
  const toolCpus = cpusOf(spec.load.toolCpus, onClient);
  return {
    tool: spec.load.tool,
    load: spec.load,
    sameHost,
    sameMachine: sameHost || onOneMachine(client, server),
    targetCpus: onServer.target ?? [],
    toolCpus,
    onlineCpus: parseCpuList(client.onlineCpus) ?? [],
    toolWorkers: spec.load.toolWorkers ?? defaultToolWorkers(toolCpus.length),
    toolWorkersAsked: spec.load.toolWorkers !== null,
  };
}
