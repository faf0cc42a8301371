import { describe, expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import { samplePoint, sampleRun } from '../../testing/sample-run.ts';
import { compareRounds, compareRuns } from '../comparison/compare-runs.ts';

const SHOP = { target: { kind: 'named' as const, name: 'shop', tls: false, parameters: [] } };
const PORT = { target: { kind: 'listening' as const, port: 8080, tls: false } };
const run = (id: string, over: Parameters<typeof sampleRun>[0] = { id }) => sampleRun({ ...over, id });
const imported = { source: 'wrk', importedAtUs: 0 } as unknown as Run['imported'];

describe('two runs whose target files were not read', () => {
  const unknown: [string, Parameters<typeof sampleRun>[0], string][] = [
    ['a named target', { id: '', spec: SHOP }, 'the files of shop were not hashed'],
    ['what listened already', { id: '', spec: PORT }, 'the files of what listens on port 8080 were not hashed'],
    ['imported runs', { id: '', over: { imported } }, 'an import leaves settings out'],
  ];
  it.each(unknown)('are never one configuration: %s', (_, over, why) => {
    const { because, sides, warnings, settings } = compareRuns([run('a', over), run('b', over)], 'a');
    expect(because).toContain(`Not known to be the same: ${why}.`);
    expect(sides.map(({ letters }) => letters)).toEqual(['A', 'B']);
    expect(warnings.map(({ code }) => code)).not.toContain('nothing-changed');
    expect(settings.filter(({ same }) => !same)).toMatchObject([{ path: 'target.files', values: [null, null] }]);
  });

  it('say so among the caveats, of runs picked by hand and of rounds', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => run(id, { id, spec: SHOP }));
    const told = (comparison: ReturnType<typeof compareRuns>) =>
      comparison.warnings.find(({ code }) => code === 'target-unknown')?.sentence;
    expect(told(compareRuns([a, b, run('d')] as Run[], 'a'))).toBe(
      'The files of shop were not hashed: they may have changed between A and B. Check them yourself.',
    );
    const declared = {
      alpha: 0.05,
      marginPercent: 2,
      primary: { metric: 'requestsPerSecond' as const, stepIndex: 0 },
      noiseOf: () => null,
    };
    const rounds = [a, c].map((one, at) => ({ name: `side ${at}`, runs: [one as Run] }));
    expect(told(compareRounds(rounds, declared))).toContain('they may have changed between runs.');
    expect(told(compareRuns([a as Run, run('d')], 'a')), 'one run of it').toBeUndefined();
  });

  it('give no repeats, however many there are', () => {
    const many = ['a', 'b', 'c', 'd'].map((id) => run(id, { id, spec: SHOP }));
    expect(compareRuns(many, 'a').outcomes.map(({ outcome }) => outcome)).toContain('no-repeats');
    expect(compareRuns(many, 'a').outcomes.every(({ outcome }) => outcome === 'no-repeats')).toBe(true);
  });
});

describe('two runs of the reference server', () => {
  it('are one configuration', () => {
    expect(compareRuns([run('a'), run('b')], 'a').headline).toBe('Same configuration: no setting made a difference.');
  });

  it('of two agent versions are none', () => {
    const other = { ...run('b'), hosts: run('b').hosts.map((host) => ({ ...host, agentVersion: '0.2.0' })) };
    const { sides, headline } = compareRuns([run('a'), other], 'a');
    expect(sides).toHaveLength(2);
    expect(headline).not.toContain('Same configuration');
  });

  it('whose hosts stood differently are not called the same', () => {
    const [a, b] = [run('a', { id: 'a', points: [samplePoint(), samplePoint()] }), run('b')];
    const states = [a, b].map(({ id, hosts }, at) => ({
      runId: id,
      hostId: hosts[0]?.hostId ?? '',
      values: { 'service/irqbalance': at === 0 ? 'running' : 'stopped' },
    }));
    expect(compareRuns([a, b], 'a', states).headline).toBe(
      'Same configuration, different environment: service/irqbalance, as found.',
    );
  });
});
