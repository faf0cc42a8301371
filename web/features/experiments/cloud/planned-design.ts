import type { CreateExperiment, ExperimentDesign } from '@contract/experiment';
import { againOf, type Configuration } from '@rules/experiment/configuration';
import { designExperiment } from '@rules/experiment/design-experiment';
import { experimentFaults } from '@rules/experiment/experiment-check';
import { runNoiseOf } from '@rules/experiment/run-noise';
import { hostIdsOf } from '@rules/spec/hosts-of-spec';
import { ApiError } from '@/api/problem';
import type { HostOf } from '@/features/draft/run-facts';
import type { ExperimentReading } from '@/features/experiments/form/read-experiment';

type Asked = Pick<ExperimentReading, 'body' | 'specs'>;

/** What an experiment on hosts to come could show: as the API says of hosts that are there, of which it knows more. */
export function plannedDesign({ body, specs }: Asked, hostOf: HostOf): ExperimentDesign {
  const configurations = configurationsOf({ body, specs });
  const hosts = new Map(
    specs.flatMap(hostIdsOf).flatMap((id) => {
      const host = hostOf(id);
      return host ? [[id, host] as const] : [];
    }),
  );
  const input: CreateExperiment = { ...body, start: true };
  const fields = experimentFaults(input, configurations, hosts);
  // Before anything is launched: the API would say so only of hosts that cost money already.
  if (fields[0]) throw new ApiError(422, { code: 'invalid-input', detail: fields[0].message, fields });
  return designExperiment({
    ...{ input, configurations, hosts },
    noiseOf: (metric) => ({ runNoise: runNoiseOf(metric, null, []), noise: null }),
  });
}

function configurationsOf({ body: { kind, baseline: named, variants }, specs }: Asked): Configuration[] {
  const baseline: Configuration = { ...named, changes: [] };
  if (kind === 'noise-floor') return [baseline, againOf(baseline)];
  return [baseline, ...variants.map((variant, index) => ({ ...variant, spec: specs[index + 1] ?? named.spec }))];
}
