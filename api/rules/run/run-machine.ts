import type { CommandType, LoadPhase } from '../../contract/agent-commands.ts';
import { ENDED_STATES } from '../../contract/choices.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { Failure } from '../../contract/primitives.ts';
import type { RunState } from '../../contract/run.ts';

/**
 * The run as a state machine, pure:
 * (machine, what happened, now) -> (next machine, commands to issue, what became of the hosts).
 *
 * `queued -> preparing -> tuning -> target-up -> (warming -> measuring -> cooling) per step
 *   -> stopping -> restoring -> analysing -> finished | failed | canceled`
 *
 * Whatever goes wrong after `queued`, the way out leads through `stopping` and `restoring`.
 * `provisioning` and `releasing` are for hosts that are launched: it waits for them after `queued`, and for their end after
 * `restoring` where nobody keeps them. Until `preparing` a run holds no host.
 */

export type Ending = { as: 'failed' | 'canceled'; code: string; sentence: string };

export interface MachineHost {
  hostId: string;
  name: string;
  server: boolean;
  client: boolean;
  /** It runs the services that the target on another host asks. */
  backend: boolean;
  /** Its agent is gone: nothing is sent to it or expected from it. */
  lost: boolean;
}

export interface PlannedStep {
  durationSeconds: number;
  status: 'planned' | 'running' | 'measured' | 'failed' | 'skipped';
  /** Its point is stored. That of a measured step is made after the run has gone on. */
  counted: boolean;
  /** Why it fails as soon as the last of its clients has answered; null while all is well. */
  failure: Failure | null;
}

/** A command of the present state that has no outcome yet. */
export interface PendingCommand {
  commandId: string;
  hostId: string;
  type: CommandType;
}

export interface RunMachine {
  state: RunState;
  stepIndex: number | null;
  steps: PlannedStep[];
  warmupSeconds: number;
  pauseSeconds: number;
  /** How long the target's host may build the revision that is asked for, before it is prepared; 0 for none. */
  buildSeconds: number;
  /** In a search, the next step, null if there is none. Null: no search. */
  search: { next: StepSpec | null } | null;
  /** Its hosts are ended with it: they were launched, and nobody keeps them. */
  endsHosts: boolean;
  /** The client that asks each route once before the first step; null where its agent is too old to. */
  preflightHostId: string | null;
  hosts: MachineHost[];
  pending: PendingCommand[];
  /** Steps are measured, and no request of any of them succeeded. */
  noneSucceeded: boolean;
  ending: Ending | null;
  /** When to look again at the latest: a planned pause, or the limit for answers. */
  wakeAtUs: number | null;
}

export type MachineEvent =
  | { kind: 'leased' }
  /** Its hosts are being launched. */
  | { kind: 'awaited' }
  /** Its hosts have ended, or begun to: nothing of them is to be waited for. */
  | { kind: 'let-go' }
  /** `byItself`: its own instance ended from outside; else it is ended with those of its launch. */
  | { kind: 'host-gone'; hostId: string; byItself: boolean; code: string; sentence: string }
  | { kind: 'unavailable'; code: string; sentence: string }
  | { kind: 'answered'; commandId: string; answer: Answer }
  | { kind: 'target-exited'; hostId: string; sentence: string }
  | { kind: 'report-refused'; sentence: string }
  /** The database has gone back to a moment in which the run was not over. */
  | { kind: 'instance-restored'; sentence: string }
  /** The point of a measured step is stored. */
  | { kind: 'counted' }
  /** It can never be. */
  | { kind: 'uncountable'; stepIndex: number }
  | { kind: 'agent-restarted'; hostId: string; restoreConfirmed: boolean }
  | { kind: 'agent-lost'; hostId: string }
  /** `sentence`: why, where no person did it. */
  | { kind: 'cancel'; sentence?: string }
  | { kind: 'tick' };

export type Answer =
  | { status: 'succeeded'; mismatches: string[] }
  | { status: 'failed' | 'interrupted'; code: string; sentence: string };

export interface CommandDraft {
  hostId: string;
  type: CommandType;
  stepIndex: number | null;
  phase: LoadPhase | null;
}

/**
 * Why a host takes no run. `unconfirmed`: it was not reported as put back; its agent may still do so. `mismatch`: it
 * was put back and reads back differently; only a person or a matching snapshot clears that.
 */
export interface Dirt {
  hostId: string;
  kind: 'unconfirmed' | 'mismatch';
  reason: string;
}

export interface StepFailure {
  stepIndex: number;
  code: string;
  sentence: string;
}

export interface Transition {
  machine: RunMachine;
  /** Every state that was entered, in order. */
  entered: { state: RunState; stepIndex: number | null; note: string | null }[];
  issue: CommandDraft[];
  /** Commands that the run no longer waits for. */
  abandoned: string[];
  stepFailures: StepFailure[];
  measured: number[];
  /** Steps that ended without having been measured. */
  unmeasured: number[];
  /** Steps that a search has now, in order. */
  planned: { stepIndex: number; spec: StepSpec }[];
  dirty: Dirt[];
  /** Hosts whose lease ends. */
  released: string[];
}

export const TERMINAL_STATES: ReadonlySet<RunState> = new Set(ENDED_STATES);
const WINDING_DOWN: ReadonlySet<RunState> = new Set(['stopping', 'restoring', 'releasing', 'analysing']);

/** Steps whose points are still to come: what follows from them is not known. */
export const awaitsPoints = ({ steps }: RunMachine): boolean =>
  steps.some(({ status, counted }) => status === 'measured' && !counted);
/** Holds no host yet. */
export const isWaiting = (state: RunState): boolean => state === 'queued' || state === 'provisioning';
export const isTerminal = (state: RunState): boolean => TERMINAL_STATES.has(state);
/** Holds its hosts and is still on the planned path. */
export const isUnderWay = (state: RunState): boolean =>
  !isWaiting(state) && !isTerminal(state) && !isWindingDown(state);
export const isWindingDown = (state: RunState): boolean => WINDING_DOWN.has(state);
