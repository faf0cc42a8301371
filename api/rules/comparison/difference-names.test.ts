import { describe, expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { sampleRun, step } from '../../testing/sample-run.ts';
import { compareRuns } from './compare-runs.ts';

const named = (runs: Run[]): string[] => compareRuns(runs, runs[0]?.id ?? '').sides.map(({ name }) => name);
const alike = (id: string, over: Omit<Parameters<typeof sampleRun>[0], 'id'>): Run => ({
  ...sampleRun({ id, ...over }),
  name: 'nginx /',
});
const reference = sampleRun({ id: 'x' }).spec.target as Extract<RunSpec['target'], { kind: 'reference' }>;

describe('sides of a comparison are named by what differs', () => {
  it('four tools', () => {
    const tools = ['volley', 'wrk', 'autocannon', 'vegeta'] as const;
    expect(named(tools.map((tool) => alike(tool, { load: { tool } })))).toEqual([...tools]);
  });

  it.each<[string, Omit<Parameters<typeof sampleRun>[0], 'id'>[], string[]]>([
    [
      'connections',
      [{ load: { steps: [step(100)] } }, { load: { steps: [step(200)] } }],
      ['100 connections', '200 connections'],
    ],
    [
      'a long ramp',
      [{ load: { steps: [step(1), step(2), step(4)] } }, { load: { steps: [step(8)] } }],
      ['3 steps, 1 connection to 4 connections', '8 connections'],
    ],
    [
      'a ramp whose last step is repeated, and one of two loads',
      [
        { load: { steps: [step(10), step(25), step(50), step(50)] } },
        { load: { steps: [step(10), step(50), step(50)] } },
      ],
      ['4 steps, 10 connections to 50 connections', '3 steps, 10 connections and 50 connections'],
    ],
    [
      'frameworks and prefork',
      [
        { spec: { target: { ...reference, framework: 'fiber' } } },
        { spec: { target: { ...reference, framework: 'nethttp', prefork: true } } },
      ],
      ['Fiber, prefork off', 'net/http, prefork on'],
    ],
    [
      'targets, of which one has no framework that is known',
      [{ spec: { target: { kind: 'named', name: 'shop', tls: false, parameters: [] } } }, {}],
      ['shop', 'reference server'],
    ],
  ])('%s', (_, overs, expected) => {
    expect(named(overs.map((over, at) => alike(`run-${at}`, over)))).toEqual(expected);
  });

  it('or after their runs where so many settings differ that the first name two alike', () => {
    const fiber = { target: { ...reference, framework: 'fiber' as const } };
    const prefork = { target: { ...fiber.target, prefork: true } };
    const nethttp = { target: { ...reference, framework: 'nethttp' as const } };
    const runs = [
      sampleRun({ id: 'a', load: { tool: 'volley', steps: [step(100)] }, spec: fiber }),
      sampleRun({ id: 'b', load: { tool: 'volley', steps: [step(100)] }, spec: prefork }),
      sampleRun({ id: 'c', load: { tool: 'wrk', steps: [step(200)] }, spec: nethttp }),
    ];
    expect(named(runs)).toEqual(['run a', 'run b', 'run c']);
  });

  it('or after their runs where nothing that was asked differs', () => {
    const spec = { target: { kind: 'named' as const, name: 'shop', tls: false, parameters: [] } };
    expect(named([sampleRun({ id: 'a', spec }), sampleRun({ id: 'b', spec })])).toEqual(['run a', 'run b']);
  });
});
