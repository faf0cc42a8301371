import { LOAD_LIMITS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { reading } from '@/features/draft/field-reading';

/** The spec with every step as long as was typed; as it is while nothing that can be read was. */
export function withStepSeconds(spec: RunSpec, text: string): RunSpec {
  const { optional, errors } = reading();
  const durationSeconds = optional('stepSeconds', text, ...LOAD_LIMITS.durationSeconds);
  if (durationSeconds === null || 'stepSeconds' in errors) return spec;
  return { ...spec, load: { ...spec.load, steps: spec.load.steps.map((step) => ({ ...step, durationSeconds })) } };
}

/** '10', or '10 to 30' where steps differ. */
export function stepSecondsText({ load }: RunSpec): string {
  const seconds = load.steps.map(({ durationSeconds }) => durationSeconds);
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)];
  return least === most ? String(least) : `${least} to ${most}`;
}

/** 'On keeps its own: 3 s.', of variants that change how long their steps last; '' without any. */
export function ownSecondsText(names: string[], specs: RunSpec[]): string {
  const [baseline, ...texts] = specs.map(stepSecondsText);
  return texts
    .flatMap((text, at) => (text === baseline ? [] : [`${names[at] ?? `Variant ${at + 1}`} keeps its own: ${text} s.`]))
    .join(' ');
}
