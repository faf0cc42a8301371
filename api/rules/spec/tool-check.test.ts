import { describe, expect, it } from 'vitest';
import type { StepSpec, ToolName } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { FACTS, openStep, specFor } from '../../testing/fake-agent.ts';
import { step } from '../../testing/sample-run.ts';
import { ABILITIES, tool } from '../../testing/tool-abilities.ts';
import { plainGet } from '../requests/plain-request.ts';
import { toolFaults } from './tool-check.ts';

const TOOLS = (Object.keys(ABILITIES) as ToolName[]).map((name) => tool(name, '1'));
const MIX = ['/read', '/list'].map((path) => plainGet(path));

function faults(name: ToolName, steps: StepSpec[], over: Partial<RunSpec['load']> = {}, requests = MIX.slice(0, 1)) {
  const spec = { ...specFor('s', { tool: name, steps, ...over }), requests };
  return told(spec, TOOLS);
}

const told = (spec: RunSpec, tools = TOOLS) =>
  toolFaults(spec, [{ name: 'cli', facts: { ...FACTS, tools } }]).map(({ path, message }) => `${path}: ${message}`);

const CLOSED = step(10, { durationSeconds: 30 });
const OPEN = openStep(1000, { durationSeconds: 30 });

describe('the loops of a tool', () => {
  const closed = ['volley', 'autocannon', 'wrk', 'oha', 'k6'] as const;
  const open = ['volley', 'vegeta', 'oha', 'wrk2', 'k6'] as const;

  it.each(closed)('hold closed for %s', (name) => expect(faults(name, [CLOSED])).toEqual([]));
  it.each(open)('hold open for %s', (name) => expect(faults(name, [OPEN])).toEqual([]));

  it('that it lacks are refused in the words of its driver, at the step that asks', () => {
    expect(faults('autocannon', [CLOSED, OPEN])).toEqual([
      "spec.load.steps.1.loop: autocannon's rate (-R) sends in bursts and counts late responses twice, so its latency would be wrong; ask for a closed loop, or choose volley or vegeta.",
    ]);
    expect(faults('vegeta', [CLOSED])).toEqual([
      expect.stringMatching(
        /^spec\.load\.steps\.0\.loop: vegeta has no closed loop over a number of connections: .*\.$/,
      ),
    ]);
  });

  it('are refused in our words where its driver has none', () => {
    const abilities = { ...ABILITIES.wrk, refusals: [] };
    expect(told(specFor('s', { tool: 'wrk', steps: [OPEN] }), [tool('wrk', '4', { abilities })])).toEqual([
      'spec.load.steps.0.loop: wrk drives no open loop; ask for a closed one, or choose another load generator.',
    ]);
  });
});

describe('what a step asks for beyond its loop', () => {
  it('is pipelining', () => {
    const deep = { ...CLOSED, pipelining: 16 };
    expect(faults('wrk', [deep])).toEqual([]);
    expect(faults('k6', [deep])).toEqual([
      'spec.load.steps.0.pipelining: k6 sends one request at a time on a connection; ask for pipelining 1, or choose volley, wrk or autocannon.',
    ]);
  });

  it('is chance', () => {
    const poisson = { ...OPEN, arrivals: 'poisson' as const };
    expect(faults('volley', [poisson])).toEqual([]);
    expect(faults('vegeta', [poisson])).toEqual([
      'spec.load.steps.0.arrivals: vegeta sends at even intervals only; ask for constant arrivals, or choose volley.',
    ]);
  });

  it('is a number of connections', () => {
    const loops = ABILITIES.vegeta.loops.map((loop) => ({ ...loop, connections: false }));
    const facts = [tool('vegeta', '12', { abilities: { ...ABILITIES.vegeta, loops } })];
    expect(told(specFor('s', { tool: 'vegeta', steps: [OPEN] }), facts)).toEqual([]);
    expect(told(specFor('s', { tool: 'vegeta', steps: [{ ...OPEN, connections: 5 }] }), facts)).toEqual([
      'spec.load.steps.0.connections: vegeta opens as many connections as it needs; leave their number out, or choose another load generator.',
    ]);
  });

  it('is time', () => {
    expect(faults('wrk2', [{ ...OPEN, durationSeconds: 19 }])).toEqual([
      'spec.load.steps.0.durationSeconds: wrk2 needs at least 20 s to measure anything, and this step lasts 19 s; let it last longer, or choose another load generator.',
    ]);
    expect(faults('wrk2', [{ ...OPEN, durationSeconds: 20 }], { warmupSeconds: 5 })).toEqual([
      'spec.load.warmupSeconds: wrk2 runs for at least 20 s, and the warm-up lasts 5 s; let it last longer or leave it out (0), or choose another load generator.',
    ]);
  });

  it('is workers, for all steps or for one', () => {
    expect(faults('vegeta', [{ ...OPEN, toolWorkers: 4 }], { toolWorkers: 2 })).toEqual([]);
    expect(faults('k6', [{ ...CLOSED, toolWorkers: 4 }], { toolWorkers: 2 })).toEqual([
      expect.stringMatching(/^spec\.load\.toolWorkers: k6 is one process /),
      expect.stringMatching(/^spec\.load\.steps\.0\.toolWorkers: k6 is one process /),
    ]);
  });
});

describe('what is asked of the whole', () => {
  it('is a mix, and decompression', () => {
    expect(faults('volley', [CLOSED], { decompress: true }, MIX)).toEqual([]);
    expect(faults('wrk2', [OPEN], { decompress: true }, MIX)).toEqual([
      'spec.requests: wrk2 is driven with one path only; ask for one request, or choose volley or vegeta.',
      'spec.load.decompress: wrk2 does not decompress what it receives; turn decompression off, or choose volley or vegeta.',
    ]);
  });

  it('is the tool itself', () => {
    expect(told(specFor('s', { tool: 'oha' }), [])).toEqual([
      expect.stringMatching(
        /^spec\.load\.tool: oha is not installed on cli; install it there \(.*\), or take .*; the agent finds it within seconds\.$/,
      ),
    ]);
    expect(told(specFor('s', { tool: 'volley' }), [])).toEqual([
      'spec.load.tool: The agent of cli is too old to bring volley; update it there.',
    ]);
  });
});

it('an agent that tells no abilities is to be updated only for what agents did not always do', () => {
  const old = [tool('wrk', '4.1', { abilities: null })];
  const spec = specFor('s', { tool: 'wrk' });
  expect(told(spec, old)).toEqual([]);
  const more = { ...specFor('s', { tool: 'wrk', steps: [CLOSED, OPEN], decompress: true }), requests: MIX };
  expect(told(more, old)).toEqual([
    'spec.requests: The agent of cli is too old to tell whether its wrk mixes requests; update it there.',
    'spec.load.decompress: The agent of cli is too old to tell whether its wrk decompresses; update it there.',
    'spec.load.steps.1.loop: The agent of cli is too old to tell whether its wrk sends at a rate; update it there.',
  ]);
});
