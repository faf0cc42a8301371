import type { CommandType, LoadPhase } from '../../../api/contract/agent-commands.ts';
import type { ENDED_STATES } from '../../../api/contract/choices.ts';
import type { ExperimentStatus } from '../../../api/contract/experiment.ts';
import type { HostTask } from '../../../api/contract/host-task.ts';
import type { RunState } from '../../../api/contract/run.ts';

/**
 * How each state of the contract is brought about, so that a fault can strike in it. A state that is added to the contract is a type
 * error here until it has a way, or a sentence that says where else it is tried.
 */

/** `host`: whose agent has the command when the fault strikes. Its answer is held back until then, so the state lasts. */
export interface CommandMoment {
  at: 'command';
  type: CommandType;
  phase?: LoadPhase;
  host: 'target' | 'load';
}

export type Moment =
  | CommandMoment
  /** Another run has the hosts. */
  | { at: 'queue' }
  /** In the pause between two steps. */
  | { at: 'pause' }
  /** The points are waited for: a lock keeps the samples from being counted. */
  | { at: 'points' }
  | { at: 'planned' }
  | { at: 'done' }
  /** The agent has been handed the question; its answer is held back until the fault has struck. */
  | { at: 'task' }
  | { untried: string };

const command = (type: CommandType, host: CommandMoment['host'], phase?: LoadPhase): CommandMoment => ({
  at: 'command',
  type,
  host,
  ...(phase && { phase }),
});

const LAUNCHED = 'A state of launched hosts alone: the tests of `api/launches` try it against an emulator of AWS.';

const RUN: Record<Exclude<RunState, (typeof ENDED_STATES)[number]>, Moment> = {
  queued: { at: 'queue' },
  provisioning: { untried: LAUNCHED },
  preparing: command('prepare', 'target'),
  tuning: command('apply-tuning', 'target'),
  'target-up': command('preflight', 'load'),
  warming: command('drive-load', 'load', 'warmup'),
  measuring: command('drive-load', 'load', 'measure'),
  cooling: { at: 'pause' },
  stopping: command('stop', 'target'),
  restoring: command('restore', 'target'),
  releasing: { untried: LAUNCHED },
  analysing: { at: 'points' },
};

const EXPERIMENT: Record<ExperimentStatus, Moment> = {
  planned: { at: 'planned' },
  running: command('drive-load', 'load', 'measure'),
  done: { at: 'done' },
};

const TASK: Record<HostTask['type'], Moment> = {
  plan: { at: 'task' },
  doctor: { at: 'task' },
  snapshot: { at: 'task' },
  restore: { at: 'task' },
  'list-revisions': { untried: 'It needs a target with a source; the agent answers it as it does the others.' },
  upgrade: { untried: '`npm test -- enrol` kills and stops agents in the middle of an upgrade.' },
};

export const STATES = { run: RUN, experiment: EXPERIMENT, task: TASK } as const;
export type Subject = keyof typeof STATES;
export const SUBJECTS = Object.keys(STATES) as Subject[];

/** Of a subject, in the contract's order. */
export const statesOf = (subject: Subject): [state: string, moment: Moment][] => Object.entries(STATES[subject]);
