import { describe, expect, it } from 'vitest';
import { APART, FAILED, Play, queued } from '../../testing/play-run.ts';
import type { Transition } from './run-machine.ts';

const BACKEND = { hostId: 'b', name: 'database', server: false, client: false, backend: true, lost: false };
const three = () => new Play(queued({ hosts: [...APART, BACKEND], warmupSeconds: 0 }));
const issued = ({ issue }: Transition) => issue.map(({ hostId, type }) => `${hostId} ${type}`);

/** Everything that is issued until the run is over. */
function all(play: Play): string[] {
  const told = issued(play.send({ kind: 'leased' }));
  while (play.machine.ending === null && play.machine.state !== 'finished') {
    told.push(...issued(play.machine.state === 'cooling' ? play.tick() : play.answer()));
  }
  return told;
}

describe('a run with a backend host', () => {
  it('starts what the target asks before the target, and looks at the host around each load', () => {
    const told = all(three());
    expect(told.slice(0, 8)).toEqual([
      's prepare',
      'c prepare',
      'b prepare',
      's apply-tuning',
      'c apply-tuning',
      'b apply-tuning',
      'b start-backends',
      's start-target',
    ]);
    expect(told.slice(8, 13)).toEqual([
      's open-window',
      'b open-window',
      'c drive-load',
      's close-window',
      'b close-window',
    ]);
    expect(told.slice(-6)).toEqual(['s stop', 'c stop', 'b stop', 's restore', 'c restore', 'b restore']);
  });

  it('looks at it, too, where the target’s host drives the load', () => {
    const one = { hostId: 's', name: 'server', server: true, client: true, backend: false, lost: false };
    const play = new Play(queued({ hosts: [one, BACKEND], warmupSeconds: 0 }));
    const told = all(play);
    expect(told.filter((text) => text.includes('window') || text.includes('drive')).slice(0, 3)).toEqual([
      'b open-window',
      's drive-load',
      'b close-window',
    ]);
  });

  it('ends where the services do not start, and no target is started', () => {
    const play = three().until('target-up');
    const told = issued(play.answer(FAILED));
    expect(play.machine.ending).toMatchObject({ as: 'failed', code: 'broken', sentence: 'It broke.' });
    expect(told).toEqual(['s stop', 'c stop', 'b stop']);
  });

  it.each(['target-up', 'measuring', 'cooling'] as const)(
    'ends with its name when its agent is lost in %s',
    (state) => {
      const play = three().until(state);
      const told = issued(play.send({ kind: 'agent-lost', hostId: 'b' }));
      expect(play.machine.ending).toMatchObject({ as: 'failed', code: 'agent-lost' });
      expect(play.machine.ending?.sentence).toContain('The agent on database stopped answering');
      expect(told).toEqual(['s stop', 'c stop']);
      expect(play.last).toMatchObject({ released: ['b'], dirty: [{ hostId: 'b', kind: 'unconfirmed' }] });
    },
  );

  it('ends with its name when its agent was started again, and what is left there is put back', () => {
    const play = three().until('measuring');
    const told = issued(play.send({ kind: 'agent-restarted', hostId: 'b', restoreConfirmed: true }));
    expect(play.machine.ending?.sentence).toBe(
      'The agent on database ended and was started again in step 1, which was not measured; samples up to then are kept.',
    );
    expect(told).toEqual(['s stop', 'c stop', 'b stop']);
  });

  it('has its services removed when the target’s agent is lost', () => {
    const play = three().until('measuring');
    expect(issued(play.send({ kind: 'agent-lost', hostId: 's' }))).toEqual(['c stop', 'b stop']);
    play.answer();
    expect(issued(play.answer())).toEqual(['c restore', 'b restore']);
  });
});
