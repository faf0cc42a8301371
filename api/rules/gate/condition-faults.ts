import type { CreateExperiment } from '../../contract/experiment.ts';
import type { Configuration } from '../experiment/configuration.ts';
import type { SpecFault } from '../spec/spec-fault.ts';
import { readCondition } from './condition.ts';

type Asked = Pick<CreateExperiment, 'kind' | 'conditions' | 'primary'>;

/** What is wrong with the conditions of an experiment, each fault with its place in the request. */
export function conditionFaults(
  { kind, conditions = [], primary }: Asked,
  configurations: readonly Configuration[],
): SpecFault[] {
  if (conditions.length > 0 && kind === 'noise-floor')
    return [{ path: 'conditions', message: 'A noise floor has no variant that a condition could be about.' }];
  return conditions.flatMap((text, at) => {
    const message = faultOf(text, conditions.indexOf(text) < at, primary.stepIndex, configurations);
    return message === null ? [] : [{ path: `conditions.${at}`, message }];
  });
}

function faultOf(
  text: string,
  repeated: boolean,
  primaryStepIndex: number,
  configurations: readonly Configuration[],
): string | null {
  const read = readCondition(text, primaryStepIndex);
  if ('fault' in read) return read.fault;
  if (repeated) return `‘${text}’ stands twice.`;
  const short = configurations.find(({ spec }) => !spec.load.steps[read.stepIndex]);
  if (short) return `‘${text}’ is about step ${read.stepIndex + 1}, which ${short.name} does not have.`;
  const profiled = configurations.find(({ spec }) => (spec.load.steps[read.stepIndex]?.profiles.length ?? 0) > 0);
  return profiled
    ? `‘${text}’ is about step ${read.stepIndex + 1}, which ${profiled.name} profiles: that costs the target CPU time.`
    : null;
}
