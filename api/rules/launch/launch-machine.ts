import type { LaunchState } from '../../contract/launch.ts';
import type { Failure } from '../../contract/primitives.ts';

/**
 * A launch as a state machine, pure: (machine, what AWS and the agents showed, now) -> (next machine, calls to make).
 *
 * `requested -> launching -> joining -> ready -> releasing -> released | failed`
 *
 * Whatever goes wrong once something may have been launched, the way out leads through `releasing`, which ends when AWS
 * shows that nothing is left.
 */

export interface MachinePlace {
  place: number;
  role: 'server' | 'client';
  instanceType: string;
  hostId: string;
  /** When AWS was last asked for its instance; null when it never was. */
  askedAtUs: number | null;
  instanceId: string | null;
  /** When the instance was first known; null without one. */
  launchedAtUs: number | null;
  joinedAtUs: number | null;
  /** When AWS first showed that it ended. */
  endedAtUs: number | null;
  /** Since when AWS does not show the instance; null while it does. Machines of before have none. */
  unseenSinceUs?: number | null;
}

/** Something that is made for the launch. `none`: it needs none, or a person named one. */
export type Made = 'none' | 'wanted' | 'made' | 'deleted';

export interface LaunchMachine {
  state: LaunchState;
  /** To try, in order. */
  subnets: { subnetId: string; zone: string }[];
  /** Which of them is tried. */
  subnetIndex: number;
  /** Counts the subnets tried: part of what makes a call idempotent. */
  attempt: number;
  securityGroup: Made;
  /** Of the group that was made or named. */
  securityGroupId: string | null;
  placementGroup: Made;
  places: MachinePlace[];
  /** By instance type; null where AWS did not tell. */
  microUsdPerHour: Record<string, number> | null;
  /** What instances of earlier attempts have cost. */
  spentMicroUsd: number;
  readyAtUs: number | null;
  endedAtUs: number | null;
  /** The host whose instance ended from outside, and the others with it. Older launches do not have it. */
  lostHostId?: string;
  expiresAtUs: number;
  /** Agents have to have joined by then. */
  joinByUs: number | null;
  keptUntilUs: number | null;
  keepMinutes: number;
  budgetMicroUsd: number | null;
  /** AWS showed instances of the launch that have not ended, also of earlier attempts. */
  areEnding: boolean;
  /** Why it ends. */
  ending: Failure | null;
  /** It ends as failed. */
  failed: boolean;
  /** Calls in a row that AWS did not take, with the moment of the first. */
  putOff: { since: number; times: number; code: string } | null;
  /** No call before then. */
  retryAtUs: number | null;
}

/** What AWS shows of one instance of the launch. */
export interface SeenInstance {
  instanceId: string;
  hostId: string | null;
  attempt: number;
  state: 'pending' | 'running' | 'stopping' | 'stopped' | 'ending' | 'ended';
  /** Why it ended, as AWS words it; empty when it did not say. */
  reason: string;
}

/** Who uses its hosts. */
export interface LaunchUse {
  /** A run under way or queued, or an experiment that is not over. */
  inUse: boolean;
  /** When the last run ended; null when none has. */
  lastUsedAtUs: number | null;
  /** Promised to somebody until then. */
  reservedUntilUs: number;
}

export type LaunchCall =
  | { kind: 'make-security-group' }
  | { kind: 'make-placement-group' }
  | { kind: 'run-instance'; place: number }
  | { kind: 'terminate'; instanceIds: string[] }
  | { kind: 'delete-placement-groups' }
  | { kind: 'delete-security-group' };

export type LaunchEvent =
  | {
      kind: 'looked';
      instances: SeenInstance[];
      joined: { hostId: string; atUs: number }[];
      use: LaunchUse;
      /** Where agents are to join. */
      apiUrl: string;
    }
  /** `id`: of the instance or the group that was made. */
  | { kind: 'done'; call: LaunchCall; id: string | null }
  | { kind: 'refused'; call: LaunchCall | null; failure: Failure }
  | { kind: 'end'; failure: Failure };

export interface LaunchStepResult {
  machine: LaunchMachine;
  /** To make in order; a call that is refused ends the list. */
  calls: LaunchCall[];
  /** What a person should know. */
  remarks: Failure[];
}

const LIVE: ReadonlySet<LaunchState> = new Set(['requested', 'launching', 'joining', 'ready', 'releasing']);
/** It may cost money. */
export const isLive = (state: LaunchState): boolean => LIVE.has(state);
/** Its hosts are there or to come. */
export const isComing = (state: LaunchState): boolean => isLive(state) && state !== 'releasing';
