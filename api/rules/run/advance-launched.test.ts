import { describe, expect, it } from 'vitest';
import { APART, DONE, Play, queued, WAITING } from '../../testing/play-run.ts';

const GONE = {
  kind: 'host-gone',
  hostId: 'h1',
  byItself: false,
  code: 'ttl-over',
  sentence: 'Its time is over.',
} as const;
const TAKEN = { ...GONE, byItself: true, code: 'spot-interrupted', sentence: 'AWS took it back.' };
const awaiting = (): Play => {
  const play = new Play(queued({ endsHosts: true }));
  play.send({ kind: 'awaited' });
  return play;
};
/** Answers all that is pending until the run waits for nothing. */
function playOut(play: Play): void {
  for (let turns = 0; play.machine.pending.length > 0 && turns < 100; turns++) play.answer(DONE);
}

describe('a run whose hosts are launched', () => {
  it('waits for them after queued, and begins when they are there', () => {
    const play = awaiting();
    expect(play.machine).toMatchObject({ state: 'provisioning', pending: [] });
    play.send({ kind: 'leased' });
    expect(play.machine.state).toBe('preparing');
  });

  it.each([
    [{ kind: 'cancel' } as const, 'canceled', 'canceled'],
    [GONE, 'failed', 'ttl-over'],
    [{ kind: 'unavailable', code: 'hosts-unfit', sentence: 'No wrk.' } as const, 'failed', 'hosts-unfit'],
  ])('holds no host while it waits: $0.kind ends it at once', (event, state, code) => {
    const play = awaiting();
    const { issue, released } = play.send(event);
    expect(play.machine).toMatchObject({ state, ending: { code } });
    expect([issue, released]).toEqual([[], []]);
  });

  it.each([
    { kind: 'agent-lost', hostId: 'h1' } as const,
    { kind: 'agent-restarted', hostId: 'h1', restoreConfirmed: false } as const,
    { kind: 'target-exited', hostId: 'h1', sentence: 'It exited.' } as const,
    { kind: 'let-go' } as const,
    { kind: 'awaited' } as const,
    { kind: 'tick' } as const,
  ])('is not moved by $kind while it waits', (event) => {
    const play = awaiting();
    expect(play.send(event).entered).toEqual([]);
    expect(play.machine.state).toBe('provisioning');
  });

  it('waits for their end where nobody keeps them, and for no longer than two minutes', () => {
    for (const event of [{ kind: 'let-go' } as const, null]) {
      const play = new Play(queued({ endsHosts: true })).until('stopping');
      playOut(play);
      expect(play.machine.state).toBe('releasing');
      const { wakeAtUs } = play.machine;
      expect((wakeAtUs ?? 0) - play.now).toBe(120e6);
      if (event) play.send(event);
      else play.tick();
      expect(play.machine.state).toBe('finished');
    }
  });

  it('keeps what it measured when they end while it waits for that', () => {
    const play = new Play(queued({ endsHosts: true })).until('stopping');
    playOut(play);
    play.send(GONE);
    expect(play.machine).toMatchObject({ state: 'releasing', ending: null });
  });

  it('is explained by an interruption that is seen after what came of it, and by no end that was asked for', () => {
    const failed = { kind: 'target-exited', hostId: 'h1', sentence: 'It exited.' } as const;
    const after = (event: typeof TAKEN | typeof GONE, first: typeof failed | { kind: 'cancel' }) => {
      const play = new Play().until('measuring');
      play.send(first);
      play.send(event);
      return play.machine.ending;
    };
    expect(after(TAKEN, failed)).toMatchObject({
      code: 'spot-interrupted',
      sentence: 'AWS took it back. Seen first: It exited.',
    });
    expect(after(GONE, failed)).toMatchObject({ code: 'target-exited' });
    expect(after(TAKEN, { kind: 'cancel' })).toMatchObject({ as: 'canceled' });
  });

  it('is explained so also where its agent was given up before', () => {
    const play = new Play(queued({ hosts: APART })).until('measuring');
    play.send({ kind: 'agent-lost', hostId: 'c' });
    expect(play.machine).toMatchObject({ state: 'stopping', ending: { code: 'agent-lost' } });
    play.send({ ...TAKEN, hostId: 'c' });
    expect(play.machine).toMatchObject({ state: 'stopping', ending: { code: 'spot-interrupted' } });
  });

  it.each([
    ['of its target, when a client is taken back', { kind: 'target-exited', hostId: 's', sentence: 'It exited.' }, 'c'],
    ['of another host’s agent', { kind: 'agent-lost', hostId: 's' }, 'c'],
    ['of what an agent reported', { kind: 'report-refused', sentence: 'Two frames of one.' }, 's'],
  ] as const)('keeps the failure %s', (_, first, hostId) => {
    const play = new Play(queued({ hosts: APART })).until('measuring');
    play.send(first);
    const { ending } = play.machine;
    play.send({ ...TAKEN, hostId });
    expect(play.machine.ending).toEqual(ending);
  });

  it('keeps its failure where its host is only ended with the one that was taken back', () => {
    const play = new Play(queued({ hosts: APART })).until('measuring');
    const first = { kind: 'target-exited', hostId: 's', sentence: 'It exited.' } as const;
    play.send(first);
    play.send({ ...TAKEN, hostId: 's', byItself: false });
    expect(play.machine.ending).toMatchObject({ code: 'target-exited', sentence: 'It exited.' });
  });

  it('is explained once, whatever ends after that', () => {
    const play = new Play(queued({ hosts: APART })).until('measuring');
    play.send({ kind: 'agent-lost', hostId: 'c' });
    play.send({ ...TAKEN, hostId: 'c' });
    const { ending } = play.machine;
    expect(ending?.sentence).toMatch(/^AWS took it back\. Seen first: The agent on client /);
    play.send({ ...TAKEN, hostId: 'c' });
    play.send({ ...TAKEN, hostId: 's', code: 'instance-ended', sentence: 'It was ended.' });
    expect(play.machine.ending).toEqual(ending);
  });

  it.each(WAITING)('fails by the reason of the launch when its host ends in %s, and soils nothing', (from) => {
    const play = new Play().until(from);
    const { dirty } = play.send(GONE);
    expect(play.machine).toMatchObject({ state: 'failed', ending: { code: 'ttl-over' } });
    expect(dirty).toEqual([]);
  });
});
