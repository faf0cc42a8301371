import type { CreateExperiment } from '../../contract/experiment.ts';
import type { HostFacts } from '../../contract/host.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { onOneMachine } from '../hosts/machine.ts';
import { whyUndeclared } from '../identity/declared.ts';
import { unseenAt } from '../identity/target-identity.ts';
import { RESOLUTIONS_LEAST, resolutionText } from '../load/latency-resolution.ts';
import { toolCpuCount } from '../load/share-out.ts';
import { askedLoadOf, differenceText, loadDifference } from '../outcomes/asked-load.ts';
import { isLatency } from '../outcomes/figures.ts';
import type { NamedHost } from '../spec/target-address.ts';
import { RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import { isPlannedShort, NOT_STEADY } from '../verdict/measured-seconds.ts';
import { plural } from '../words/numbers.ts';
import { capitalised, firstOf, listed } from '../words/text.ts';
import { groupsOf } from './change-groups.ts';
import type { Configuration } from './configuration.ts';
import { declaredRounds } from './declared-rounds.ts';

/** Fewer give an interval that is wide beyond use: with three rounds its t quantile is 4.3, with four 3.2. */
const ROUNDS_LEAST = 4;

export interface AskedExperiment {
  input: CreateExperiment;
  configurations: readonly Configuration[];
  hosts: Map<string, NamedHost>;
}

const serverIn = ({ server }: RunSpec, hosts: Map<string, NamedHost>): NamedHost | undefined =>
  server ? hosts.get(server.hostId) : undefined;

/** What would spoil the answer, each with what to do, before it costs a run. */
export function designWarnings({ input, configurations, hosts }: AskedExperiment): string[] {
  const { spec } = input.baseline;
  return [
    ...unknownTarget(input, serverIn(spec, hosts)?.facts),
    ...configurations.flatMap(({ name, changes }) => severalGroups(name, groupsOf(changes))),
    ...otherLoads(input.primary, configurations),
    ...fewRounds(input),
    ...shortSteps(configurations),
    ...oneMachine(spec, hosts),
    ...metricWarnings({ input, configurations, hosts }),
  ];
}

function fewRounds(input: AskedExperiment['input']): string[] {
  const { rounds } = input;
  if (rounds >= ROUNDS_LEAST) return [];
  if (declaredRounds(input) < RUNS_FOR_A_CLAIM)
    return [`${plural(rounds, 'round')}: too few to detect any difference; start with six.`];
  return [`${plural(rounds, 'round')} detect only large differences; start with six.`];
}

const shortSteps = (configurations: AskedExperiment['configurations']): string[] =>
  configurations.some(({ spec }) => spec.load.steps.some(isPlannedShort)) ? [`${NOT_STEADY} Use longer steps.`] : [];

/** What stands in the way of the baseline, and by its name that of a variant which the baseline does not have. */
function metricWarnings({ input, configurations, hosts }: AskedExperiment) {
  if (isCpu(input.primary)) return [];
  const ofMetric = isLatency(input.primary.metric) ? latencyWarnings : throughputWarnings;
  const [baseline = [], ...variants] = configurations.map(({ spec }) => ofMetric(input, spec, hosts));
  const own = variants.flatMap((warnings, at) =>
    warnings
      .filter((warning) => !baseline.includes(warning))
      .map((warning) => `${configurations[at + 1]?.name}: ${warning}`),
  );
  return [...baseline, ...own];
}

function unknownTarget({ kind, baseline }: AskedExperiment['input'], facts: HostFacts | undefined): string[] {
  const { target } = baseline.spec;
  const why = target.kind === 'external' ? unseenAt(target) : facts ? whyUndeclared(target, facts) : null;
  if (why === null) return [];
  const leave = target.kind === 'external' ? 'see that nothing changes there' : 'leave them alone';
  const spoils =
    kind === 'noise-floor'
      ? 'these runs give no noise floor. Use the reference server.'
      : `${leave} until the last run.`;
  return [`${capitalised(why)}: ${spoils}`];
}

const isCpu = ({ metric }: AskedExperiment['input']['primary']): boolean => metric.includes('Cpu');

/** Variants with another load than the baseline: what their difference means, and what is not claimed. */
function otherLoads(
  primary: AskedExperiment['input']['primary'],
  configurations: AskedExperiment['configurations'],
): string[] {
  const [baseline, ...variants] = configurations;
  if (!baseline) return [];
  return variants.flatMap((variant) => {
    const differing = variant.spec.load.steps.flatMap((_, place) => {
      const [from, to] = [baseline, variant].map(({ spec }) => askedLoadOf({ spec, steps: asked(spec) }, place));
      const difference = loadDifference(from ?? null, to ?? null);
      const text = difference && differenceText(difference, baseline.name, variant.name);
      return text ? [{ place, text, otherTool: from?.tool !== to?.tool }] : [];
    });
    if (differing.length === 0) return [];
    const where = firstOf(differing.map(({ place, text }) => `step ${place + 1} (${text})`));
    const decisive = differing.find(({ place }) => place === primary.stepIndex);
    const unclaimed = decisive ? neverClaimed(primary, decisive) : '';
    return [`${variant.name} changes the load of ${where}: a difference is the load’s too.${unclaimed}`];
  });
}

/** Conclusions that the primary outcome can never reach, whatever the rounds give. */
function neverClaimed(primary: AskedExperiment['input']['primary'], { otherTool }: { otherTool: boolean }): string {
  if (isCpu(primary)) return ' CPU per request is then shown, not claimed. Use one tool and one load.';
  return otherTool ? ' Tools drive and time load differently: the difference is shown, not claimed. Use one tool.' : '';
}

const asked = ({ load }: RunSpec) => load.steps.map((spec) => ({ spec }));

function severalGroups(name: string, groups: string[]): string[] {
  if (groups.length < 2) return [];
  return [
    `${name} changes several groups of settings (${listed(groups)}): any could be the cause. Add a variant for each.`,
  ];
}

function oneMachine(spec: RunSpec, hosts: Map<string, NamedHost>): string[] {
  const server = serverIn(spec, hosts);
  if (!server) return [];
  const shared = spec.clients.some(({ hostId }) => {
    const client = hosts.get(hostId);
    return hostId === spec.server?.hostId || (client !== undefined && onOneMachine(client.facts, server.facts));
  });
  if (!shared) return [];
  return [
    'Target and load generator share one machine: results hold there only, and throughput is not claimed where shared CPUs saturate. Use a second machine.',
  ];
}

type OfMetric = (input: AskedExperiment['input'], spec: RunSpec, hosts: Map<string, NamedHost>) => string[];

/** Throughput speaks of a server only when the server is the wall. */
const throughputWarnings: OfMetric = ({ primary }, spec, hosts) => {
  const step = spec.load.steps[primary.stepIndex];
  if (step?.loop === 'open') {
    return [
      'The primary step is an open loop: while its rate is met, throughput is that rate. Choose a closed loop or another metric.',
    ];
  }
  const server = serverIn(spec, hosts);
  if (!server) return [];
  const clients = spec.clients.flatMap(({ hostId }) => {
    const host = hosts.get(hostId);
    return host ? [toolCpuCount(spec, { hostId, facts: host.facts })] : [];
  });
  const ofTool = clients.reduce((total, cpus) => total + cpus, 0);
  const ofTarget = toolCpuCountOfTarget(spec, server);
  if (ofTool >= ofTarget) return [];
  const fewer = spec.target.kind === 'listening' ? 'Start the target with fewer CPUs' : 'Give the target fewer CPUs';
  return [
    `The load generator may use ${cpus(ofTool)}, the target ${ofTarget}: the client is likely the bottleneck. ${fewer}, or add a client.`,
  ];
};

/** CPUs that the target may use: the same words choose them. */
const toolCpuCountOfTarget = (spec: RunSpec, { facts }: NamedHost): number =>
  toolCpuCount({ ...spec, load: { ...spec.load, toolCpus: spec.tuning.targetCpus } }, { hostId: '', facts });

const cpus = (count: number): string => `${count} ${count === 1 ? 'CPU' : 'CPUs'}`;

const latencyWarnings: OfMetric = ({ primary }, spec, hosts) => {
  const step = spec.load.steps[primary.stepIndex];
  const { tool } = spec.load;
  const resolutions = spec.clients.flatMap(
    ({ hostId }) => hosts.get(hostId)?.facts.tools.find(({ name }) => name === tool)?.abilities?.resolutionUs ?? [],
  );
  const coarse = Math.max(0, ...resolutions);
  return [
    ...(step?.loop === 'closed'
      ? [
          'The primary step is a closed loop, whose latency hides stalls: nothing is claimed. Choose a step with a rate that the server meets.',
        ]
      : []),
    ...(coarse >= 1000
      ? [
          `${tool} resolves ${resolutionText(coarse)}: latencies below ${resolutionText(RESOLUTIONS_LEAST * coarse)} are too coarse to compare. Choose another load generator.`,
        ]
      : []),
  ];
};
