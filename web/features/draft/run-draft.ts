import type { StepSpec } from '@contract/load';
import type { RunSpec } from '@contract/spec';
import { stableJson } from '@rules/export/stable-json';
import type { ToolName } from '@/lib/tools';
import { emptyLaunch, type LaunchDraft } from './launch-draft';
import { type LoadDraft, type LoopChoice, QUICK } from './presets';
import { emptyTransport, type TransportDraft, transportDraftOf } from './requests/transport-draft';
import { variableLines } from './requests/variable-lines';
import { emptySearch, searchDraftOf } from './search-draft';
import { type StepDraft, stepDraftsOf } from './step-draft';
import {
  emptyRequests,
  emptyTarget,
  type RequestDrafts,
  requestDraftsOf,
  type TargetDraft,
  targetDraftOf,
} from './target-draft';
import { emptyTuning, type TuningDraft, tuningDraftOf } from './tuning-draft';

/** What a person typed: text, kept as typed until it is right. */
export interface RunDraft extends LoadDraft {
  name: string;
  /** Hosts that are there, or such as are launched for the run: then the ids of its hosts are those of planned ones. */
  hardware: 'enrolled' | 'ec2';
  launch: LaunchDraft;
  serverHostId: string;
  /** Empty: none is chosen. */
  clientHostIds: string[];
  /** Of the server, for the clients. Empty: automatic. */
  address: string;
  /** Of the services that the target asks. Empty: the target's own; kept, and not asked for, where it asks none. */
  backendHostId: string;
  /** Of those services, for the target. Empty: automatic. */
  backendAddress: string;
  target: TargetDraft;
  requests: RequestDrafts;
  /** Of the requests, a line each. */
  variables: string;
  seed: string;
  targetCpus: string;
  /** Named as in the spec. That of the clients is kept, and not asked for, while one host has both sides. */
  tuning: { server: TuningDraft; clients: TuningDraft };
  tool: ToolName;
  toolWorkers: string;
  toolCpus: string;
  decompress: boolean;
  transport: TransportDraft;
  samplesPerSecond: string;
}

export function emptyDraft(hostId = ''): RunDraft {
  return {
    name: '',
    hardware: 'enrolled',
    launch: emptyLaunch(),
    serverHostId: hostId,
    clientHostIds: hostId === '' ? [] : [hostId],
    address: '',
    backendHostId: '',
    backendAddress: '',
    target: emptyTarget(),
    requests: emptyRequests(),
    variables: '',
    seed: '0',
    targetCpus: '',
    tuning: { server: emptyTuning(), clients: emptyTuning() },
    tool: 'volley',
    toolWorkers: '',
    toolCpus: '',
    decompress: false,
    transport: emptyTransport(),
    warmupSeconds: QUICK.warmupSeconds,
    pauseSeconds: QUICK.pauseSeconds,
    samplesPerSecond: '1',
    loop: QUICK.loop,
    steps: QUICK.steps.map((step) => ({ ...step })),
    search: emptySearch(),
  };
}

/** The draft that reads back as this spec. */
export function draftOf(spec: RunSpec): RunDraft {
  const { server, clients, backend, target, requests, tuning, load } = spec;
  const [first] = load.steps;
  return {
    ...emptyDraft(),
    serverHostId: server?.hostId ?? '',
    clientHostIds: clients.map(({ hostId }) => hostId),
    address: server?.address ?? '',
    backendHostId: backend?.hostId ?? '',
    backendAddress: backend?.address ?? '',
    target: targetDraftOf(target),
    requests: requestDraftsOf(target, requests),
    variables: variableLines(spec.variables),
    seed: String(spec.seed),
    targetCpus: tuning.targetCpus ?? '',
    tuning: { server: tuningDraftOf(tuning.server), clients: tuningDraftOf(tuning.clients) },
    tool: load.tool,
    toolWorkers: load.toolWorkers === null ? '' : String(load.toolWorkers),
    toolCpus: load.toolCpus ?? '',
    decompress: load.decompress,
    transport: transportDraftOf(load),
    warmupSeconds: String(load.warmupSeconds),
    pauseSeconds: String(load.pauseSeconds),
    samplesPerSecond: String(spec.samplesPerSecond),
    loop: loopChoiceOf(load.steps),
    search: searchDraftOf(load.search, first),
    ...(load.search === null && { steps: stepDraftsOf(load.steps) }),
  };
}

function loopChoiceOf(steps: StepSpec[]): LoopChoice {
  const loops = new Set(steps.map(({ loop }) => loop));
  return loops.size === 1 ? ([...loops][0] as StepSpec['loop']) : 'each';
}

/** The loop of a row, as things are. */
export const loopOfRow = (draft: Pick<RunDraft, 'loop'>, row: StepDraft): StepSpec['loop'] =>
  draft.loop === 'each' ? row.loop : draft.loop;

/** Of a search, which has one loop. */
export const searchLoop = ({ loop, search }: Pick<RunDraft, 'loop' | 'search'>): StepSpec['loop'] =>
  loop === 'each' ? search.first.loop : loop;

/** The host of the target; empty where no agent is on it, or none is chosen yet. */
export const serverIdOf = ({ target, serverHostId }: Pick<RunDraft, 'target' | 'serverHostId'>): string =>
  target.kind === 'external' ? '' : serverHostId;

/** Somebody typed into it: it is more than what a new page begins with. Which hosts were chosen is not counted, nor which to launch. */
export function isTyped(draft: RunDraft): boolean {
  const model = emptyDraft();
  const { hardware, launch } = model;
  const bare = { ...draft, hardware, launch, serverHostId: '', clientHostIds: [] };
  return (Object.keys(model) as (keyof RunDraft)[]).some(
    (field) => stableJson(bare[field]) !== stableJson(model[field]),
  );
}
