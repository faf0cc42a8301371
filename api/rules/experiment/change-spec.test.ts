import { describe, expect, it } from 'vitest';
import type { SpecChange } from '../../contract/experiment.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { closedStep, specFor } from '../../testing/fake-agent.ts';
import { groupsOf, singleFactorsOf } from './change-groups.ts';
import { applyChanges } from './change-spec.ts';

const HOST = '01890000-0000-7000-8000-000000000001';
const baseline = specFor(HOST, { steps: [closedStep(10), closedStep(50)] });
const apply = (...changes: SpecChange[]) => applyChanges(baseline, changes);
const to = (path: string, value: unknown): SpecChange => ({ path, value });

describe('changes by JSON pointer', () => {
  it('replace what is there, and leave the baseline alone', () => {
    const made = apply(
      to('/target/prefork', true),
      to('/load/steps/1/connections', 60),
      to('/tuning/targetCpus', '0-1'),
    );
    const spec = 'spec' in made ? (made.spec as RunSpec) : null;
    expect(spec?.target).toMatchObject({ kind: 'reference', prefork: true });
    expect(spec?.load.steps[1]).toMatchObject({ connections: 60 });
    expect(spec?.tuning.targetCpus).toBe('0-1');
    expect(baseline.target).toMatchObject({ prefork: false });
  });

  it.each<[string, SpecChange[], string]>([
    ['a name that is not there', [to('/target/prefrok', true)], '/target has no prefrok; it has kind, framework'],
    ['a name at the root', [to('/tunings', {})], 'A configuration has no tunings; it has specVersion'],
    ['a name of the prototype', [to('/target/constructor', 1)], '/target has no constructor'],
    ['below null', [to('/tuning/server/nic', 'eth0')], '/tuning/server is null in the baseline'],
    ['below a value', [to('/target/prefork/on', true)], '/target/prefork is false in the baseline'],
    [
      'beyond the entries of a list',
      [to('/load/steps/2/connections', 1)],
      '/load/steps has 2 entries, counted from 0; not 2',
    ],
    ['the end of a list', [to('/load/steps/-', {})], 'not -'],
    ['no number in a list', [to('/load/steps/01/connections', 1)], 'not 01'],
    ['no pointer', [to('/target/a~2', 1)], 'a ~ has to be written ~0'],
    ['the value that it has', [to('/target/prefork', false)], '/target/prefork is false in the baseline already'],
    ['no value', [to('/target/prefork', undefined)], 'needs a value'],
    ['a place twice', [to('/target/prefork', true), to('/target/prefork', false)], 'is changed twice'],
    [
      'a place within another',
      [to('/target', { kind: 'named', name: 'x', tls: false, parameters: [] }), to('/target/prefork', true)],
      'change the same place',
    ],
  ])('refuse %s', (_what, changes, message) => {
    const made = apply(...changes);
    expect('faults' in made && made.faults.map((fault) => fault.message).join()).toContain(message);
  });

  it('read ~1 and ~0 as RFC 6901 has them', () => {
    const made = apply(to('/target/a~1b~0c', 1));
    expect('faults' in made && made.faults[0]?.message).toContain('/target has no a/b~c');
  });
});

it('a variant asks for another revision of a baseline that names one, or none', () => {
  const commit = 'a1b2c3d4'.repeat(5);
  const target = { kind: 'named' as const, name: 'shop', tls: false, parameters: [] };
  const revised = applyChanges({ ...specFor('s'), target }, [to('/target/revision', commit)]);
  expect(revised).toMatchObject({ spec: { target: { ...target, revision: commit } } });
});

describe('groups', () => {
  const changes = [to('/target/prefork', true), to('/tuning/targetCpus', '0'), to('/requests/0/path', '/list')];

  it('are told of each change, each once', () => {
    expect(groupsOf(changes)).toEqual(['target', 'tuning']);
    expect(groupsOf([to('/clients', []), to('/samplesPerSecond', 10), to('/load/tool', 'wrk')])).toEqual([
      'hardware',
      'software',
      'load',
    ]);
  });

  it('are offered one by one where a variant changes several', () => {
    const single = singleFactorsOf('pinned', changes);
    expect(single.map(({ name, changes: own }) => [name, own.map(({ path }) => path)])).toEqual([
      ['pinned, target alone', ['/target/prefork', '/requests/0/path']],
      ['pinned, tuning alone', ['/tuning/targetCpus']],
    ]);
    expect(singleFactorsOf('x'.repeat(80), changes).every(({ name }) => name.length === 80)).toBe(true);
    expect(singleFactorsOf('one', changes.slice(1, 2))).toEqual([]);
  });
});
