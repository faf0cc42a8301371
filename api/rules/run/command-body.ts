import type { Command } from '../../contract/agent-commands.ts';
import type { BackendNeeds, StartedBackends } from '../../contract/backends.ts';
import type { HostRole } from '../../contract/choices.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { RunTarget } from '../../contract/run.ts';
import type { KeptSpec } from '../../contract/spec.ts';
import type { TargetSpec } from '../../contract/target.ts';
import { type ClientHost, shareOut } from '../load/share-out.ts';
import type { CommandDraft } from './run-machine.ts';

type ApplyTuning = Extract<Command, { type: 'apply-tuning' }>;

/**
 * How much later than they are asked several clients begin: an agent takes a command within some tenths of a second, and
 * prepares its tool. The instant is one for all of them, so that what they have in common is all of the load.
 */
export const START_LEAD_US = 1_500_000;

/** Of services on a host of their own: where they listen, and what the agents have said of them so far. */
export interface ApartServices {
  address: string;
  needs: BackendNeeds | null;
  started: StartedBackends | null;
}

export interface CommandContext {
  runId: string;
  commandId: string;
  spec: KeptSpec;
  /** The steps of the spec, and those that a search has planned beyond. */
  steps: StepSpec[];
  /** In the order of the spec. */
  clients: ClientHost[];
  nowUs: number;
  lease: { ttlMs: number; guardMs: number };
  /** The port that prepare found free. */
  port: number | null;
  /** The one address on which the target listens, see target-address.ts; null where no agent is. */
  listen: string | null;
  /** What the run has of a backend host. */
  apart: ApartServices | null;
  target: RunTarget | null;
}

/** What the state machine decided, as the command that the agent gets. */
export function commandBody(draft: CommandDraft, context: CommandContext): Command {
  const { runId, commandId, spec } = context;
  const head = { commandId, runId };
  switch (draft.type) {
    case 'prepare':
      return {
        ...head,
        type: 'prepare',
        lease: { runId, ...context.lease },
        roles: rolesOf(spec, draft.hostId),
        target: spec.target,
        listen: context.listen,
        backendAddress: context.apart?.address ?? null,
        tool: spec.load.tool,
        targetCpus: spec.tuning.targetCpus,
        toolCpus: spec.load.toolCpus,
        samplesPerSecond: spec.samplesPerSecond,
        secrets: rolesOf(spec, draft.hostId).includes('client') ? secretsOf(spec.requests) : [],
      };
    case 'apply-tuning':
      return { ...head, type: 'apply-tuning', ...tuningOf(spec, draft.hostId), address: context.listen };
    case 'start-backends':
      return startBackends(context);
    case 'start-target':
      if (context.listen === null) throw new Error(`run ${runId} has no target to start`);
      return {
        ...head,
        type: 'start-target',
        target: withPort(spec.target, context.port),
        cpus: spec.tuning.targetCpus,
        listen: context.listen,
        backends: context.apart?.started ?? null,
      };
    case 'preflight':
      return { ...head, type: 'preflight', ...requestsOf(context) };
    case 'drive-load':
      return driveLoad(draft, context);
    case 'open-window':
      return {
        ...head,
        type: 'open-window',
        ...windowOf(stepOf(draft, context), draft.hostId === spec.server?.hostId),
      };
    case 'close-window':
    case 'stop':
    case 'restore':
      return { ...head, type: draft.type };
  }
}

/** The target's CPUs are numbers of its own host, and mean nothing on another. A backend host is left as it is. */
function tuningOf({ server, backend, tuning }: KeptSpec, hostId: string): Pick<ApplyTuning, 'tuning' | 'targetCpus'> {
  if (server?.hostId === hostId) return { tuning: tuning.server, targetCpus: tuning.targetCpus };
  return { tuning: backend?.hostId === hostId ? null : tuning.clients, targetCpus: null };
}

/** Profiles are of the target's host. */
const windowOf = ({ durationSeconds, profiles }: StepSpec, ofTarget: boolean) => ({
  durationSeconds,
  profiles: ofTarget ? profiles : [],
});

function startBackends({ runId, commandId, spec, apart }: CommandContext): Command {
  if (!apart?.needs) throw new Error(`run ${runId} cannot start services: its target has said nothing of them`);
  const { address, needs } = apart;
  return { commandId, runId, type: 'start-backends', target: spec.target, address, needs };
}

function stepOf({ stepIndex }: CommandDraft, { runId, steps }: CommandContext): StepSpec {
  const step = steps[stepIndex ?? -1];
  if (!step) throw new Error(`load was asked for without a step in run ${runId}`);
  return step;
}

/** What is sent, and where to; the same in the preflight as under load. */
function requestsOf({ runId, spec, target }: CommandContext) {
  if (!target) throw new Error(`requests were to be sent without a target in run ${runId}`);
  const { requests, variables, seed, load } = spec;
  const { decompress, protocol, tls, cookies } = load;
  const trustedCertificate = target.certificate ?? null;
  return { url: target.url, trustedCertificate, requests, variables, seed, decompress, protocol, tls, cookies };
}

function driveLoad(draft: CommandDraft, context: CommandContext): Command {
  const { runId, commandId, spec, clients } = context;
  const step = stepOf(draft, context);
  const share = shareOut(spec, step, clients).get(draft.hostId);
  if (!draft.phase || !share) throw new Error(`load was asked for without a phase or a share in run ${runId}`);
  return {
    commandId,
    runId,
    type: 'drive-load',
    stepIndex: draft.stepIndex ?? 0,
    phase: draft.phase,
    tool: spec.load.tool,
    toolWorkers: step.toolWorkers ?? spec.load.toolWorkers,
    toolCpus: spec.load.toolCpus,
    ...requestsOf(context),
    clientIndex: spec.clients.findIndex(({ hostId }) => hostId === draft.hostId),
    clientCount: spec.clients.length,
    requestsPerConnection: spec.load.requestsPerConnection,
    share,
    durationSeconds: draft.phase === 'warmup' ? spec.load.warmupSeconds : step.durationSeconds,
    startAtUs: clients.length > 1 ? context.nowUs + START_LEAD_US : null,
    profiles: draft.phase === 'measure' && spec.server?.hostId === draft.hostId ? step.profiles : [],
  };
}

/** Only the reference server has a port that an agent may choose, where the spec leaves it open. */
const withPort = (target: TargetSpec, port: number | null): TargetSpec =>
  target.kind === 'reference' ? { ...target, port: target.port ?? port } : target;

/** The names of those that headers take, each once. */
const secretsOf = (requests: KeptSpec['requests']): string[] => [
  ...new Set(requests.flatMap(({ headers }) => headers.flatMap(({ secret }) => (secret === null ? [] : [secret])))),
];

export function rolesOf(spec: KeptSpec, hostId: string): HostRole[] {
  const roles: HostRole[] = [];
  if (spec.server?.hostId === hostId) roles.push('server');
  if (spec.clients.some((client) => client.hostId === hostId)) roles.push('client');
  if (spec.backend?.hostId === hostId) roles.push('backend');
  return roles;
}
