import { LOAD_LIMITS } from '@contract/limits';
import type { ProfileKind, StepSpec } from '@contract/load';
import type { Reading } from './field-reading';

/** A step as typed. It keeps what was typed for either loop, so that switching loses nothing. */
export interface StepDraft {
  loop: StepSpec['loop'];
  connections: string;
  pipelining: string;
  requestsPerSecond: string;
  arrivals: 'constant' | 'poisson';
  /** Of an open loop. Empty: as many as the tool needs. */
  openConnections: string;
  durationSeconds: string;
  /** Empty: as the load profile says. */
  toolWorkers: string;
  /** Captured in a repetition after the step; empty: there is none. */
  profiles: ProfileKind[];
  /** The repetition stands alone: there is no step without profiles before it. */
  profiledOnly: boolean;
}

export const newStep = (change: Partial<StepDraft> = {}): StepDraft => ({
  loop: 'closed',
  connections: '10',
  pipelining: '1',
  requestsPerSecond: '1000',
  arrivals: 'constant',
  openConnections: '',
  durationSeconds: '10',
  toolWorkers: '',
  profiles: [],
  profiledOnly: false,
  ...change,
});

/** What of a step the tool and the target have; what they lack is not asked, whatever was typed. */
export interface StepAbilities {
  pipelining: boolean;
  poisson: boolean;
  openConnections: boolean;
  workers: boolean;
  profiles: readonly ProfileKind[];
}

/** Steps of the spec that a row of the form comes to, in order: itself, and its repetition with profiles. */
export interface PlannedStep {
  row: number;
  profiles: ProfileKind[];
}

export function plannedSteps(rows: StepDraft[], kinds: readonly ProfileKind[]): PlannedStep[] {
  return rows.flatMap(({ profiles: asked, profiledOnly }, row): PlannedStep[] => {
    const profiles = asked.filter((kind) => kinds.includes(kind));
    if (profiles.length === 0) return [{ row, profiles: [] }];
    const repetition = { row, profiles };
    return profiledOnly ? [repetition] : [{ row, profiles: [] }, repetition];
  });
}

/** `at` is where the step's fields are in the draft. */
export function readStep(
  read: Reading,
  at: string,
  step: StepDraft,
  loop: StepSpec['loop'],
  able: StepAbilities,
): StepSpec {
  const any = {
    durationSeconds: read.whole(`${at}.durationSeconds`, step.durationSeconds, ...LOAD_LIMITS.durationSeconds),
    toolWorkers: able.workers ? read.optional(`${at}.toolWorkers`, step.toolWorkers, ...LOAD_LIMITS.toolWorkers) : null,
    profiles: [],
  };
  if (loop === 'closed')
    return {
      loop,
      connections: read.whole(`${at}.connections`, step.connections, ...LOAD_LIMITS.connections),
      pipelining: able.pipelining ? read.whole(`${at}.pipelining`, step.pipelining, ...LOAD_LIMITS.pipelining) : 1,
      ...any,
    };
  return {
    loop,
    requestsPerSecond: read.whole(`${at}.requestsPerSecond`, step.requestsPerSecond, ...LOAD_LIMITS.requestsPerSecond),
    arrivals: able.poisson ? step.arrivals : 'constant',
    connections: able.openConnections
      ? read.optional(`${at}.openConnections`, step.openConnections, ...LOAD_LIMITS.connections)
      : null,
    ...any,
  };
}

/** The rows that read back as these steps. */
export function stepDraftsOf(steps: StepSpec[]): StepDraft[] {
  const rows: StepDraft[] = [];
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    const last = rows.at(-1);
    if (last && before && last.profiles.length === 0 && repeats(step, before)) last.profiles = [...step.profiles];
    else rows.push(stepDraftOf(step));
  }
  return rows;
}

/** The same load again, only with profiles. */
const repeats = (step: StepSpec, before: StepSpec): boolean =>
  step.profiles.length > 0 &&
  before.profiles.length === 0 &&
  JSON.stringify({ ...step, profiles: [] }) === JSON.stringify({ ...before, profiles: [] });

export function stepDraftOf(step: StepSpec): StepDraft {
  const any = {
    loop: step.loop,
    durationSeconds: String(step.durationSeconds),
    toolWorkers: typed(step.toolWorkers),
    profiles: [...step.profiles],
    profiledOnly: step.profiles.length > 0,
  };
  if (step.loop === 'closed')
    return newStep({ ...any, connections: String(step.connections), pipelining: String(step.pipelining) });
  return newStep({
    ...any,
    requestsPerSecond: String(step.requestsPerSecond),
    arrivals: step.arrivals,
    openConnections: typed(step.connections),
  });
}

const typed = (value: number | null): string => (value === null ? '' : String(value));
