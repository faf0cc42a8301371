import { describe, expect, it } from 'vitest';
import type { ComparedMetric } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import type { PointVerdict } from '../../contract/verdict.ts';
import { samplePoint, sampleRun, step } from '../../testing/sample-run.ts';
import { compareRounds, compareRuns } from '../comparison/compare-runs.ts';

const serverWall: PointVerdict = {
  validity: 'valid',
  wall: 'server-cpu',
  walls: ['server-cpu'],
  confidence: 'measured',
  lowerBound: false,
  sentence: 'Server CPU.',
  because: '',
  next: 'More CPUs.',
  littlesRatio: 1,
  evidence: [],
};
const clientWall: PointVerdict = { ...serverWall, wall: 'client-cpu', walls: ['client-cpu'], lowerBound: true };
const unknownWall: PointVerdict = { ...serverWall, wall: 'unknown', walls: [], confidence: 'cannot-tell' };

let made = 0;
function run(requestsPerSecond: number, verdict: PointVerdict | null = serverWall, prefork = false): Run {
  const plain = sampleRun({ id: 'x' });
  made += 1;
  const whole = sampleRun({
    id: `run-${made}`,
    spec: { target: { ...plain.spec.target, ...(plain.spec.target.kind === 'reference' && { prefork }) } as never },
    load: { steps: [step(10)] },
    points: [samplePoint({ requestsPerSecond, serverCpuUsPerRequest: 1e6 / requestsPerSecond })],
  });
  return { ...whole, steps: whole.steps.map((one) => ({ ...one, verdict })) };
}

const BASE = [100, 102, 99, 101, 100, 98].map((value) => value * 1000);
const WOBBLE = [0.002, -0.003, 0.001, 0, 0.002, -0.002];
const NOISE = [1.2, 0.9, 1.15, 0.85, 1.3, 0.95];
const times = (factor: number) => BASE.map((value, round) => value * factor * (1 + (WOBBLE[round] ?? 0)));

const declared = {
  alpha: 0.05,
  marginPercent: 2,
  primary: { metric: 'requestsPerSecond' as ComparedMetric, stepIndex: 0 },
  noiseOf: () => null,
};
const rounds = (other: number[], verdict: PointVerdict | null = serverWall, base = verdict) =>
  compareRounds(
    [
      { name: 'off', runs: BASE.map((value) => run(value, base)) },
      { name: 'on', runs: other.map((value) => run(value, verdict, true)) },
    ],
    declared,
  );
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const primaryOf = (comparison: ReturnType<typeof rounds>) => comparison.outcomes.find(({ primary }) => primary);

describe('rounds', () => {
  it('have the means of those that the ratio is of', () => {
    const invalid: PointVerdict = { ...serverWall, validity: 'invalid', wall: null, walls: [] };
    const [a, b] = [
      [1000, 1010, 1005, 400],
      [1050, 1058, 1056, 9000],
    ].map((figures) => figures.map((value) => run(value)));
    const last = b?.pop() as Run;
    const broken = { ...last, steps: last.steps.map((one) => ({ ...one, verdict: invalid })) };
    const sides = [
      { name: 'A', runs: a ?? [] },
      { name: 'B', runs: [...(b ?? []), broken] },
    ];
    const told = primaryOf(compareRounds(sides, declared));
    expect(told?.effect).toMatchObject({ pairs: 3 });
    expect((told?.other.mean ?? 0) / (told?.baseline.mean ?? 1)).toBeCloseTo(told?.effect?.ratio ?? 0, 9);
    expect(told?.baseline.values).toEqual([1000, 1010, 1005, 400]);
  });

  it('claim what their interval shows, of the metric that was declared', () => {
    const outcome = primaryOf(rounds(times(1.1)));
    expect(outcome).toMatchObject({ outcome: 'higher', word: 'faster', couldShow: 'yes', metric: 'requestsPerSecond' });
    expect(outcome?.effect).toMatchObject({ pairs: 6, interleaved: true, pValueAdjusted: null });
    expect(outcome?.effect?.ratio).toBeCloseTo(1.1, 2);
    expect(outcome?.sentence).toMatch(/^Throughput: on is 10\.0 % faster than off \(\+\d[\d.]* to \+1\d %\)\.$/);
    expect(outcome?.because).toMatch(
      /^At 10 connections: off [\d,]+ req\/s, on [\d,]+ req\/s, geometric means \(\+1\d\.\d %; 95 % confidence interval \+\d/,
    );
  });

  it('call equal what is within the margin, and say what would tell where neither holds', () => {
    expect(primaryOf(rounds(times(1)))?.outcome).toBe('equivalent');
    const noisy = BASE.map((value, round) => value * (NOISE[round] ?? 1));
    const outcome = primaryOf(rounds(noisy));
    expect(outcome?.outcome).toBe('inconclusive');
    expect(outcome?.sentence).toMatch(/^Throughput: no answer for on against off, [+−]\d/);
    expect(outcome?.because).toContain('The interval includes no change.');
    expect(outcome?.effect?.smallestShownPercent).toBeGreaterThan(10);
    expect(outcome?.because).toMatch(
      /6 rounds detect about \d+ % at 80 % power\. A gap of [\d.]+ % needs (about|more than) \d+ rounds\.$/,
    );
  });

  it('that seem to make no difference are told what would show that there is none', () => {
    const close = (spread: number) =>
      primaryOf(rounds(BASE.map((value, round) => value * (1 + spread * ((NOISE[round] ?? 1) - 1.05)))));
    expect(close(0.15)?.outcome).toBe('inconclusive');
    expect(close(0.6)?.because).toContain('Proving equality within 2.0 % takes more than 200 rounds');
    expect(close(0.15)?.because).toMatch(/Proving equality within 2\.0 % takes about \d+ rounds, if they are equal\.$/);
  });

  it('adjust all but the primary', () => {
    const { outcomes } = rounds(times(1.1));
    const others = outcomes.filter(({ primary }) => !primary);
    expect(others.length).toBeGreaterThan(0);
    for (const { effect } of others.filter(({ effect }) => effect?.pValue != null)) {
      expect(effect?.pValueAdjusted).toBeGreaterThanOrEqual(effect?.pValue ?? 1);
    }
  });

  it('claim nothing of the server where the client was the wall', () => {
    const comparison = rounds(times(1.1), clientWall);
    expect(primaryOf(comparison)).toMatchObject({ couldShow: 'no' });
    expect(comparison.headline).toBe('Throughput can’t rank them: off and on were limited by client CPU.');
    expect(comparison.because).not.toContain('faster');
  });

  it('do not claim sameness of the server either, where the client was the wall', () => {
    const outcome = primaryOf(rounds(times(1), clientWall));
    expect(outcome).toMatchObject({ outcome: 'equivalent', couldShow: 'no' });
    expect(outcome?.because).toContain('Nothing is claimed of the server.');
    expect(outcome?.sentence).toBe('Throughput can’t rank them: off and on were limited by client CPU.');
  });

  it('put a wall that moved first', () => {
    const comparison = rounds(times(1.1), clientWall, serverWall);
    expect(comparison.because).toMatch(/^The bottleneck moved: off was limited by server CPU, on by client CPU\./);
    expect(comparison.warnings[0]?.code).toBe('wall-moved');
  });

  it('take for the wall of a side what most of its runs say', () => {
    const bothFull: PointVerdict = { ...clientWall, wall: 'several', walls: ['client-cpu', 'server-cpu'] };
    const roundsOf = (many: number) => {
      const others = times(1.1).map((value, round) => run(value, round < many ? bothFull : serverWall, true));
      const sides = [
        { name: 'off', runs: BASE.map((value) => run(value)) },
        { name: 'on', runs: others },
      ];
      return compareRounds(sides, declared);
    };
    const movedIn = (many: number): string | undefined =>
      roundsOf(many).warnings.find(({ code }) => code === 'wall-moved')?.sentence;
    expect([movedIn(1), movedIn(3)]).toEqual([undefined, undefined]);
    // The first of as many of each is no more than the second.
    for (const many of [1, 3]) expect(roundsOf(many).headline).not.toContain('bottlenecks differ');
    expect(roundsOf(4).because).toMatch(
      /^The bottleneck moved: off was limited by server CPU, on by client CPU and server CPU/,
    );
    expect(movedIn(4)).toContain(
      'Different bottlenecks of off and on at 10 connections (server CPU, then client CPU and server CPU): don’t rank throughput or latency.',
    );
  });

  it('say in the headline what the warning says of the wall', () => {
    const several = (walls: PointVerdict['walls']): PointVerdict => ({ ...serverWall, wall: 'several', walls });
    const halves = times(1.1).map((value, round) => run(value, round < 3 ? clientWall : serverWall, true));
    const undecided = compareRounds(
      [
        { name: 'off', runs: BASE.map((value) => run(value)) },
        { name: 'on', runs: halves },
      ],
      declared,
    );
    const other = rounds(times(1.1), several(['client-cpu', 'server-cpu']), several(['server-cpu', 'nic-bandwidth']));
    const told = [undecided, other].map(({ headline, warnings }) => [
      headline.includes('bottlenecks differ'),
      warnings.some(({ code }) => code === 'wall-moved'),
    ]);
    expect(told).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('name each of several walls', () => {
    const both = { ...clientWall, wall: 'several' as const, walls: ['client-cpu' as const, 'server-cpu' as const] };
    const comparison = rounds(times(1.1), both, serverWall);
    expect(comparison.because).toMatch(
      /^The bottleneck moved: off was limited by server CPU, on by client CPU and server CPU\./,
    );
  });

  it('leave out a round of which a side is impossible', () => {
    const invalid = { ...serverWall, validity: 'invalid' as const, wall: null };
    const others = times(1.1).map((value, round) => run(value, round === 0 ? invalid : serverWall, true));
    const comparison = compareRounds(
      [
        { name: 'off', runs: BASE.map((value) => run(value)) },
        { name: 'on', runs: others },
      ],
      declared,
    );
    expect(primaryOf(comparison)?.effect?.pairs).toBe(5);
    // The rounds that count were all limited by the server.
    expect(primaryOf(comparison)).toMatchObject({ outcome: 'higher', couldShow: 'yes' });
    expect(primaryOf(comparison)?.other.values[0]).toBeCloseTo(110_220, 0);
    expect(primaryOf(comparison)?.other.mean).toBeCloseTo(Math.exp(mean(times(1.1).slice(1).map(Math.log))), 0);
    expect(comparison.warnings.map(({ code }) => code)).toContain('side-invalid');
  });

  it('hold a difference against what identical configurations showed here', () => {
    const comparison = compareRounds(
      [
        { name: 'off', runs: BASE.map((value) => run(value)) },
        { name: 'on', runs: times(1.05).map((value) => run(value, serverWall, true)) },
      ],
      { ...declared, noiseOf: () => ({ logSd: 0.1, degrees: 6 }) },
    );
    expect(primaryOf(comparison)?.outcome).toBe('inconclusive');
    expect(primaryOf(comparison)?.because).toContain('Identical configurations');
  });
});

it('asks for the noise of the two sides of an outcome alone', () => {
  const sides = ['off', 'on', 'other'].map((name) => ({ name, runs: times(1.05).map((value) => run(value)) }));
  const asked: string[][] = [];
  const noiseOf = (_: ComparedMetric, runs: readonly Run[]) => {
    asked.push(runs.map(({ id }) => id));
    return null;
  };
  compareRounds(sides, { ...declared, noiseOf });
  const idsOf = (...places: number[]) => places.flatMap((place) => sides[place]?.runs.map(({ id }) => id));
  expect([...new Set(asked.map((ids) => ids.join()))]).toEqual([idsOf(0, 1).join(), idsOf(0, 2).join()]);
});

describe('rounds of two loads', () => {
  const loaded = (load: Parameters<typeof sampleRun>[0]['load'], values: number[], over: object = {}) =>
    values.map((value) => {
      const plain = run(value);
      const { steps } = sampleRun({ id: plain.id, load: { ...plain.spec.load, ...load } as never });
      const spec = { ...plain.spec, ...over, load: { ...plain.spec.load, ...load } } as Run['spec'];
      const own = plain.steps.map((one, i) => ({ ...one, spec: steps[i]?.spec ?? one.spec }));
      return { ...plain, spec, steps: own };
    });
  const two = (load: Parameters<typeof loaded>[0], over: object = {}) =>
    compareRounds(
      [
        { name: 'ten', runs: BASE.map((value) => run(value)) },
        { name: 'twenty', runs: loaded(load, times(1.1), over) },
      ],
      declared,
    );
  const cpuOf = ({ outcomes }: ReturnType<typeof two>) =>
    outcomes.find(({ metric }) => metric === 'serverCpuUsPerRequest');

  it('are paired step by step, and said to be of two loads', () => {
    const comparison = two({ steps: [step(20)] });
    expect(comparison.steps.map(({ cells }) => new Set(cells.map(({ stepIndex }) => stepIndex)))).toEqual([
      new Set([0]),
    ]);
    const primary = primaryOf(comparison);
    expect(primary).toMatchObject({ outcome: 'higher', couldShow: 'yes', effect: { pairs: 6 } });
    expect(primary?.because).toMatch(/^With ten at 10 connections and twenty at 20 connections: ten 99/);
    expect(primary?.couldShowSentence).toContain('under two loads (ten: 10 connections; twenty: 20 connections)');
    expect(comparison.because).toMatch(
      /^The load differs \(ten: 10 connections; twenty: 20 connections\), so the difference is not the server’s alone\./,
    );
    expect(comparison.sides[1]?.differsIn).toContain('load');
    expect(comparison.warnings.map(({ sentence }) => sentence).join()).toContain(
      'The load differs at step 1 (ten: 10 connections; twenty: 20 connections)',
    );
  });

  it('tell CPU time per request and claim none', () => {
    const cpu = cpuOf(two({ steps: [step(20)] }));
    expect(cpu).toMatchObject({ outcome: 'lower', couldShow: 'no' });
    expect(cpu?.because).toContain('Nothing is claimed of the server.');
    expect(cpu?.sentence).toContain('the loads differ (ten: 10 connections; twenty: 20 connections)');
    expect(cpuOf(rounds(times(1.1)))).toMatchObject({ couldShow: 'yes' });
  });

  it.each<[string, Parameters<typeof loaded>[0], string]>([
    ['depths', { steps: [step(10, { pipelining: 16 })] }, 'ten: 10 connections; twenty: 10 connections × 16 deep'],
    ['tools', { tool: 'volley' }, 'ten: autocannon; twenty: volley'],
    ['numbers of tool workers', { toolWorkers: 8 }, 'ten: tool workers by its CPUs; twenty: 8 tool workers'],
  ])('are told by what differs: %s', (_what, load, told) => {
    const comparison = two(load);
    expect(comparison.because).toContain(`The load differs (${told})`);
    expect(cpuOf(comparison)).toMatchObject({ couldShow: 'no' });
  });

  it('count the load among what was changed, beside the target', () => {
    const plain = run(1);
    const target = { ...plain.spec.target, prefork: true };
    const codes = (comparison: ReturnType<typeof two>) => comparison.warnings.map(({ code }) => code);
    expect(codes(two({ steps: [step(20)] }, { target }))).toContain('changed-more-than-one-thing');
    expect(codes(two({ steps: [step(20)] }))).not.toContain('changed-more-than-one-thing');
  });

  it('meet by their load where old plans have unlike numbers of steps', () => {
    const longer = times(1.1).map((requestsPerSecond, i) => {
      const points = [20, 10].map(() => samplePoint({ requestsPerSecond }));
      const whole = sampleRun({ id: `longer-${i}`, load: { steps: [step(20), step(10)] }, points });
      return { ...whole, steps: whole.steps.map((one) => ({ ...one, verdict: serverWall })) };
    });
    const base = { name: 'ten', runs: BASE.map((value) => run(value)) };
    const comparison = compareRounds([base, { name: 'longer', runs: longer }], declared);
    expect(comparison.steps[0]?.cells.map(({ stepIndex }) => stepIndex)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect(comparison.headline).not.toContain('load differs');
  });
});

describe('where nobody can tell whether the test could have shown it', () => {
  const unseen = (factor: number) => primaryOf(rounds(times(factor), unknownWall));

  it('nothing is claimed, and what was read is told', () => {
    const outcome = unseen(1.1);
    expect(outcome).toMatchObject({ outcome: 'higher', word: 'higher', couldShow: 'cannot-tell' });
    expect(outcome?.because).toMatch(
      /^At 10 connections: off .*\(\+10\.0 %; 95 % confidence interval .*\)\. Nothing is claimed of the server\.$/,
    );
    expect(unseen(1)?.because).toMatch(
      /The interval is within the margin of 2\.00 %\. Nothing is claimed of the server\.$/,
    );
  });

  it('no rounds are promised to tell it', () => {
    const outcome = primaryOf(
      rounds(
        BASE.map((value, i) => value * (NOISE[i] ?? 1)),
        unknownWall,
      ),
    );
    expect(outcome?.outcome).toBe('inconclusive');
    expect(outcome?.because).not.toMatch(/needs|detect/);
  });
});

describe('runs picked by hand', () => {
  it('show a difference and claim nothing without repeats', () => {
    const [a, b] = [run(100_000, unknownWall), run(99_500, unknownWall, true)];
    const comparison = compareRuns([a, b], a.id);
    const throughput = comparison.outcomes.find(({ metric }) => metric === 'requestsPerSecond');
    expect(throughput).toMatchObject({ outcome: 'no-repeats', couldShow: 'cannot-tell', primary: false });
    expect(throughput?.effect).toMatchObject({ low: null, high: null });
    expect(comparison.because).toContain(
      'A 100,000 req/s, B 99,500 req/s (−0.50 %; no confidence interval, 1 and 1 runs, not interleaved)',
    );
    expect(comparison.because).toContain('Nothing is claimed of the server.');
    expect(comparison.headline).toMatch(
      /^Unclear whether throughput ranks them: .* in A and B\. One run each: this may be noise\.$/,
    );
  });

  it('are one side where the same was asked, and never called interleaved', () => {
    const runs = [
      ...BASE.slice(0, 4).map((value) => run(value)),
      ...times(1.2)
        .slice(0, 4)
        .map((value) => run(value, serverWall, true)),
    ];
    const comparison = compareRuns(runs, runs[5]?.id ?? '');
    expect(comparison.sides.map(({ letters, baseline }) => [letters, baseline])).toEqual([
      ['E, F, G, H', true],
      ['A, B, C, D', false],
    ]);
    expect(comparison.sides[1]?.differsIn).toEqual(['target']);
    const throughput = comparison.outcomes.find(({ metric }) => metric === 'requestsPerSecond');
    expect(throughput).toMatchObject({ outcome: 'lower', word: 'slower' });
    expect(throughput?.effect).toMatchObject({ interleaved: false, pairs: null, baselineCount: 4, otherCount: 4 });
    expect(comparison.warnings.map(({ code }) => code)).toContain('not-interleaved');
    expect(comparison.warnings.map(({ code }) => code)).not.toContain('no-repeats');
  });

  it('of one configuration alone have nothing to be compared with', () => {
    const [a, b] = [run(100_000), run(101_000)];
    expect(compareRuns([a, b], a.id)).toMatchObject({ sides: [{ letters: 'A, B' }], outcomes: [] });
    expect(compareRuns([a, b], a.id).headline).toBe('Same configuration: no setting made a difference.');
    const [host] = b.hosts;
    if (!host?.facts) throw new Error('no facts');
    const unread = {
      ...b,
      hosts: [{ ...host, facts: { ...host.facts, softirqAccountedApart: null as never } }, ...b.hosts.slice(1)],
    };
    expect(compareRuns([a, unread], a.id).headline).toMatch(/^Not known to be the same: .* not read in every run\.$/);
  });
});

describe('latency', () => {
  it('of a closed loop could not have shown a difference of the server', () => {
    const outcome = rounds(times(1)).outcomes.find(({ metric }) => metric === 'latencyMsP99');
    expect(outcome?.couldShow ?? 'no').toBe('no');
  });

  it('of whole milliseconds has no ratio within one tick, as the table by step has none', () => {
    const at = (id: string, p99: number): Run =>
      sampleRun({
        id,
        load: { steps: [step(10)] },
        points: [samplePoint({ latencyMs: { ...samplePoint().latencyMs, p99, resolutionUs: 1000 } })],
      });
    const other = (p99: number): Run => {
      const run = at('b', p99);
      return { ...run, spec: { ...run.spec, samplesPerSecond: 2 } as Run['spec'] };
    };
    const outcome = (p99: number) =>
      compareRuns([at('a', 17), other(p99)], 'a').outcomes.find(({ metric }) => metric === 'latencyMsP99');
    for (const p99 of [17, 18]) {
      expect(outcome(p99)?.effect).toBeNull();
      expect(outcome(p99)?.sentence).toBe('p99 latency: too close to the tool’s 1 ms resolution.');
    }
    expect(outcome(34)?.effect?.ratio).toBeCloseTo(2);
  });
});

it('leads with a step of which both sides have a figure that can be', () => {
  const at = (id: string, top: 'valid' | 'invalid'): Run => {
    const whole = sampleRun({
      id,
      load: { steps: [step(10), step(20)] },
      points: [samplePoint({ requestsPerSecond: 100_000 }), samplePoint({ requestsPerSecond: 4_900_000 })],
    });
    const verdicts = [serverWall, { ...serverWall, validity: top }];
    return { ...whole, steps: whole.steps.map((one, i) => ({ ...one, verdict: verdicts[i] ?? null })) };
  };
  const other = at('b', 'valid');
  const runs = [at('a', 'invalid'), { ...other, spec: { ...other.spec, samplesPerSecond: 2 } as Run['spec'] }];
  expect(compareRuns(runs, 'a').because).toContain('At 10 connections');
});
