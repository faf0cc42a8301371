import { describe, expect, it } from 'vitest';
import type { RunState } from '../../contract/run.ts';
import {
  DONE,
  FAILED,
  INTERRUPTED,
  measuring,
  NOW,
  Play,
  queued,
  WAITING,
  type Waiting,
  WINDOW_WAITS,
} from '../../testing/play-run.ts';
import { advance } from './advance-run.ts';
import type { MachineEvent } from './run-machine.ts';

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
      'instance restored',
      (p) => p.send({ kind: 'instance-restored', sentence: 'It was restored.' }),
      stay({ ...allOut, queued: 'failed' }),
    ],
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
