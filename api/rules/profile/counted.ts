import type { RunStep, StepProfile } from '../../contract/step.ts';
import type { Stacks } from './call-tree.ts';
import type { Pprof } from './pprof.ts';
import { Malformed } from './protocol-buffer.ts';

/** What is counted of a profile, and in which of its values that stands. */
export interface Counted {
  index: number;
  sampleType: string;
  unit: string;
  /** What a sample of the clock stands for; null where no clock took samples. */
  sampleValue: number | null;
}

/** The agent names the values of its table; pictures use the same. */
export function countedOf({ sampleTypes, period }: Pprof, sampleType: string): Counted {
  const index = sampleTypes.findIndex(({ type }) => type === sampleType);
  const found = sampleTypes[index];
  if (!found) throw new Malformed(`it has no ${sampleType}`);
  const clock = period !== null && period.type === found.type && period.unit === found.unit;
  return { index, sampleType: found.type, unit: found.unit, sampleValue: clock ? period.value : null };
}

/** Requests that were answered while the profile was taken, at the mean rate of its step; null without a duration or a rate. */
export function requestsDuring({ durationSeconds }: StepProfile, { point }: Pick<RunStep, 'point'>): number | null {
  const requests = (point?.requestsPerSecond ?? 0) * durationSeconds;
  return requests > 0 ? requests : null;
}

/** The stacks of several profiles, each with its lane, as one. Functions are one where `keyOf` says so. */
export function stacksOf(
  profiles: { pprof: Pprof; index: number; lane: number }[],
  keyOf: (one: { name: string; file: string }) => string,
): Stacks {
  const functions: Stacks['functions'] = [];
  const placeOf = new Map<string, number>();
  const place = (one: Stacks['functions'][number]): number => {
    const key = keyOf(one);
    const known = placeOf.get(key) ?? functions.push(one) - 1;
    placeOf.set(key, known);
    return known;
  };
  const read = profiles.map(({ pprof, index, lane }) => {
    const places = pprof.functions.map(place);
    const of = new Map(
      [...pprof.locations].map(([id, inner]): [number, number[]] => [id, inner.map((one) => places[one] as number)]),
    );
    return { samples: pprof.samples, of, index, lane };
  });
  return {
    functions,
    each: (visit) => {
      for (const { samples, of, index, lane } of read)
        for (const { locations, values } of samples) {
          const value = values[index] ?? 0;
          const stack = locations.flatMap((id) => of.get(id) ?? []);
          if (value > 0 && stack.length > 0) visit(stack, value, lane);
        }
    },
  };
}
