import type { Command } from '../contract/agent.ts';
import type { LoadShare, StepSpec } from '../contract/load.ts';
import type { RunTarget } from '../contract/run.ts';
import type { RunSpec } from '../contract/spec.ts';
import type { TargetSpec } from '../contract/target.ts';
import type { CommandDraft } from './run-machine.ts';

type ApplyTuning = Extract<Command, { type: 'apply-tuning' }>;

export interface CommandContext {
  runId: string;
  commandId: string;
  spec: RunSpec;
  lease: { ttlMs: number; guardMs: number };
  /** The port that prepare found free. */
  port: number | null;
  /** The one address on which the target listens; see target-address.ts. */
  listen: string;
  target: RunTarget | null;
}

/** The words in which an agent is told what the state machine decided. */
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
      return { ...head, type: 'open-window', durationSeconds: stepOf(draft, context).durationSeconds, profiles: [] };
    case 'close-window':
    case 'stop':
    case 'restore':
      return { ...head, type: draft.type };
  }
}

/** The target's CPUs are numbers of its own host, and mean nothing on another. */
function tuningOf({ server, tuning }: RunSpec, hostId: string): Pick<ApplyTuning, 'tuning' | 'targetCpus'> {
  return server.hostId === hostId
    ? { tuning: tuning.server, targetCpus: tuning.targetCpus }
    : { tuning: tuning.clients, targetCpus: null };
}

function stepOf({ stepIndex }: CommandDraft, { runId, spec }: CommandContext): StepSpec {
  const step = spec.load.steps[stepIndex ?? -1];
  if (!step) throw new Error(`load was asked for without a step in run ${runId}`);
  return step;
}

function driveLoad(draft: CommandDraft, context: CommandContext): Command {
  const { runId, commandId, spec, target } = context;
  const step = stepOf(draft, context);
  if (!draft.phase || !target) throw new Error(`load was asked for without a phase or a target in run ${runId}`);
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
    share: shareOf(step),
    durationSeconds: draft.phase === 'warmup' ? spec.load.warmupSeconds : step.durationSeconds,
    startAtUs: null,
    profiles: [],
  };
}

/** Of one client: all of it. */
export function shareOf(step: StepSpec): LoadShare {
  if (step.loop === 'closed') {
    const { loop, connections, pipelining } = step;
    return { loop, connections, pipelining };
  }
  const { loop, requestsPerSecond, arrivals, connections } = step;
  return { loop, requestsPerSecond, arrivals, connections };
}

/** Only the reference server has a port that an agent may choose. */
const withPort = (target: TargetSpec, port: number | null): TargetSpec =>
  target.kind === 'reference' ? { ...target, port: port ?? target.port } : target;

export function rolesOf(spec: RunSpec, hostId: string): ('server' | 'client')[] {
  const roles: ('server' | 'client')[] = [];
  if (spec.server.hostId === hostId) roles.push('server');
  if (spec.clients.some((client) => client.hostId === hostId)) roles.push('client');
  return roles;
}
