import type { Command } from '../../contract/agent.ts';
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
  /** The one address on which the target listens; see target-address.ts. */
  listen: string;
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
        tool: spec.load.tool,
        targetCpus: spec.tuning.targetCpus,
        toolCpus: spec.load.toolCpus,
        samplesPerSecond: spec.samplesPerSecond,
      };
    case 'apply-tuning':
      return { ...head, type: 'apply-tuning', ...tuningOf(spec, draft.hostId), address: context.listen };
    case 'start-target':
      return {
        ...head,
        type: 'start-target',
        target: withPort(spec.target, context.port),
        cpus: spec.tuning.targetCpus,
        listen: context.listen,
      };
    case 'drive-load':
      return driveLoad(draft, context);
    case 'open-window':
      return { ...head, type: 'open-window', ...windowOf(stepOf(draft, context)) };
    case 'close-window':
    case 'stop':
    case 'restore':
      return { ...head, type: draft.type };
  }
}

/** The target's CPUs are numbers of its own host, and mean nothing on another. */
function tuningOf({ server, tuning }: KeptSpec, hostId: string): Pick<ApplyTuning, 'tuning' | 'targetCpus'> {
  return server.hostId === hostId
    ? { tuning: tuning.server, targetCpus: tuning.targetCpus }
    : { tuning: tuning.clients, targetCpus: null };
}

const windowOf = ({ durationSeconds, profiles }: StepSpec) => ({ durationSeconds, profiles });

function stepOf({ stepIndex }: CommandDraft, { runId, steps }: CommandContext): StepSpec {
  const step = steps[stepIndex ?? -1];
  if (!step) throw new Error(`load was asked for without a step in run ${runId}`);
  return step;
}

function driveLoad(draft: CommandDraft, context: CommandContext): Command {
  const { runId, commandId, spec, target, clients } = context;
  const step = stepOf(draft, context);
  const share = shareOut(spec, step, clients).get(draft.hostId);
  if (!draft.phase || !target || !share)
    throw new Error(`load was asked for without a phase, a target or a share in run ${runId}`);
  return {
    commandId,
    runId,
    type: 'drive-load',
    stepIndex: draft.stepIndex ?? 0,
    phase: draft.phase,
    tool: spec.load.tool,
    toolWorkers: step.toolWorkers ?? spec.load.toolWorkers,
    toolCpus: spec.load.toolCpus,
    url: target.url,
    requests: spec.requests,
    decompress: spec.load.decompress,
    share,
    durationSeconds: draft.phase === 'warmup' ? spec.load.warmupSeconds : step.durationSeconds,
    startAtUs: clients.length > 1 ? context.nowUs + START_LEAD_US : null,
    profiles: draft.phase === 'measure' && spec.server.hostId === draft.hostId ? step.profiles : [],
  };
}

/** Only the reference server has a port that an agent may choose, where the spec leaves it open. */
const withPort = (target: TargetSpec, port: number | null): TargetSpec =>
  target.kind === 'reference' ? { ...target, port: target.port ?? port } : target;

export function rolesOf(spec: KeptSpec, hostId: string): ('server' | 'client')[] {
  const roles: ('server' | 'client')[] = [];
  if (spec.server.hostId === hostId) roles.push('server');
  if (spec.clients.some((client) => client.hostId === hostId)) roles.push('client');
  return roles;
}
