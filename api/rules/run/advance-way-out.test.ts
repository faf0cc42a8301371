import { describe, expect, it } from 'vitest';
import {
  APART,
  DONE,
  FAILED,
  INTERRUPTED,
  measuring,
  Play,
  queued,
  WAITING,
  WINDOW_WAITS,
} from '../../testing/play-run.ts';
import type { Transition } from './run-machine.ts';
import { isTerminal } from './run-machine.ts';

describe('the way out', () => {
  const holding = WAITING.filter((s) => s !== 'queued' && s !== 'restoring');
  it.each(holding)('from %s a cancel passes restoring, and the lease ends only there', (from) => {
    const play = new Play().until(from);
    const entered: string[] = [];
    let released: string[] = [];
    const note = (t: Transition) => {
      entered.push(...t.entered.map((e) => e.state));
      if (t.released.length > 0) expect(entered).toContain('restoring');
      released = [...released, ...t.released];
    };
    note(play.send({ kind: 'cancel' }));
    while (!isTerminal(play.machine.state)) note(play.answer());
    expect(entered).toContain('restoring');
    expect(released).toEqual(['h1']);
    expect(play.last?.dirty).toEqual([]);
  });

  it('ends a canceled run as canceled, with what was measured kept and the rest skipped', () => {
    const play = new Play().until('cooling');
    play.send({ kind: 'cancel' });
    while (!isTerminal(play.machine.state)) play.answer();
    expect(play.machine.state).toBe('canceled');
    expect(play.machine.steps.map((s) => s.status)).toEqual(['measured', 'skipped']);
  });

  it('skips the step in which a person canceled, and says so at it', () => {
    const play = new Play().until('measuring');
    const t = play.send({ kind: 'cancel' });
    expect(t.machine.steps.map((s) => s.status)).toEqual(['skipped', 'skipped']);
    const sentence = 'Canceled after it had begun, while it was measured: it has no figures.';
    expect(t.stepFailures).toEqual([{ stepIndex: 0, code: 'canceled', sentence }]);
    expect(t.machine.ending?.sentence).toBe('Canceled by a person.');
    const warming = new Play().until('warming').send({ kind: 'cancel' });
    expect(warming.stepFailures[0]?.sentence).toContain('during its warm-up');
  });

  it.each([
    ['target-up', 'before the first step; samples up to then are kept.'],
    ['measuring', 'in step 1, which was not measured; samples up to then are kept.'],
    ['cooling', 'after step 1, which is kept; samples up to then are kept.'],
  ] as const)('says what is left when an agent was started again: %s', (state, expected) => {
    const { machine } = new Play().until(state).send({ kind: 'agent-restarted', hostId: 'h1', restoreConfirmed: true });
    expect(machine.ending?.sentence).toBe(`The agent on lab-1 ended and was started again ${expected}`);
  });

  it('is prepared once more by an agent that was started again, within the time of the first', () => {
    const play = new Play().until('preparing');
    const { wakeAtUs, pending } = play.machine;
    const t = play.send({ kind: 'agent-restarted', hostId: 'h1', restoreConfirmed: true });
    expect(t.abandoned).toEqual(pending.map(({ commandId }) => commandId));
    expect(t.issue.map(({ hostId, type }) => [hostId, type])).toEqual([['h1', 'prepare']]);
    expect(t.machine).toMatchObject({ state: 'preparing', ending: null, wakeAtUs });
    play.until('finished');
  });

  it('keeps the other steps when one fails, and says why that one did', () => {
    const play = new Play().until('measuring');
    const t = play.answer(FAILED);
    expect(t.stepFailures).toEqual([{ stepIndex: 0, code: 'broken', sentence: 'It broke.' }]);
    play.until('finished');
    expect(play.machine.steps.map((s) => s.status)).toEqual(['failed', 'measured']);
  });

  it('winds down when the agent has let go of its host, whatever step it was asked for next', () => {
    const play = new Play().until('cooling');
    play.tick();
    play.answer({ status: 'failed', code: 'lease-lost', sentence: 'It let go.' });
    expect(play.machine.state).toBe('stopping');
    while (!isTerminal(play.machine.state)) play.answer();
    expect(play.machine.state).toBe('failed');
  });

  it('fails a run of which no step could be measured', () => {
    const play = new Play().until('measuring');
    play.answer(FAILED);
    play.until('measuring').answer(FAILED);
    while (!isTerminal(play.machine.state)) play.answer();
    expect(play.machine.state).toBe('failed');
    expect(play.machine.ending?.code).toBe('no-step-measured');
  });

  it('fails a run of which no request succeeded once its hosts are put back, whatever its steps say', () => {
    const play = new Play(queued({ noneSucceeded: true })).until('restoring');
    expect(play.machine.ending).toBeNull();
    play.answer();
    expect(play.machine).toMatchObject({ state: 'failed', ending: { code: 'no-request-succeeded' } });
    expect(play.machine.steps.map(({ status }) => status)).toEqual(['measured', 'measured']);
  });

  it('makes a host dirty that reads back differently, and the run an alarm', () => {
    const play = new Play().until('restoring');
    const t = play.answer({ status: 'succeeded', mismatches: ['eth0 rps_cpus is ff, was 00'] });
    expect(t.dirty).toEqual([
      {
        hostId: 'h1',
        kind: 'mismatch',
        reason: 'After the restore these read back differently: eth0 rps_cpus is ff, was 00',
      },
    ]);
    expect(t.machine.state).toBe('failed');
    expect(t.released).toEqual(['h1']);
  });

  it('asks a restarted agent for its restore again until it is confirmed', () => {
    const play = new Play().until('restoring');
    const t = play.send({ kind: 'agent-restarted', hostId: 'h1', restoreConfirmed: false });
    expect(t.issue.map((c) => c.type)).toEqual(['restore']);
    play.answer(INTERRUPTED);
    expect(play.last?.issue.map((c) => c.type)).toEqual(['restore']);
    expect(play.answer(DONE).machine.state).toBe('finished');
  });

  it('leaves a host dirty whose agent was lost, and goes on restoring the others', () => {
    const play = new Play(queued({ hosts: APART })).until('measuring');
    const t = play.send({ kind: 'agent-lost', hostId: 'c' });
    expect(t.machine.state).toBe('stopping');
    expect(t.issue.map((c) => [c.hostId, c.type])).toEqual([['s', 'stop']]);
    expect(t.dirty.map((d) => [d.hostId, d.kind])).toEqual([['c', 'unconfirmed']]);
    expect(t.released).toEqual(['c']);
    play.answer();
    expect(play.machine.state).toBe('restoring');
    expect(play.answer().released).toEqual(['s']);
    expect(play.machine.state).toBe('failed');
  });

  it('keeps the first reason when more goes wrong on the way out', () => {
    const play = new Play().until('measuring');
    play.send({ kind: 'target-exited', hostId: 'h1', sentence: 'The target exited.' });
    play.send({ kind: 'agent-lost', hostId: 'h1' });
    expect(play.machine.state).toBe('failed');
    expect(play.machine.ending?.code).toBe('target-exited');
  });

  it('never leaves an answer outstanding without a time at which it is missed', () => {
    for (const from of WAITING) {
      const play = new Play().until(from);
      if (play.machine.pending.length > 0 || from === 'cooling') expect(play.machine.wakeAtUs).not.toBeNull();
    }
    for (const wait of WINDOW_WAITS) expect(measuring(wait).machine.wakeAtUs).not.toBeNull();
  });
});
