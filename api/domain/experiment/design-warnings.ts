import type { RunSpec } from '../../contract/spec.ts';
import { parseCpuList } from '../cpu-list.ts';
import { isLatency } from '../outcomes/figures.ts';
import { toolCpuCount } from '../share-out.ts';
import { listed } from '../side-names.ts';
import type { NamedHost } from '../target-address.ts';
import { groupsOf } from './change-groups.ts';
import type { DesignParts } from './design-experiment.ts';

/** Fewer give an interval that is wide beyond use: with three rounds its t quantile is 4.3, with four 3.2. */
const ROUNDS_LEAST = 4;
/** What a whole-millisecond tool rounds away of a latency below it is a tenth and more. */
const RESOLUTIONS_LEAST = 10;

/** What would spoil the answer, each with what to do, before it costs a run. */
export function designWarnings({ input, configurations, hosts }: DesignParts): string[] {
  const { spec } = input.baseline;
  const ofMetric = isLatency(input.primary.metric) ? latencyWarnings : throughputWarnings;
  return [
    ...configurations.flatMap(({ name, changes }) => severalGroups(name, groupsOf(changes))),
    ...(input.rounds < ROUNDS_LEAST
      ? [`${input.rounds} rounds give an interval too wide for most differences; six are a good start.`]
      : []),
    ...oneMachine(spec, hosts),
    ...(input.primary.metric.includes('Cpu') ? [] : ofMetric(input, spec, hosts)),
  ];
}

function severalGroups(name: string, groups: string[]): string[] {
  if (groups.length < 2) return [];
  return [
    `${name} changes several groups of settings (${listed(groups)}): a difference cannot be put down to one of them; add a variant for each alone.`,
  ];
}

function oneMachine(spec: RunSpec, hosts: Map<string, NamedHost>): string[] {
  const server = hosts.get(spec.server.hostId);
  const shared = spec.clients.some(({ hostId }) => hosts.get(hostId)?.facts.bootId === server?.facts.bootId);
  if (!shared) return [];
  return [
    'Target and load generator share one machine, so each takes CPU time from the other: what is found holds for this machine only; drive the load from a second one.',
  ];
}

type OfMetric = (input: DesignParts['input'], spec: RunSpec, hosts: Map<string, NamedHost>) => string[];

/** The throughput of a server is told only when the server is the wall. */
const throughputWarnings: OfMetric = ({ primary }, spec, hosts) => {
  const step = spec.load.steps[primary.stepIndex];
  if (step?.loop === 'open') {
    return [
      'The primary step is an open loop: its throughput is the rate that was asked for, as long as it is met; choose a closed loop, or another metric.',
    ];
  }
  const server = hosts.get(spec.server.hostId);
  if (!server) return [];
  const clients = spec.clients.flatMap(({ hostId }) => {
    const host = hosts.get(hostId);
    return host ? [toolCpuCount(spec, { hostId, facts: host.facts })] : [];
  });
  const ofTool = clients.reduce((total, cpus) => total + cpus, 0);
  const ofTarget = toolCpuCountOfTarget(spec, server);
  if (ofTool >= ofTarget) return [];
  return [
    `The load generator may use ${cpus(ofTool)} and the target ${ofTarget}: the client is then likely the wall, and its throughput says nothing of the server; give the target fewer CPUs, or add a client.`,
  ];
};

/** CPUs that the target may use: the same words choose them. */
const toolCpuCountOfTarget = (spec: RunSpec, { facts }: NamedHost): number =>
  spec.tuning.targetCpus === null
    ? parseCpuList(facts.onlineCpus).length
    : toolCpuCount({ ...spec, load: { ...spec.load, toolCpus: spec.tuning.targetCpus } }, { hostId: '', facts });

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
          'The primary step is a closed loop, which stops asking while the server stalls: its latency supports no claim; choose a step with a rate that the server meets.',
        ]
      : []),
    ...(coarse >= 1000
      ? [
          `${tool} tells latencies to ${coarse / 1000} ms: those below ${(RESOLUTIONS_LEAST * coarse) / 1000} ms are too coarse to be compared; choose another load generator.`,
        ]
      : []),
  ];
};
