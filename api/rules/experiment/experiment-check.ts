import type { CreateExperiment } from '../../contract/experiment.ts';
import type { LatencyKind } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { byLoad } from '../comparison/compare-steps.ts';
import { stableJson } from '../export/stable-json.ts';
import { conditionFaults } from '../gate/condition-faults.ts';
import { isLatency, METRIC_WORDS, percentileOf } from '../outcomes/figures.ts';
import { withEveryParameter } from '../spec/named-parameters.ts';
import { checkSpec } from '../spec/spec-check.ts';
import type { SpecFault } from '../spec/spec-fault.ts';
import type { NamedHost } from '../spec/target-address.ts';
import { type Configuration, changeOf, sameConfiguration } from './configuration.ts';

/** What makes an experiment impossible on these hosts, each fault with the field of the request that it belongs to. */
export function experimentFaults(
  input: Pick<CreateExperiment, 'kind' | 'primary' | 'conditions'>,
  configurations: readonly Configuration[],
  hosts: Map<string, NamedHost>,
): SpecFault[] {
  const [baseline, ...variants] = configurations;
  if (!baseline) return [];
  const ofBaseline = checkSpec(baseline.spec, hosts);
  const known = new Set(ofBaseline.map(({ path, message }) => `${path} ${message}`));
  return [
    ...ofBaseline.map(({ path, message }) => ({ path: `baseline.${path}`, message })),
    ...variants.flatMap(({ name, spec, changes }, index) =>
      checkSpec(spec, hosts)
        .filter(({ path, message }) => !known.has(`${path} ${message}`))
        .map(({ path, message }) => ({
          path: `variants.${index}.changes${changeOf(changes, path)}`,
          message: `${name}: ${message}`,
        })),
    ),
    ...twinFaults(configurations, hosts),
    ...configurations.flatMap((configuration) => searchFaults(configuration)),
    ...stepFaults(baseline, variants),
    ...primaryFaults(input.primary, configurations, hosts),
    ...conditionFaults(input, configurations),
  ];
}

const isSame = (one: RunSpec | string[], other: RunSpec | string[]): boolean => stableJson(one) === stableJson(other);

/** A parameter that is left out has its default: a variant that chooses that runs the same. */
function twinFaults([baseline, ...variants]: readonly Configuration[], hosts: Map<string, NamedHost>): SpecFault[] {
  const made = ({ spec }: Configuration): RunSpec =>
    withEveryParameter(spec, hosts.get(spec.server?.hostId ?? '')?.facts ?? null);
  return variants.flatMap((variant, index) => {
    if (variant.changes.length === 0) return [];
    const earlier = [...(baseline ? [baseline] : []), ...variants.slice(0, index)];
    const twin = earlier.find((one) => isSame(made(one), made(variant)));
    return twin ? [{ path: `variants.${index}.changes`, message: sameConfiguration(variant, twin) }] : [];
  });
}

/** Step k of one configuration is compared with step k of another, whatever load each asks for. */
function stepFaults(baseline: Configuration, variants: Configuration[]): SpecFault[] {
  return variants.flatMap((variant, index) => {
    const message = unlikeSteps(baseline, variant);
    if (message === null) return [];
    return [{ path: `variants.${index}.changes${changeOf(variant.changes, 'spec.load.steps')}`, message }];
  });
}

/** Loads that both have would meet other loads. */
function unlikeSteps(baseline: Configuration, variant: Configuration): string | null {
  const [from, to] = [baseline, variant].map(({ spec }) => byLoad(spec.load.steps).map(String));
  if (!from || !to) return null;
  if (from.length !== to.length)
    return `${variant.name} has ${stepsOf(variant)} and ${baseline.name} ${stepsOf(baseline)}: steps are compared by position, so give every configuration the same number of steps.`;
  if (isSame(from, to) || !isSame(from.toSorted(), to.toSorted())) return null;
  return `${variant.name} has the steps of ${baseline.name} in another order: steps are compared by position, so step ${1 + from.findIndex((load, at) => load !== to[at])} would be compared with another load. Give both the same order.`;
}

function stepsOf({ spec }: Configuration): string {
  const { length } = spec.load.steps;
  return length === 1 ? 'one step' : `${length} steps`;
}

function searchFaults({ name, spec }: Configuration): SpecFault[] {
  if (spec.load.search === null) return [];
  const message = `${name} searches for its ceiling: its steps are not known in advance, so rounds cannot be compared. Give it steps.`;
  return [{ path: 'baseline.spec.load.search', message }];
}

function primaryFaults(
  { metric, stepIndex }: CreateExperiment['primary'],
  configurations: readonly Configuration[],
  hosts: Map<string, NamedHost>,
): SpecFault[] {
  const fault = (message: string, path = 'primary.stepIndex'): SpecFault[] => [{ path, message }];
  const number = stepIndex + 1;
  for (const configuration of configurations) {
    const { name, spec } = configuration;
    const step = spec.load.steps[stepIndex];
    if (!step) return fault(`${name} has ${stepsOf(configuration)}, so no step ${number}.`);
    if (step.profiles.length > 0) {
      return fault(
        `Step ${number} of ${name} is profiled, which costs the target CPU time; choose a step without profiles.`,
      );
    }
    const lacking = isLatency(metric) ? latencyLacks(metric, spec, hosts) : null;
    if (lacking !== null) return fault(`${name}: ${lacking}`, 'primary.metric');
  }
  const unlike = isLatency(metric) ? unlikeLatencies(stepIndex, configurations, hosts) : null;
  return unlike === null ? [] : fault(unlike, 'primary.metric');
}

const KINDS: Record<LatencyKind, string> = {
  closed: 'of a closed loop',
  synthetic: 'corrected afterwards',
  open: 'of an open loop',
};

/** Latencies of two kinds have no ratio, so that no round could be judged. */
function unlikeLatencies(
  stepIndex: number,
  configurations: readonly Configuration[],
  hosts: Map<string, NamedHost>,
): string | null {
  const [baseline, ...others] = configurations.flatMap(({ name, spec: { clients, load } }) => {
    const tool = hosts.get(clients[0]?.hostId ?? '')?.facts.tools.find((one) => one.name === load.tool);
    const kind = tool?.abilities?.loops.find(({ loop }) => loop === load.steps[stepIndex]?.loop)?.latency;
    return kind ? [{ name, kind }] : [];
  });
  const other = others.find(({ kind }) => kind !== baseline?.kind);
  if (!baseline || !other) return null;
  return `Latency is ${KINDS[baseline.kind]} in ${baseline.name} and ${KINDS[other.kind]} in ${other.name}, and two kinds have no ratio; choose another metric, or one kind of loop on every side.`;
}

/** Why no run of this spec would have the percentile. */
function latencyLacks(
  metric: CreateExperiment['primary']['metric'],
  { load, clients }: Configuration['spec'],
  hosts: Map<string, NamedHost>,
): string | null {
  const percentile = percentileOf(metric);
  for (const { hostId } of clients) {
    const abilities = hosts.get(hostId)?.facts.tools.find(({ name }) => name === load.tool)?.abilities;
    if (!abilities) continue;
    if (percentile && !abilities.percentiles.includes(percentile)) {
      return `${load.tool} reports no ${METRIC_WORDS[metric].label}; choose another load generator or another metric.`;
    }
    if (clients.length > 1 && !abilities.histogram) {
      return `several clients of ${load.tool} have no common ${METRIC_WORDS[metric].label}, as it emits no histogram; choose another load generator or another metric.`;
    }
  }
  return null;
}
