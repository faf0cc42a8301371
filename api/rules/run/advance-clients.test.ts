import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { StepSpec } from '../../contract/load.ts';
import { closedStep } from '../../testing/fake-agent.ts';
import { APART, DONE, FAILED, INTERRUPTED, NOW, Play, queued } from '../../testing/play-run.ts';
import { advance, onlyReleases } from './advance-run.ts';
import type { Answer, MachineHost, RunMachine, Transition } from './run-machine.ts';
import { isTerminal } from './run-machine.ts';

const client = (hostId: string): MachineHost => ({
  hostId,
  name: `cli-${hostId}`,
  server: false,
  client: true,
  backend: false,
  lost: false,
});
const [SERVER] = APART;
if (!SERVER) throw new Error('no server');
/** A server apart and three clients. */
const FOUR = [SERVER, client('a'), client('b'), client('c')];
/** The server drives load too. */
const BOTH = [{ ...SERVER, client: true }, client('a')];

const types = (t: Transition) => t.issue.map((c) => `${c.hostId} ${c.type} ${c.phase ?? ''}`.trim());

/** A run that waits for the load of all its clients. */
function loading(phase: 'warmup' | 'measure', hosts = FOUR, over: Partial<RunMachine> = {}): Play {
  const play = new Play(queued({ hosts, pauseSeconds: 0, ...over })).until(
    phase === 'warmup' ? 'warming' : 'measuring',
  );
  while (play.machine.pending[0]?.type !== 'drive-load') play.answer();
  return play;
}

/** The answer of one host, whoever was asked first. */
function answerOf(play: Play, hostId: string, answer: Answer = DONE): Transition {
  const command = play.machine.pending.find((one) => one.hostId === hostId);
  if (!command) throw new Error(`nothing is asked of ${hostId}`);
  return play.send({ kind: 'answered', commandId: command.commandId, answer });
}

describe('several clients', () => {
  it('are asked for load together, and are measured when the last has answered', () => {
    const play = new Play(queued({ hosts: FOUR, warmupSeconds: 0 })).until('measuring');
    expect(types(play.answer())).toEqual(['a drive-load measure', 'b drive-load measure', 'c drive-load measure']);
    for (const hostId of ['c', 'a']) expect(types(answerOf(play, hostId))).toEqual([]);
    expect(types(answerOf(play, 'b'))).toEqual(['s close-window measure']);
    expect(play.answer().measured).toEqual([0]);
  });

  it('need no window where the server is one of them', () => {
    const play = loading('measure', BOTH);
    expect(play.machine.pending.map((one) => one.type)).toEqual(['drive-load', 'drive-load']);
    answerOf(play, 'a');
    expect(answerOf(play, 's').measured).toEqual([0]);
  });
});

it.each([
  ['succeeds', DONE, ['preparing', 'tuning', 'warming', 'stopping', 'restoring']],
  ['fails', FAILED, ['stopping']],
  ['is interrupted', INTERRUPTED, ['stopping']],
])('an answer that %s is said to do no more than give hosts back exactly where it does not', (_, answer, where) => {
  const still = new Set<string>();
  for (const state of ['preparing', 'tuning', 'target-up', 'warming', 'measuring', 'stopping', 'restoring'] as const) {
    const play = new Play(queued({ hosts: FOUR, pauseSeconds: 0 })).until(state);
    const { pending, ...before } = play.machine;
    for (const { commandId } of [...pending, { commandId: 'of no command of this run' }]) {
      const event = { kind: 'answered', commandId, answer } as const;
      const { machine, released, ...follows } = advance(play.machine, event, NOW);
      const { pending: left, ...after } = machine;
      const moved = !isDeepStrictEqual(after, before) || Object.values(follows).some((list) => list.length > 0);
      expect(onlyReleases(pending, event), `${state} ${commandId}`).toEqual(moved ? null : released);
      if (!moved && left.length < pending.length) still.add(state);
    }
  }
  expect([...still]).toEqual(where);
});

describe('one client of several fails', () => {
  it('in a measured step: the others are waited for, the window is closed, the step fails by its name', () => {
    const play = loading('measure');
    const failed = answerOf(play, 'b', FAILED);
    expect(failed.abandoned).toEqual([]);
    expect(failed.machine.state).toBe('measuring');
    expect(failed.stepFailures).toEqual([{ stepIndex: 0, code: 'broken', sentence: 'cli-b: It broke.' }]);
    expect(failed.unmeasured).toEqual([]);
    expect(types(answerOf(play, 'a'))).toEqual([]);
    expect(types(answerOf(play, 'c'))).toEqual(['s close-window measure']);
    const closed = answerOf(play, 's');
    expect(closed.measured).toEqual([]);
    expect(closed.unmeasured).toEqual([0]);
    expect(closed.stepFailures[0]?.sentence).toBe('cli-b: It broke.');
    expect(closed.entered.map((e) => e.state)).toEqual(['cooling', 'warming']);
    play.until('finished');
    expect(play.machine.steps.map((s) => s.status)).toEqual(['failed', 'measured']);
  });

  it('in a warm-up: nothing is measured, and the next step goes on', () => {
    const play = loading('warmup');
    answerOf(play, 'a', FAILED);
    answerOf(play, 'b');
    const last = answerOf(play, 'c');
    expect(last.unmeasured).toEqual([0]);
    expect(last.entered.map((e) => `${e.state}${e.stepIndex}`)).toEqual(['cooling0', 'warming1']);
  });

  it('and another does too: both are named, and a name that the sentence has is not said twice', () => {
    const play = loading('measure', BOTH);
    answerOf(play, 'a', { status: 'failed', code: 'tool-failed', sentence: 'wrk on cli-a ended.' });
    const both = answerOf(play, 's', FAILED);
    expect(both.stepFailures).toEqual([
      { stepIndex: 0, code: 'tool-failed', sentence: 'wrk on cli-a ended. server: It broke.' },
    ]);
  });

  it('and the run is canceled: the step was canceled', () => {
    const play = loading('measure');
    answerOf(play, 'b', FAILED);
    const t = play.send({ kind: 'cancel' });
    expect(t.abandoned).toHaveLength(2);
    expect([t.machine.steps[0]?.status, t.unmeasured]).toEqual(['skipped', [0]]);
    expect(types(t)).toEqual(['s stop', 'a stop', 'b stop', 'c stop']);
  });

  it('and another does not answer in time: the first reason of the step stands', () => {
    const play = loading('measure');
    answerOf(play, 'b', FAILED);
    const t = play.tick();
    expect(t.machine.ending?.sentence).toBe('cli-a, cli-c did not answer in time while the run was in measuring.');
    expect(t.stepFailures).toEqual([{ stepIndex: 0, code: 'broken', sentence: 'cli-b: It broke.' }]);
  });
});

describe('every event while load of several clients is awaited', () => {
  type Way = 'waits' | 'stopping';
  const table: [string, (play: Play) => void, Way][] = [
    ['leased', (p) => p.send({ kind: 'leased' }), 'waits'],
    ['cancel', (p) => p.send({ kind: 'cancel' }), 'stopping'],
    ['target exited', (p) => p.send({ kind: 'target-exited', hostId: 's', sentence: 'It exited.' }), 'stopping'],
    ['agent lost', (p) => p.send({ kind: 'agent-lost', hostId: 'b' }), 'stopping'],
    ['agent restarted', (p) => p.send({ kind: 'agent-restarted', hostId: 'b', restoreConfirmed: true }), 'stopping'],
    ['tick before its time', (p) => p.send({ kind: 'tick' }), 'waits'],
    ['tick at its time', (p) => p.tick(), 'stopping'],
    ['one succeeded', (p) => answerOf(p, 'b'), 'waits'],
    ['one failed', (p) => answerOf(p, 'b', FAILED), 'waits'],
    ['one interrupted', (p) => answerOf(p, 'b', INTERRUPTED), 'stopping'],
    ['one let go', (p) => answerOf(p, 'b', { status: 'failed', code: 'lease-lost', sentence: 'Gone.' }), 'stopping'],
  ];
  for (const phase of ['warmup', 'measure'] as const) {
    const state = phase === 'warmup' ? 'warming' : 'measuring';
    it.each(table)(`%s in a ${phase} leads on`, (_, act, way) => {
      const play = loading(phase);
      act(play);
      expect(play.machine.state).toBe(way === 'waits' ? state : 'stopping');
      while (!isTerminal(play.machine.state)) {
        if (play.machine.state === 'cooling') play.tick();
        else play.answer();
      }
      expect(play.machine.steps.every((step) => ['measured', 'failed', 'skipped'].includes(step.status))).toBe(true);
    });
  }

  it('keeps the others when one is lost: they are stopped and restored, it stays dirty', () => {
    const t = loading('measure').send({ kind: 'agent-lost', hostId: 'b' });
    expect(types(t)).toEqual(['s stop', 'a stop', 'c stop']);
    expect(t.dirty.map((one) => one.hostId)).toEqual(['b']);
    expect(t.unmeasured).toEqual([0]);
  });
});

describe('what clients measured that is not one', () => {
  it('fails the step when the last has answered, as a client does', () => {
    const play = loading('measure', BOTH);
    answerOf(play, 'a');
    const [step] = play.machine.steps;
    if (step) step.failure = { code: 'clients-not-one', sentence: 'Only 1.0 s of 5 s.' };
    const t = answerOf(play, 's');
    expect([t.measured, t.unmeasured]).toEqual([[], [0]]);
    expect(t.stepFailures).toEqual([{ stepIndex: 0, code: 'clients-not-one', sentence: 'Only 1.0 s of 5 s.' }]);
  });
});

describe('a search', () => {
  const first = { durationSeconds: 5, status: 'planned', counted: false, failure: null } as const;
  const start = (over: Partial<RunMachine> = {}) =>
    new Play(queued({ steps: [{ ...first }], warmupSeconds: 0, pauseSeconds: 0, search: { next: null }, ...over }));
  const decide = (play: Play, next: StepSpec | null): Transition => {
    play.machine.search = { next };
    return play.tick();
  };

  it('decides after the point is stored: it looks again at once, and plans the step that it is given', () => {
    const play = start().until('cooling');
    expect(play.machine.wakeAtUs).toBe(play.now);
    const t = decide(play, closedStep(20, { durationSeconds: 9 }));
    expect(t.planned).toEqual([{ stepIndex: 1, spec: closedStep(20, { durationSeconds: 9 }) }]);
    expect(t.entered).toEqual([{ state: 'measuring', stepIndex: 1, note: null }]);
    expect(t.machine.steps.map((s) => [s.durationSeconds, s.status])).toEqual([
      [5, 'measured'],
      [9, 'running'],
    ]);
  });

  it('pauses before it decides, as after every step', () => {
    const play = start({ pauseSeconds: 3 }).until('cooling');
    expect(play.machine.wakeAtUs).toBe(play.now + 3_000_000);
  });

  it('goes on after a step that failed, and ends when none follows', () => {
    const play = start().until('measuring');
    play.answer(FAILED);
    expect(play.machine.state).toBe('cooling');
    decide(play, closedStep(5));
    play.answer();
    const t = decide(play, null);
    expect(t.planned).toEqual([]);
    expect(t.machine.state).toBe('stopping');
    play.until('finished');
    expect(play.machine.steps.map((s) => s.status)).toEqual(['failed', 'measured']);
  });

  it('of which no step was measured fails', () => {
    const play = start().until('measuring');
    play.answer(FAILED);
    decide(play, null);
    play.until('failed');
    expect(play.machine.ending?.code).toBe('no-step-measured');
  });

  it.each(['cancel', 'leased'] as const)('while it decides: %s', (kind) => {
    const play = start().until('cooling');
    const t = play.send({ kind });
    expect(t.machine.state).toBe(kind === 'cancel' ? 'stopping' : 'cooling');
    expect(t.planned).toEqual([]);
  });
});
