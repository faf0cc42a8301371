import type { RunState } from '../contract/run.ts';
import { advance } from '../rules/run/advance-run.ts';
import {
  type Answer,
  isTerminal,
  type MachineEvent,
  type PlannedStep,
  type RunMachine,
  type Transition,
} from '../rules/run/run-machine.ts';

export const NOW = 1_000_000_000;
export const DONE: Answer = { status: 'succeeded', mismatches: [] };
export const FAILED: Answer = { status: 'failed', code: 'broken', sentence: 'It broke.' };
export const INTERRUPTED: Answer = { status: 'interrupted', code: 'interrupted', sentence: 'It was interrupted.' };

export const APART = [
  { hostId: 's', name: 'server', server: true, client: false, backend: false, lost: false },
  { hostId: 'c', name: 'client', server: false, client: true, backend: false, lost: false },
];

export const queued = (over: Partial<RunMachine> = {}): RunMachine => ({
  state: 'queued',
  stepIndex: null,
  steps: [
    { durationSeconds: 5, status: 'planned', counted: false, failure: null },
    { durationSeconds: 7, status: 'planned', counted: false, failure: null },
  ],
  warmupSeconds: 2,
  pauseSeconds: 3,
  buildSeconds: 0,
  search: null,
  endsHosts: false,
  preflightHostId: null,
  hosts: [{ hostId: 'h1', name: 'lab-1', server: true, client: true, backend: false, lost: false }],
  pending: [],
  noneSucceeded: false,
  ending: null,
  wakeAtUs: null,
  ...over,
});

/** Plays the API: gives every issued command an id and feeds the machine its events. */
export class Play {
  machine: RunMachine;
  last: Transition | null = null;
  now = NOW;
  /** Points are made while the run goes on: of each step at once, or when `count` is called. */
  countsAtOnce = true;
  private ids = 0;

  constructor(machine: RunMachine = queued()) {
    this.machine = machine;
  }

  send(event: MachineEvent): Transition {
    const t = advance(this.machine, event, this.now);
    this.last = t;
    this.machine = t.machine;
    for (const index of this.countsAtOnce ? t.measured : [])
      this.machine.steps[index] = { ...this.machine.steps[index], counted: true } as PlannedStep;
    for (const draft of t.issue) {
      this.ids += 1;
      this.machine.pending.push({ commandId: `c${this.ids}`, hostId: draft.hostId, type: draft.type });
    }
    return t;
  }

  answer(answer: Answer = DONE): Transition {
    const [command] = this.machine.pending;
    if (!command) throw new Error(`nothing is pending in ${this.machine.state}`);
    return this.send({ kind: 'answered', commandId: command.commandId, answer });
  }

  /** Measured steps get the points that are missing. */
  count(): Transition {
    for (const step of this.machine.steps) step.counted = step.status === 'measured';
    return this.send({ kind: 'counted' });
  }

  tick(): Transition {
    this.now = this.machine.wakeAtUs ?? this.now;
    return this.send({ kind: 'tick' });
  }

  /** Goes on as planned until the state is reached. */
  until(state: RunState): this {
    if (this.machine.state === 'queued' && state !== 'queued') this.send({ kind: 'leased' });
    while (this.machine.state !== state) {
      if (isTerminal(this.machine.state)) throw new Error(`${state} was never reached`);
      if (this.machine.state === 'cooling') this.tick();
      else this.answer();
    }
    return this;
  }
}

/** The waits within `measuring` when the server stands apart, by the command that is waited for. */
export const WINDOW_WAITS = ['open-window', 'drive-load', 'close-window'] as const;

/** A run of two hosts that measures and waits for a command of the type. */
export function measuring(type: (typeof WINDOW_WAITS)[number], over: Partial<RunMachine> = {}): Play {
  const play = new Play(queued({ hosts: APART, ...over })).until('measuring');
  while (play.machine.pending[0]?.type !== type) play.answer();
  return play;
}

/** States in which a run waits for something. The others are passed through within one turn. */
export const WAITING = [
  'queued',
  'preparing',
  'tuning',
  'target-up',
  'warming',
  'measuring',
  'cooling',
  'stopping',
  'restoring',
] as const satisfies RunState[];
export type Waiting = (typeof WAITING)[number];
