import { describe, expect, it } from 'vitest';
import { APART, FAILED, measuring, Play, queued, WINDOW_WAITS } from '../../testing/play-run.ts';
import type { RunMachine, Transition } from './run-machine.ts';
import { isTerminal } from './run-machine.ts';
import { ANSWER_SECONDS } from './run-turn.ts';

describe('the planned path', () => {
  it('passes every state in order, with a warm-up and a pause for each step but the last', () => {
    const play = new Play();
    const entered: string[] = [];
    const note = (t: Transition) => entered.push(...t.entered.map((e) => `${e.state}${e.stepIndex ?? ''}`));
    note(play.send({ kind: 'leased' }));
    while (!isTerminal(play.machine.state)) note(play.machine.state === 'cooling' ? play.tick() : play.answer());
    expect(entered).toEqual([
      'preparing',
      'tuning',
      'target-up',
      'warming0',
      'measuring0',
      'cooling0',
      'warming1',
      'measuring1',
      'cooling1',
      'stopping1',
      'restoring1',
      'analysing1',
      'finished1',
    ]);
    expect(play.machine.steps.map((s) => s.status)).toEqual(['measured', 'measured']);
  });

  it('waits for the build of a revision as long as its host may take, and no longer for what follows', () => {
    const play = new Play(queued({ buildSeconds: 600 }));
    play.send({ kind: 'leased' });
    expect(play.machine.wakeAtUs).toBe(play.now + (600 + ANSWER_SECONDS.prepare) * 1e6);
    play.answer();
    expect(play.machine.state).toBe('tuning');
    expect(play.machine.wakeAtUs).toBe(play.now + ANSWER_SECONDS['apply-tuning'] * 1e6);
  });

  it('cools for exactly the pause and wakes by itself', () => {
    const play = new Play().until('cooling');
    expect(play.machine.wakeAtUs).toBe(play.now + 3_000_000);
    play.now += 2_999_999;
    play.send({ kind: 'tick' });
    expect(play.machine.state).toBe('cooling');
    play.now += 1;
    play.send({ kind: 'tick' });
    expect(play.machine.state).toBe('warming');
  });

  it('waits for a step as long as it lasts and 30 s more', () => {
    const play = new Play().until('measuring');
    expect(play.machine.wakeAtUs).toBe(play.now + (5 + ANSWER_SECONDS['drive-load']) * 1e6);
  });

  it('has each route asked by one client when the target is up, and drives load only then', () => {
    const play = new Play(queued({ hosts: APART, preflightHostId: 'c' })).until('target-up');
    const asked = play.answer();
    expect(asked.issue).toEqual([{ hostId: 'c', type: 'preflight', stepIndex: null, phase: null }]);
    expect(play.machine.state).toBe('target-up');
    play.answer();
    expect(play.machine.state).toBe('warming');
  });

  it('measures at once when no warm-up was asked', () => {
    const play = new Play(queued({ warmupSeconds: 0 })).until('target-up');
    play.answer();
    expect(play.machine.state).toBe('measuring');
  });

  it('sends the load to clients and the target to the server when they are two hosts', () => {
    const play = new Play(queued({ hosts: APART }));
    expect(play.send({ kind: 'leased' }).issue.map((c) => [c.hostId, c.type])).toEqual([
      ['s', 'prepare'],
      ['c', 'prepare'],
    ]);
    play.answer();
    expect(play.machine.state).toBe('preparing');
    expect(play.answer().issue.map((c) => [c.hostId, c.type])).toEqual([
      ['s', 'apply-tuning'],
      ['c', 'apply-tuning'],
    ]);
    play.answer();
    expect(play.machine.state).toBe('tuning');
    expect(play.answer().issue.map((c) => [c.hostId, c.type])).toEqual([['s', 'start-target']]);
    expect(play.answer().issue.map((c) => [c.hostId, c.type])).toEqual([['c', 'drive-load']]);
  });
});

describe('a target without an agent', () => {
  const CLIENT = APART.filter(({ client }) => client);
  const play = (over: Partial<RunMachine> = {}) => new Play(queued({ hosts: CLIENT, preflightHostId: 'c', ...over }));

  it('is neither started nor stopped: its clients prepare, ask each route, and drive load', () => {
    const run = play({ warmupSeconds: 0 });
    const issued: string[] = [];
    const note = (t: Transition) => issued.push(...t.issue.map(({ hostId, type }) => `${hostId} ${type}`));
    note(run.send({ kind: 'leased' }));
    while (!isTerminal(run.machine.state)) note(run.machine.state === 'cooling' ? run.tick() : run.answer());
    expect(issued).toEqual([
      'c prepare',
      'c apply-tuning',
      'c preflight',
      'c drive-load',
      'c drive-load',
      'c stop',
      'c restore',
    ]);
    expect(run.machine.state).toBe('finished');
  });

  it('ends in its first second when a route does not answer as expected', () => {
    const run = play().until('target-up');
    run.answer(FAILED);
    expect(run.machine.state).toBe('stopping');
  });
});

describe('tuning two hosts', () => {
  const tuning = () => new Play(queued({ hosts: APART })).until('tuning');

  it('waits for both as long as applying may take', () => {
    const play = tuning();
    expect(play.machine.wakeAtUs).toBe(play.now + ANSWER_SECONDS['apply-tuning'] * 1e6);
  });

  it('stops and restores both when one could not be tuned, with its reason', () => {
    const play = tuning();
    const t = play.answer(FAILED);
    expect(t.abandoned).toHaveLength(1);
    const asked = t.issue.map((c) => `${c.hostId} ${c.type}`);
    const released: string[] = [];
    while (!isTerminal(play.machine.state)) {
      const next = play.answer();
      asked.push(...next.issue.map((c) => `${c.hostId} ${c.type}`));
      released.push(...next.released);
    }
    expect(asked).toEqual(['s stop', 'c stop', 's restore', 'c restore']);
    expect(released).toEqual(['s', 'c']);
    expect([play.machine.state, play.machine.ending?.sentence]).toEqual(['failed', 'It broke.']);
    expect(play.machine.steps.map((s) => s.status)).toEqual(['skipped', 'skipped']);
  });

  it('restores the one whose neighbour was lost', () => {
    const play = tuning();
    const t = play.send({ kind: 'agent-lost', hostId: 'c' });
    expect(t.issue.map((c) => [c.hostId, c.type])).toEqual([['s', 'stop']]);
    expect(t.dirty.map((d) => [d.hostId, d.kind])).toEqual([['c', 'unconfirmed']]);
    play.answer();
    expect(play.answer().machine.state).toBe('failed');
  });
});

describe('a measured step on two hosts', () => {
  const types = (t: Transition) => t.issue.map((c) => [c.hostId, c.type, c.stepIndex, c.phase]);

  it("opens the server's window, drives the load, closes the window, and only then is measured", () => {
    const play = new Play(queued({ hosts: APART })).until('warming');
    const opened = play.answer();
    expect(opened.entered.map((e) => e.state)).toEqual(['measuring']);
    expect(types(opened)).toEqual([['s', 'open-window', 0, 'measure']]);
    expect(types(play.answer())).toEqual([['c', 'drive-load', 0, 'measure']]);
    const closing = play.answer();
    expect(types(closing)).toEqual([['s', 'close-window', 0, 'measure']]);
    expect(closing.measured).toEqual([]);
    const closed = play.answer();
    expect(closed.measured).toEqual([0]);
    expect(closed.machine.state).toBe('cooling');
  });

  it('needs no window for a warm-up, nor where the server is also a client', () => {
    const play = new Play(queued({ hosts: APART })).until('target-up');
    expect(types(play.answer())).toEqual([['c', 'drive-load', 0, 'warmup']]);
    const one = new Play().until('warming');
    expect(types(one.answer())).toEqual([['h1', 'drive-load', 0, 'measure']]);
  });

  it('closes the window when the last of several clients has answered', () => {
    const second = { hostId: 'd', name: 'second', server: false, client: true, backend: false, lost: false };
    const play = measuring('drive-load', { hosts: [...APART, second] });
    expect(types(play.answer())).toEqual([]);
    expect(types(play.answer())).toEqual([['s', 'close-window', 0, 'measure']]);
  });

  it('waits for each of the three as long as it may take', () => {
    for (const type of WINDOW_WAITS) {
      const play = measuring(type);
      const workSeconds = type === 'drive-load' ? 5 : 0;
      expect(play.machine.wakeAtUs).toBe(play.now + (workSeconds + ANSWER_SECONDS[type]) * 1e6);
    }
  });

  it('keeps a step that failed on the client as failed, and opens a window of its own for the next', () => {
    const play = measuring('drive-load', { warmupSeconds: 0, pauseSeconds: 0 });
    const failed = play.answer(FAILED);
    expect(failed.stepFailures.map((f) => f.sentence)).toEqual(['It broke.']);
    expect(types(failed)).toEqual([['s', 'close-window', 0, 'measure']]);
    const closed = play.answer();
    expect(closed.unmeasured).toEqual([0]);
    expect(types(closed)).toEqual([['s', 'open-window', 1, 'measure']]);
    play.until('finished');
    expect(play.machine.steps.map((s) => s.status)).toEqual(['failed', 'measured']);
  });

  it('fails the step whose window could not be closed, with the reason, and winds down', () => {
    const t = measuring('close-window').answer(FAILED);
    expect(t.stepFailures).toEqual([{ stepIndex: 0, code: 'broken', sentence: 'It broke.' }]);
    expect(t.issue.map((c) => [c.hostId, c.type])).toEqual([
      ['s', 'stop'],
      ['c', 'stop'],
    ]);
    expect(t.measured).toEqual([]);
  });

  it.each(WINDOW_WAITS)('canceled while it waits for %s stops and restores both hosts', (type) => {
    const play = measuring(type);
    const t = play.send({ kind: 'cancel' });
    expect(t.abandoned).toHaveLength(1);
    const released: string[] = [];
    while (!isTerminal(play.machine.state)) released.push(...play.answer().released);
    expect(released).toEqual(['s', 'c']);
    expect(play.machine.state).toBe('canceled');
    expect(play.machine.steps[0]?.status).toBe('skipped');
  });
});
