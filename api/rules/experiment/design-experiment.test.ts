import { describe, expect, it } from 'vitest';
import type { ComparedMetric } from '../../contract/comparison.ts';
import type { CreateExperiment } from '../../contract/experiment.ts';
import { closedStep, FACTS, nic, openStep, specFor } from '../../testing/fake-agent.ts';
import { preforkExperiment } from '../../testing/play-experiment.ts';
import { configurationsOf } from './configurations.ts';
import { designExperiment } from './design-experiment.ts';
import { experimentFaults } from './experiment-check.ts';
import { noiseOfFigures, runNoiseOf } from './run-noise.ts';

const [SERVER, CLIENT] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
const machine = (name: string, onlineCpus: string, address: string) => ({
  name,
  facts: { ...FACTS, bootId: name, onlineCpus, nics: [nic('eth0', [`${address}/24`])] },
});
const hosts = new Map([
  [SERVER, machine('srv', '0-3', '192.0.2.5')],
  [CLIENT, machine('cli', '0-7', '192.0.2.6')],
]);
const apart = (load: Parameters<typeof specFor>[1] = { steps: [closedStep(10)] }) => ({
  name: 'as it is',
  spec: { ...specFor(SERVER, load), clients: [{ hostId: CLIENT }] },
});

const toCome = new Map([...hosts].map(([id, host]) => [id, { ...host, facts: { ...host.facts, bootId: '' } }]));

const ask = (over: Partial<CreateExperiment> = {}): CreateExperiment =>
  preforkExperiment(SERVER, { baseline: apart(), rounds: 6, ...over });

function made(input: CreateExperiment) {
  const found = configurationsOf(input);
  if ('faults' in found) throw new Error(JSON.stringify(found.faults));
  return found.configurations;
}

const design = (over: Partial<CreateExperiment> = {}, on = hosts) => {
  const input = ask(over);
  const noiseOf = (metric: ComparedMetric) => ({ runNoise: runNoiseOf(metric, null, []), noise: null });
  return designExperiment({ input, configurations: made(input), hosts: on, noiseOf });
};
const faultsOf = (over: Partial<CreateExperiment>) => experimentFaults(ask(over), made(ask(over)), hosts);

const more20 = { name: 'more', changes: [{ path: '/load/steps/0/connections', value: 20 }] };

describe('a design', () => {
  it('takes hosts to come for machines of their own, but one host for one machine', () => {
    expect(design({}, toCome).warnings.join()).not.toContain('share one machine');
    const alone = { name: 'alone', spec: { ...apart().spec, clients: [{ hostId: SERVER }] } };
    expect(design({ baseline: alone }, toCome).warnings.join()).toContain('share one machine');
  });

  it('has the figures that docs/comparing.md tells: six rounds at 3.5 % show about 7 %, equivalence of 2 % needs about 55', () => {
    const { intervalPercent, smallestShownPercent, roundsForEquivalence, sentence, warnings, ...rest } = design();
    expect(intervalPercent).toBeGreaterThan(4.8);
    expect(intervalPercent).toBeLessThan(5.8);
    expect(smallestShownPercent).toBeGreaterThan(6.5);
    expect(smallestShownPercent).toBeLessThan(8);
    expect(Math.abs((roundsForEquivalence ?? 0) - 55)).toBeLessThan(6);
    expect(rest).toMatchObject({
      runs: 12,
      plannedUs: 60_000_000,
      wholeUs: 87_600_000,
      cvPercent: 3.5,
      noiseFloorPercent: null,
    });
    expect(sentence).toContain(
      '6 rounds of 2 configurations are 12 runs; they take about 1 min 28 s, with preparing and restoring.',
    );
    expect(sentence).toMatch(/A difference of 7[.\d]* % is detected at 80 % power/);
    expect(warnings).toEqual([]);
  });

  it('tells no difference with fewer rounds than a claim needs', () => {
    const { smallestShownPercent, sentence, warnings } = design({ rounds: 2 });
    expect(warnings).toContain('2 rounds: too few to detect any difference; start with six.');
    expect(smallestShownPercent).toBeNull();
    expect(sentence).toContain('nothing is claimed');
  });

  it('of a noise floor says that it rests on an assumption, and that less may be noise', () => {
    const { sentence } = design({ kind: 'noise-floor', variants: [] });
    expect(sentence).toMatch(
      /The noise floor, with that assumed, is about 5[.\d]* %: over as many rounds a smaller difference may be noise\.$/,
    );
  });

  it('of a noise floor that was measured before assumes nothing', () => {
    const input = ask({ kind: 'noise-floor', variants: [] });
    const runNoise = { ...runNoiseOf(input.primary.metric, null, []), assumed: false };
    const noiseOf = () => ({ runNoise, noise: null });
    const { sentence } = designExperiment({ input, configurations: made(input), hosts, noiseOf });
    expect(sentence).toMatch(/The noise floor is about 5[.\d]* %:/);
  });

  it('of an extension has all rounds, at the alpha that both looks share', () => {
    const { smallestShownPercent, runs, sentence } = design({ rounds: 6, extensionRounds: 6 });
    expect(runs).toBe(12);
    expect(sentence).toContain(
      '6 rounds of 2 configurations are 12 runs; they take about 1 min 28 s, with preparing and restoring. If the first look is inconclusive, 6 more rounds follow: 24 runs in all, about 2 min 55 s.',
    );
    expect(sentence).toContain('after all 12 rounds the interval');
    expect(smallestShownPercent).toBeGreaterThan(design({ rounds: 12 }).smallestShownPercent ?? 0);
    expect(smallestShownPercent).toBeLessThan(design().smallestShownPercent ?? 0);
  });

  it.each<[string, Partial<CreateExperiment>, string]>([
    ['few rounds', { rounds: 3 }, '3 rounds detect only large differences; start with six.'],
    [
      'several groups',
      {
        variants: [
          {
            name: 'both',
            changes: [
              { path: '/target/prefork', value: true },
              { path: '/load/toolCpus', value: '0' },
            ],
          },
        ],
      },
      'both changes several groups of settings (target and load)',
    ],
    [
      'one machine',
      { baseline: { name: 'here', spec: specFor(SERVER, { steps: [closedStep(10)] }) } },
      'share one machine',
    ],
    [
      'a client with fewer CPUs than the target',
      { baseline: apart({ steps: [closedStep(10)], toolCpus: '0-1' }) },
      'The load generator may use 2 CPUs, the target 4: the client is likely the bottleneck. Give the target fewer CPUs, or add a client.',
    ],
    [
      'throughput of an open loop',
      { baseline: apart({ tool: 'volley', steps: [openStep(1000)] }) },
      'The primary step is an open loop: while its rate is met, throughput is that rate. Choose a closed loop or another metric.',
    ],
    [
      'latency of a closed loop',
      { primary: { metric: 'latencyMsP99', stepIndex: 0 } },
      'whose latency hides stalls: nothing is claimed',
    ],
    [
      'latency in whole milliseconds',
      { primary: { metric: 'latencyMsP99', stepIndex: 0 } },
      'autocannon resolves 1 ms',
    ],
  ])('warns of %s', (_what, over, warning) => {
    expect(design(over).warnings.join('\n')).toContain(warning);
  });

  it('warns of a latency that is never claimed, as two tools time it', () => {
    const baseline = apart({ tool: 'volley', steps: [openStep(1000)] });
    const primary = { metric: 'latencyMsP99' as const, stepIndex: 0 };
    const told = (path: string, value: string | number) =>
      design({ baseline, primary, variants: [{ name: 'other', changes: [{ path, value }] }] }).warnings.join('\n');
    expect(told('/load/tool', 'wrk2')).toContain(
      'other changes the load of step 1 (as it is: volley; other: wrk2): a difference is the load’s too. Tools drive and time load differently: the difference is shown, not claimed. Use one tool.',
    );
    expect(told('/load/steps/0/requestsPerSecond', 2000)).not.toContain('not claimed');
  });

  it('warns of a variant with another load, and of the claim that this rules out', () => {
    const variants = [more20];
    const [warning] = design({ variants }).warnings;
    expect(warning).toBe(
      'more changes the load of step 1 (as it is: 10 connections; more: 20 connections): a difference is the load’s too.',
    );
    const primary = { metric: 'serverCpuUsPerRequest', stepIndex: 0 } as const;
    expect(design({ variants, primary }).warnings.join()).toContain('then shown, not claimed');
    const tool = [{ name: 'with volley', changes: [{ path: '/load/tool', value: 'volley' }] }];
    expect(design({ variants: tool }).warnings.join()).toContain('as it is: autocannon; with volley: volley');
    expect(design({ variants: tool }).warnings.join()).toContain('the difference is shown, not claimed');
  });

  it('warns by its name of what stands in the way of a variant alone', () => {
    const variants = [{ name: 'narrow', changes: [{ path: '/load/toolCpus', value: '0' }] }];
    expect(design({ variants }).warnings).toEqual([
      expect.stringMatching(/^narrow: The load generator may use 1 CPU, the target 4/),
    ]);
  });

  it('does not mind who is the wall where CPU time per request decides', () => {
    const primary = { metric: 'serverCpuUsPerRequest', stepIndex: 0 } as const;
    expect(design({ primary, baseline: apart({ steps: [closedStep(10)], toolCpus: '0' }) }).warnings).toEqual([]);
  });
});

describe('the noise that a design goes by', () => {
  const BEFORE = { experimentId: 'e', of: 'Fiber GET / at 50 connections', key: 'Fiber GET / by wrk', suspect: false };
  const rounds = (ratios: number[], keys: (string | null)[] = [null, null]) =>
    ratios.flatMap((ratio, round) => [
      { ...BEFORE, round, configuration: 0, targetKey: keys[0] ?? null, figure: 1000 },
      { ...BEFORE, round, configuration: 1, targetKey: keys[1] ?? null, figure: 1000 * ratio },
    ]);
  const repeated = (...figures: number[]) => figures.map((figure) => ({ configuration: 'c', stepIndex: 0, figure }));

  it('is that of A/A rounds, by whole rounds alone', () => {
    const noise = noiseOfFigures([
      ...rounds([1.02, 0.98, 1.02]),
      { ...BEFORE, round: 9, configuration: 0, targetKey: null, figure: 5 },
    ]);
    expect(noise?.degrees).toBe(3);
    const { cvPercent, source } = runNoiseOf('requestsPerSecond', noise, repeated(1, 2, 3, 4));
    expect(cvPercent).toBeCloseTo(2 / Math.SQRT2, 1);
    expect(source).toContain('3 rounds of A/A experiments');
    expect(noiseOfFigures(rounds([1.02, 0.98]))).toBeNull();
    expect(noiseOfFigures(rounds([1.02, 0.98, 1.02], ['one', 'one']))?.degrees).toBe(3);
    expect(noiseOfFigures(rounds([1.02, 0.98, 1.02], ['one', 'other'])), 'the target changed').toBeNull();
  });

  it('says with which target and load it was measured, and how many of those runs were suspect', () => {
    const sourceOf = (suspect: boolean) =>
      noiseOfFigures(rounds([1.02, 0.98, 1.02]).map((one) => ({ ...one, suspect })))?.source;
    const from = '3 rounds of A/A experiments on these hosts: Fiber GET / at 50 connections';
    expect(sourceOf(false)).toBe(from);
    expect(sourceOf(true)).toBe(`${from}, 6 of 6 runs suspect`);
  });

  it('is of the same target, requests and tool where there are enough rounds of them, else of the hosts, which it says', () => {
    const loud = rounds([1.2, 0.8, 1.2]).map((one) => ({ ...one, experimentId: 'f', key: 'Fiber GET / by volley' }));
    const told = (asked: string[], few = [...rounds([1.02, 0.98, 1.02]), ...loud]) => {
      const noise = noiseOfFigures(few, asked);
      return [noise?.degrees, noise?.source.split(':')[0]];
    };
    const hosts = 'rounds of A/A experiments on these hosts';
    expect(told(['Fiber GET / by wrk'])).toEqual([3, `3 ${hosts} with this target, requests and tool`]);
    expect(told(['Fiber GET / by wrk', 'Fiber GET / by wrk'], [...rounds([1.02, 0.98]), ...loud])).toEqual([
      5,
      `5 ${hosts} (too few with this target, requests and tool)`,
    ]);
    expect(told(['Fiber GET /read by wrk'])).toEqual([6, `6 ${hosts} (too few with this target, requests and tool)`]);
    expect(told([])).toEqual([6, `6 ${hosts}`]);
    expect(told(['Fiber GET / by wrk', 'net/http GET / by wrk'])).toEqual([
      3,
      `3 ${hosts} with the target, requests and tool of a side`,
    ]);
  });

  it('else that of repeated steps, each with its like', () => {
    const other = { configuration: 'd', stepIndex: 0, figure: 9000 };
    const { cvPercent, source } = runNoiseOf('requestsPerSecond', null, [...repeated(990, 1000, 1010, 1000), other]);
    expect(cvPercent).toBeCloseTo(0.816, 2);
    expect(source).toBe('from steps that were repeated on these hosts, 4 times of 1 kind');
  });

  it('else assumed, and says so', () => {
    const { cvPercent, source } = runNoiseOf('requestsPerSecond', null, repeated(990, 1000, 1010));
    expect(cvPercent).toBe(3.5);
    expect(source).toBe(
      'assumed, because there are 2 repeats here so far and at least 3 are needed; a noise floor would measure it',
    );
    expect(runNoiseOf('requestsPerSecond', null, repeated(990)).source).toMatch(
      /^assumed, because nothing known to be the same was measured twice here/,
    );
    expect(runNoiseOf('requestsPerSecond', null, repeated(9, 9, 9, 9)).source).toContain('the very same figure');
  });
});

describe('what cannot be an experiment', () => {
  it('is a search, a profiled primary step, or one that not all have', () => {
    const search = {
      vary: 'connections',
      most: 100,
      growth: 2,
      precision: 0.1,
      ceiling: { kind: 'throughput' },
    } as const;
    expect(
      faultsOf({ baseline: apart({ steps: [closedStep(10)], search }) })
        .map(({ message }) => message)
        .join(),
    ).toContain('searches for its ceiling');
    const profiled = apart({ steps: [closedStep(10, { profiles: ['cpu'] })] });
    expect(
      faultsOf({ baseline: profiled })
        .map(({ message }) => message)
        .join(),
    ).toContain('is profiled');
    const primary = { metric: 'requestsPerSecond', stepIndex: 3 } as const;
    expect(faultsOf({ primary })).toMatchObject([
      { path: 'primary.stepIndex', message: 'as it is has one step, so no step 4.' },
    ]);
  });

  it('is one of unlike numbers of steps, while another load in a step is fine', () => {
    const more = { path: '/load/steps', value: [closedStep(10), closedStep(20)] };
    expect(faultsOf({ variants: [{ name: 'more', changes: [more] }] })).toEqual([
      {
        path: 'variants.0.changes.0.value',
        message:
          'more has 2 steps and as it is one step: steps are compared by position, so give every configuration the same number of steps.',
      },
    ]);
    expect(faultsOf({ variants: [more20] })).toEqual([]);
  });

  it('is one of the same loads in another order, which would meet other loads', () => {
    const two = apart({ steps: [closedStep(10), closedStep(20), closedStep(10)] });
    const inOrder = (...connections: number[]) => [
      { name: 'down', changes: [{ path: '/load/steps', value: connections.map((count) => closedStep(count)) }] },
    ];
    expect(faultsOf({ baseline: two, variants: inOrder(20, 10, 10) })).toMatchObject([
      {
        path: 'variants.0.changes.0.value',
        message:
          'down has the steps of as it is in another order: steps are compared by position, so step 1 would be compared with another load. Give both the same order.',
      },
    ]);
    expect(faultsOf({ baseline: two, variants: inOrder(10, 40, 10) })).toEqual([]);
  });

  it('is one whose primary latency would be of two kinds, which have no ratio', () => {
    const open = { path: '/load/steps/0', value: openStep(1000) };
    const variants = [{ name: 'at a rate', changes: [open] }];
    const baseline = apart({ tool: 'volley', steps: [closedStep(10)] });
    const primary = { metric: 'latencyMsP99', stepIndex: 0 } as const;
    expect(faultsOf({ baseline, variants, primary })).toMatchObject([
      {
        path: 'primary.metric',
        message: expect.stringContaining('of a closed loop in as it is and of an open loop in at'),
      },
    ]);
    expect(faultsOf({ baseline, variants })).toEqual([]);
  });

  it('is a variant that its hosts cannot run, by the change that is at fault', () => {
    const variants = [
      {
        name: 'wide',
        changes: [
          { path: '/target/prefork', value: true },
          { path: '/tuning/targetCpus', value: '0-9' },
        ],
      },
    ];
    const [fault] = faultsOf({ variants });
    expect(fault?.path).toBe('variants.0.changes.1.value');
    expect(fault?.message).toMatch(/^wide: srv has the CPUs 0-3/);
  });

  it.each<[string, Partial<CreateExperiment>, string]>([
    ['a comparison with nothing to compare', { variants: [] }, 'variants'],
    ['a noise floor with variants', { kind: 'noise-floor' }, 'variants'],
    [
      'a name twice',
      { variants: [{ name: 'As It Is', changes: [{ path: '/target/prefork', value: true }] }] },
      'variants.0.name',
    ],
    [
      'a value that no spec takes',
      { variants: [{ name: 'v', changes: [{ path: '/target/framework', value: 'x' }] }] },
      'variants.0.changes.0.value',
    ],
    [
      'one configuration under two names',
      { variants: ['v', 'w'].map((name) => ({ name, changes: [{ path: '/target/prefork', value: true }] })) },
      'variants.1.changes',
    ],
  ])('is %s', (_what, over, path) => {
    const found = configurationsOf(ask(over));
    expect('faults' in found && found.faults.map((fault) => fault.path)).toEqual([path]);
  });
});
