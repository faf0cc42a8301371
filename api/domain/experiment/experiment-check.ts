import { isDeepStrictEqual } from 'node:util';
import type { CreateExperiment } from '../../contract/experiment.ts';
import { isLatency } from '../outcomes/figures.ts';
import { checkSpec, type SpecFault } from '../spec-check.ts';
import type { NamedHost } from '../target-address.ts';
import { type Configuration, changeOf } from './configurations.ts';
import { metricName, percentileOf } from './metrics.ts';

/** What makes an experiment impossible on these hosts, each fault with the field of the request that it belongs to. */
export function experimentFaults(
  { primary }: Pick<CreateExperiment, 'primary'>,
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
    ...configurations.flatMap((configuration) => searchFaults(configuration)),
    ...primaryFaults(primary, configurations, hosts),
  ];
}

function searchFaults({ name, spec }: Configuration): SpecFault[] {
  if (spec.load.search === null) return [];
  const message = `${name} searches for its ceiling: its steps are not known before, so no round could be compared with another. Give it steps.`;
  return [{ path: 'baseline.spec.load.search', message }];
}

function primaryFaults(
  { metric, stepIndex }: CreateExperiment['primary'],
  configurations: readonly Configuration[],
  hosts: Map<string, NamedHost>,
): SpecFault[] {
  const fault = (message: string, path = 'primary.stepIndex'): SpecFault[] => [{ path, message }];
  const number = stepIndex + 1;
  for (const { name, spec } of configurations) {
    const { steps } = spec.load;
    const step = steps[stepIndex];
    if (!step)
      return fault(`${name} has ${steps.length === 1 ? 'one step' : `${steps.length} steps`}, so no step ${number}.`);
    if (step.profiles.length > 0) {
      return fault(
        `Step ${number} of ${name} is profiled, which costs the target CPU time; choose a step without profiles.`,
      );
    }
    if (!isDeepStrictEqual(loadOf(step), loadOf(configurations[0]?.spec.load.steps[stepIndex]))) {
      return fault(
        `Step ${number} of ${name} asks for another load than the baseline's, and only steps of the same load are compared; choose a step that all have in common.`,
      );
    }
    const lacking = isLatency(metric) ? latencyLacks(metric, spec, hosts) : null;
    if (lacking !== null) return fault(`${name}: ${lacking}`, 'primary.metric');
  }
  return [];
}

type Step = Configuration['spec']['load']['steps'][number];

const loadOf = (step: Step | undefined): unknown => step && { ...step, durationSeconds: 0, profiles: [] };

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
      return `${load.tool} does not tell the ${metricName(metric)}; choose another load generator or another metric.`;
    }
    if (clients.length > 1 && !abilities.histogram) {
      return `several clients of ${load.tool} have no common ${metricName(metric)}, as it emits no histogram; choose another load generator or another metric.`;
    }
  }
  return null;
}
