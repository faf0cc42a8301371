import { isDeepStrictEqual } from 'node:util';
import type { CreateExperiment, SpecChange } from '../../contract/experiment.ts';
import { type RunSpec, runSpec } from '../../contract/spec.ts';
import type { SpecFault } from '../spec/spec-fault.ts';
import { applyChanges } from './change-spec.ts';
import { againOf, type Configuration, changeOf, sameConfiguration } from './configuration.ts';

/** What one round runs, the baseline first; of a noise floor it twice. Or what is wrong, with the field of the request. */
export function configurationsOf(
  input: CreateExperiment,
): { configurations: Configuration[] } | { faults: SpecFault[] } {
  const baseline: Configuration = { ...input.baseline, changes: [] };
  const faults = [...kindFaults(input), ...nameFaults(input)];
  if (input.kind === 'noise-floor') {
    return faults.length > 0 ? { faults } : { configurations: [baseline, againOf(baseline)] };
  }
  const configurations = [baseline];
  for (const [index, variant] of input.variants.entries()) {
    const path = `variants.${index}`;
    const made = changed(baseline.spec, variant.changes, path);
    if ('faults' in made) faults.push(...made.faults);
    else {
      const twin = configurations.find(({ spec }) => isDeepStrictEqual(spec, made.spec));
      if (twin) faults.push({ path: `${path}.changes`, message: sameConfiguration(variant, twin) });
      configurations.push({ ...variant, spec: made.spec });
    }
  }
  return faults.length > 0 ? { faults } : { configurations };
}

function kindFaults({ kind, variants }: CreateExperiment): SpecFault[] {
  if (kind === 'noise-floor' && variants.length > 0) {
    const message = 'A noise floor runs its baseline against itself; take the variants out, or make it a comparison.';
    return [{ path: 'variants', message }];
  }
  if (kind === 'comparison' && variants.length === 0) {
    const message = 'A comparison needs a variant; add one, or make it a noise floor.';
    return [{ path: 'variants', message }];
  }
  return [];
}

function nameFaults({ baseline, variants }: CreateExperiment): SpecFault[] {
  const names = [baseline, ...variants].map(({ name }) => name.toLowerCase());
  return variants.flatMap(({ name }, index) =>
    names.indexOf(name.toLowerCase()) <= index
      ? [{ path: `variants.${index}.name`, message: `Two configurations are called ${name}; give each its own name.` }]
      : [],
  );
}

function changed(baseline: RunSpec, changes: SpecChange[], path: string): { spec: RunSpec } | { faults: SpecFault[] } {
  const applied = applyChanges(baseline, changes);
  if ('faults' in applied) {
    return {
      faults: applied.faults.map(({ index, of, message }) => ({ path: `${path}.changes.${index}.${of}`, message })),
    };
  }
  const parsed = runSpec.safeParse(applied.spec);
  if (parsed.success) return { spec: parsed.data };
  const faults = parsed.error.issues.map((issue) => ({
    path: `${path}.changes${changeOf(changes, `spec.${issue.path.join('.')}`)}`,
    message: `/${issue.path.join('/')}: ${issue.message}`,
  }));
  return { faults };
}
