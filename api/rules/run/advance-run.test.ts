import { describe, expect, it } from 'vitest';
import type { RunState } from '../../contract/run.ts';
import { APART, DONE, FAILED, INTERRUPTED, NOW, Play, queued } from '../../testing/play-run.ts';
import { advance } from './advance-run.ts';
import type { MachineEvent, RunMachine, Transition } from './run-machine.ts';
import { isTerminal } from './run-machine.ts';
import { ANSWER_SECONDS } from './run-turn.ts';

/** The waits within `measuring` when the server stands apart, by the command that is waited for. */
const WINDOW_WAITS = ['open-window', 'drive-load', 'close-window'] as const;

/** A run of two hosts that measures and waits for a command of the type. */
function measuring(type: (typeof WINDOW_WAITS)[number], over: Partial<RunMachine> = {}): Play {
  const play = new Play(queued({ hosts: APART, ...over })).until('measuring');
  while (play.machine.pending[0]?.type !== type) play.answer();
  return play;
}

/** States in which a run waits for something. The others are passed through within one turn. */
const WAITING = [
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
type Waiting = (typeof WAITING)[number];

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

describe('every state x every event', () => {
  type Row = Partial<Record<Waiting, RunState>>;
  const stay = (over: Row): Record<Waiting, RunState> => {
    const same = Object.fromEntries(WAITING.map((s) => [s, s])) as Record<Waiting, RunState>;
    return { ...same, ...over };
  };
  const allOut: Row = {
    preparing: 'stopping',
    tuning: 'stopping',
    'target-up': 'stopping',
    warming: 'stopping',
    measuring: 'stopping',
    cooling: 'stopping',
  };
  const table: [string, (play: Play) => void, Record<Waiting, RunState>][] = [
    ['leased', (p) => p.send({ kind: 'leased' }), stay({ queued: 'preparing' })],
    [
      'unavailable',
      (p) => p.send({ kind: 'unavailable', code: 'host-offline', sentence: 'lab-1 is offline.' }),
      stay({ queued: 'failed' }),
    ],
    ['cancel', (p) => p.send({ kind: 'cancel' }), stay({ ...allOut, queued: 'canceled' })],
    ['target exited', (p) => p.send({ kind: 'target-exited', hostId: 'h1', sentence: 'It exited.' }), stay(allOut)],
    [
      'agent restarted and restored',
      (p) => p.send({ kind: 'agent-restarted', hostId: 'h1', restoreConfirmed: true }),
      stay({ ...allOut, preparing: 'preparing', stopping: 'restoring', restoring: 'finished' }),
    ],
    [
      'agent restarted, restore unconfirmed',
      (p) => p.send({ kind: 'agent-restarted', hostId: 'h1', restoreConfirmed: false }),
      stay({ ...allOut, stopping: 'restoring' }),
    ],
    [
      'agent lost',
      (p) => p.send({ kind: 'agent-lost', hostId: 'h1' }),
      { ...stay({}), ...Object.fromEntries(WAITING.map((s) => [s, 'failed'])), queued: 'queued' },
    ],
    ['agent of another host lost', (p) => p.send({ kind: 'agent-lost', hostId: 'h2' }), stay({})],
    ['tick before its time', (p) => p.send({ kind: 'tick' }), stay({})],
    [
      'tick at its time',
      (p) => p.tick(),
      stay({ ...allOut, cooling: 'warming', stopping: 'restoring', restoring: 'failed' }),
    ],
    [
      'command succeeded',
      (p) => p.machine.pending.length > 0 && p.answer(DONE),
      stay({
        preparing: 'tuning',
        tuning: 'target-up',
        'target-up': 'warming',
        warming: 'measuring',
        measuring: 'cooling',
        stopping: 'restoring',
        restoring: 'finished',
      }),
    ],
    [
      'command failed',
      (p) => p.machine.pending.length > 0 && p.answer(FAILED),
      stay({
        preparing: 'stopping',
        tuning: 'stopping',
        'target-up': 'stopping',
        warming: 'cooling',
        measuring: 'cooling',
        stopping: 'restoring',
        restoring: 'failed',
      }),
    ],
    [
      'command interrupted',
      (p) => p.machine.pending.length > 0 && p.answer(INTERRUPTED),
      stay({
        preparing: 'stopping',
        tuning: 'stopping',
        'target-up': 'stopping',
        warming: 'stopping',
        measuring: 'stopping',
        stopping: 'restoring',
        restoring: 'restoring',
      }),
    ],
    [
      'answer to an unknown command',
      (p) => p.send({ kind: 'answered', commandId: 'never-issued', answer: DONE }),
      stay({}),
    ],
  ];
  for (const [name, act, outcome] of table) {
    for (const from of WAITING) {
      it(`${name} in ${from} leads to ${outcome[from]}`, () => {
        const play = new Play().until(from);
        act(play);
        expect(play.machine.state).toBe(outcome[from]);
      });
    }
  }

  type Wait = (typeof WINDOW_WAITS)[number];
  /** Where each event leads from the waits of a measured step on two hosts; a wait stands for itself. */
  const windowTable: [string, (play: Play) => void, Record<Wait, RunState | Wait>][] = [
    ['leased', (p) => p.send({ kind: 'leased' }), same()],
    ['unavailable', (p) => p.send({ kind: 'unavailable', code: 'x', sentence: 'x' }), same()],
    ['cancel', (p) => p.send({ kind: 'cancel' }), all('stopping')],
    ['target exited', (p) => p.send({ kind: 'target-exited', hostId: 's', sentence: 'It exited.' }), all('stopping')],
    ...['s', 'c'].flatMap((hostId): [string, (play: Play) => void, Record<Wait, RunState | Wait>][] => [
      [
        `agent of ${hostId} restarted`,
        (p) => p.send({ kind: 'agent-restarted', hostId, restoreConfirmed: true }),
        all('stopping'),
      ],
      [`agent of ${hostId} lost`, (p) => p.send({ kind: 'agent-lost', hostId }), all('stopping')],
    ]),
    ['agent of another host lost', (p) => p.send({ kind: 'agent-lost', hostId: 'x' }), same()],
    ['tick before its time', (p) => p.send({ kind: 'tick' }), same()],
    ['tick at its time', (p) => p.tick(), all('stopping')],
    [
      'command succeeded',
      (p) => p.answer(DONE),
      { 'open-window': 'drive-load', 'drive-load': 'close-window', 'close-window': 'cooling' },
    ],
    [
      'command failed',
      (p) => p.answer(FAILED),
      { 'open-window': 'stopping', 'drive-load': 'close-window', 'close-window': 'stopping' },
    ],
    ['command interrupted', (p) => p.answer(INTERRUPTED), all('stopping')],
    [
      'answer to an unknown command',
      (p) => p.send({ kind: 'answered', commandId: 'never-issued', answer: DONE }),
      same(),
    ],
  ];
  function same(): Record<Wait, Wait> {
    return { 'open-window': 'open-window', 'drive-load': 'drive-load', 'close-window': 'close-window' };
  }
  function all(state: RunState): Record<Wait, RunState> {
    return { 'open-window': state, 'drive-load': state, 'close-window': state };
  }
  for (const [name, act, outcome] of windowTable) {
    for (const from of WINDOW_WAITS) {
      it(`${name} while measuring waits for ${from} leads to ${outcome[from]}`, () => {
        const play = measuring(from);
        act(play);
        const { state, pending } = play.machine;
        expect(state === 'measuring' ? pending[0]?.type : state).toBe(outcome[from]);
      });
    }
  }

  it.each(['finished', 'failed', 'canceled'] as const)('nothing moves a run that is %s', (state) => {
    const over = queued({ state });
    const events: MachineEvent[] = [
      { kind: 'leased' },
      { kind: 'unavailable', code: 'x', sentence: 'x' },
      { kind: 'cancel' },
      { kind: 'tick' },
      { kind: 'agent-lost', hostId: 'h1' },
      { kind: 'agent-restarted', hostId: 'h1', restoreConfirmed: false },
      { kind: 'target-exited', hostId: 'h1', sentence: 'x' },
      { kind: 'answered', commandId: 'c', answer: DONE },
    ];
    for (const event of events) {
      const t = advance(over, event, NOW);
      expect(t.machine).toEqual(over);
      expect(t.entered).toEqual([]);
    }
  });
});

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
