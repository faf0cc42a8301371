import { describe, expect, it } from 'vitest';
import { closedStep } from '../../testing/fake-agent.ts';
import { Play, queued } from '../../testing/play-run.ts';
import { UNCOUNTABLE } from './outcome-fault.ts';
import type { RunMachine } from './run-machine.ts';

/** Of a run whose points are made later than its hosts answer. */
function slow(over: Partial<RunMachine> = {}): Play {
  const play = new Play(queued(over));
  play.countsAtOnce = false;
  return play;
}

describe('a run whose points are still to be made', () => {
  it('goes on with its next step, and frees its hosts', () => {
    const play = slow().until('cooling');
    expect(play.tick().entered.map(({ state }) => state)).toEqual(['warming']);
    play.until('restoring');
    expect(play.answer().released).toEqual(['h1']);
    expect(play.machine.state).toBe('analysing');
  });

  it('is over when the last of them is there, and not before', () => {
    const play = slow().until('analysing');
    const [first] = play.machine.steps;
    if (first) first.counted = true;
    expect(play.send({ kind: 'counted' }).machine.state).toBe('analysing');
    expect(play.count().entered.map(({ state }) => state)).toEqual(['finished']);
  });

  it('ends as what they say: no request may have succeeded', () => {
    const play = slow({ noneSucceeded: true }).until('analysing');
    expect(play.machine.ending).toBeNull();
    play.count();
    expect(play.machine).toMatchObject({ state: 'failed', ending: { code: 'no-request-succeeded' } });
  });

  it('is not failed by a host that it has put back already', () => {
    const play = slow().until('analysing');
    play.send({ kind: 'agent-lost', hostId: 'h1' });
    play.send({ kind: 'host-gone', hostId: 'h1', byItself: true, code: 'host-gone', sentence: 'It was ended.' });
    play.send({ kind: 'cancel' });
    expect(play.count().machine).toMatchObject({ state: 'finished', ending: null });
  });
});

describe('a step of which no point can be made', () => {
  it('fails with the reason, and the others are kept', () => {
    const play = slow().until('analysing');
    const t = play.send({ kind: 'uncountable', stepIndex: 0 });
    expect(t.machine.steps.map(({ status }) => status)).toEqual(['failed', 'measured']);
    expect(t.stepFailures).toEqual([{ stepIndex: 0, ...UNCOUNTABLE }]);
    expect([t.unmeasured, t.machine.state]).toEqual([[0], 'analysing']);
    expect(play.count().machine.state).toBe('finished');
  });

  it('fails the run where it was the only one', () => {
    const play = slow().until('analysing');
    for (const stepIndex of [0, 1]) play.send({ kind: 'uncountable', stepIndex });
    expect(play.machine).toMatchObject({ state: 'failed', ending: { code: 'no-step-measured' } });
  });

  it('stays measured where another process was faster, and fails once', () => {
    const play = slow().until('analysing');
    const [first] = play.machine.steps;
    if (first) first.counted = true;
    const told = { kind: 'uncountable' } as const;
    expect(play.send({ ...told, stepIndex: 0 }).stepFailures).toEqual([]);
    play.send({ ...told, stepIndex: 1 });
    expect(play.machine.state).toBe('finished');
    expect(play.send({ ...told, stepIndex: 1 }).stepFailures).toEqual([]);
  });

  it('keeps no other step from being measured', () => {
    const play = slow().until('cooling');
    play.tick();
    const { state } = play.machine;
    expect(play.send({ kind: 'uncountable', stepIndex: 0 }).machine).toMatchObject({ state });
    expect(play.until('restoring').machine.steps.map((step) => step.status)).toEqual(['failed', 'measured']);
  });
});

describe('a search', () => {
  const next = closedStep(20);
  const search = { search: { next }, steps: queued().steps.slice(0, 1) };

  it('waits for the point of its last step beyond its pause, and goes on with it', () => {
    const play = slow(search).until('cooling');
    expect(play.tick().machine).toMatchObject({ state: 'cooling', wakeAtUs: null });
    expect(play.count().planned).toEqual([{ stepIndex: 1, spec: next }]);
    expect(play.machine.state).toBe('warming');
  });

  it('pauses as long as asked when the point is there before', () => {
    const play = slow(search).until('cooling');
    expect(play.count().machine.state).toBe('cooling');
    expect(play.tick().machine.state).toBe('warming');
  });
});
