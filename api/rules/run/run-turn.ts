import type { CommandType, LoadPhase } from '../../contract/agent-commands.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { Failure } from '../../contract/primitives.ts';
import type { RunState } from '../../contract/run.ts';
import {
  type CommandDraft,
  type Dirt,
  type Ending,
  isTerminal,
  type PendingCommand,
  type PlannedStep,
  type RunMachine,
  type StepFailure,
  type Transition,
} from './run-machine.ts';

/** Limits for answers, in seconds beyond the work that was asked. Generous: an agent that answers late is still believed. */
export const ANSWER_SECONDS = {
  prepare: 45,
  'apply-tuning': 60,
  'start-backends': 90,
  'start-target': 45,
  preflight: 45,
  'open-window': 30,
  'drive-load': 30,
  'close-window': 30,
  stop: 30,
  restore: 60,
} as const satisfies Record<CommandType, number>;

/** One call of `advance`: the machine being changed and what follows for the world. */
export class Turn {
  readonly machine: RunMachine;
  readonly nowUs: number;
  private readonly entered: Transition['entered'] = [];
  private readonly issue: CommandDraft[] = [];
  private readonly abandoned: string[] = [];
  /** By step: a later failure holds what an earlier one said. */
  private readonly stepFailures = new Map<number, StepFailure>();
  private readonly measured: number[] = [];
  private readonly unmeasured: number[] = [];
  private readonly planned: Transition['planned'] = [];
  private readonly dirty: Dirt[] = [];
  private readonly released: string[] = [];

  constructor(before: RunMachine, nowUs: number) {
    this.machine = structuredClone(before);
    this.nowUs = nowUs;
  }

  result(): Transition {
    const { machine, entered, issue, abandoned, measured, unmeasured, planned, dirty, released } = this;
    const stepFailures = [...this.stepFailures.values()];
    return { machine, entered, issue, abandoned, stepFailures, measured, unmeasured, planned, dirty, released };
  }

  enter(state: RunState): void {
    this.machine.state = state;
    this.machine.wakeAtUs = null;
    const ends = isTerminal(state) || state === 'stopping';
    this.entered.push({
      state,
      stepIndex: this.machine.stepIndex,
      note: ends ? (this.machine.ending?.sentence ?? null) : null,
    });
  }

  step(stepIndex = this.machine.stepIndex ?? -1): PlannedStep {
    const step = this.machine.steps[stepIndex];
    if (!step) throw new Error(`no step ${stepIndex} in state ${this.machine.state}`);
    return step;
  }

  markStep(status: 'running' | 'measured'): void {
    this.step().status = status;
    if (status === 'measured') this.measured.push(this.machine.stepIndex ?? -1);
  }

  endStep(status: 'failed' | 'skipped', failure: Failure, stepIndex = this.machine.stepIndex ?? -1): void {
    this.step(stepIndex).status = status;
    this.sayWhy(failure, stepIndex);
    this.unmeasured.push(stepIndex);
  }

  /** A client of the step has failed: the step will, once the others have answered. Of several each is named. */
  failClient(hostId: string, { code, sentence }: Failure): void {
    const step = this.step();
    const name = this.machine.hosts.find((host) => host.hostId === hostId)?.name ?? hostId;
    const said = sentence.includes(name) ? sentence : `${name}: ${sentence}`;
    const alone = this.machine.hosts.filter((host) => host.client).length === 1;
    if (step.failure) step.failure = { code: step.failure.code, sentence: `${step.failure.sentence} ${said}` };
    else step.failure = { code, sentence: alone ? sentence : said };
    this.sayWhy(step.failure);
  }

  private sayWhy({ code, sentence }: Failure, stepIndex = this.machine.stepIndex ?? -1): void {
    this.stepFailures.set(stepIndex, { stepIndex, code, sentence });
  }

  plan(spec: StepSpec): void {
    this.planned.push({ stepIndex: this.machine.steps.length, spec });
    this.machine.steps.push({
      durationSeconds: spec.durationSeconds,
      status: 'planned',
      counted: false,
      failure: null,
    });
  }

  skipPlanned(): void {
    for (const step of this.machine.steps) if (step.status === 'planned') step.status = 'skipped';
  }

  /** What ended a host explains the failure that came of it and was seen first. */
  blame(ending: Ending): void {
    const seen = this.machine.ending;
    this.machine.ending = { ...ending, sentence: `${ending.sentence}${seen ? ` Seen first: ${seen.sentence}` : ''}` };
  }

  /** The first reason stands. */
  endAs(ending: Ending): void {
    this.machine.ending ??= ending;
  }

  idle(): boolean {
    return this.machine.pending.length === 0 && this.issue.length === 0;
  }

  take(commandId: string): PendingCommand | undefined {
    const found = this.machine.pending.find((c) => c.commandId === commandId);
    this.machine.pending = this.machine.pending.filter((c) => c !== found);
    return found;
  }

  waitsFor(hostId: string): boolean {
    return this.machine.pending.some((c) => c.hostId === hostId);
  }

  abandon(hostId: string): void {
    for (const c of this.machine.pending) if (c.hostId === hostId) this.abandoned.push(c.commandId);
    this.machine.pending = this.machine.pending.filter((c) => c.hostId !== hostId);
  }

  abandonPending(): void {
    for (const c of this.machine.pending) this.abandoned.push(c.commandId);
    this.machine.pending = [];
  }

  /** Stops waiting for a host, and goes on when it was the last. */
  forget(hostId: string, then: () => void): void {
    if (!this.waitsFor(hostId)) return;
    this.abandon(hostId);
    if (this.idle()) then();
  }

  issueTo(hostId: string, type: CommandType, phase: LoadPhase | null = null, workSeconds = 0): void {
    const stepIndex = phase === null ? null : this.machine.stepIndex;
    this.issue.push({ hostId, type, stepIndex, phase });
    this.machine.wakeAtUs = this.nowUs + (ANSWER_SECONDS[type] + workSeconds) * 1e6;
  }

  issueToAll(type: CommandType, workSeconds = 0): void {
    for (const host of this.machine.hosts) if (!host.lost) this.issueTo(host.hostId, type, null, workSeconds);
  }

  issueLoad(phase: LoadPhase, seconds: number): void {
    for (const host of this.machine.hosts) if (host.client) this.issueTo(host.hostId, 'drive-load', phase, seconds);
  }

  /** A boundary frame on every host that drives no load: its drive-load takes them where it does. */
  issueWindowEdge(type: 'open-window' | 'close-window'): void {
    for (const host of this.machine.hosts) {
      if (!host.client) this.issueTo(host.hostId, type, 'measure');
    }
  }

  pendingHostNames(): string {
    const ids = new Set(this.machine.pending.map((c) => c.hostId));
    return this.machine.hosts
      .filter((h) => ids.has(h.hostId))
      .map((h) => h.name)
      .join(', ');
  }

  soil(hostId: string, kind: Dirt['kind'], reason: string): void {
    this.dirty.push({ hostId, kind, reason });
  }

  release(hostId: string): void {
    this.released.push(hostId);
  }

  lose(hostId: string): void {
    for (const host of this.machine.hosts) if (host.hostId === hostId) host.lost = true;
  }
}
