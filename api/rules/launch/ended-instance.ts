import type { Failure } from '../../contract/primitives.ts';
import { masked } from './aws-failure.ts';

/** Neither people nor this instance ended it, so what failed meanwhile may have come of it. */
export const isEndedFromOutside = (code: string): boolean => code === 'spot-interrupted' || code === 'instance-ended';

/** AWS may have ended it, or only left it out of its answers for so long. */
export const missingFailure = (name: string): Failure => ({
  code: 'instance-ended',
  sentence: `AWS does not show the instance of ${name} any more. Launch again if you did not end it yourself.`,
});

/** Why an instance that nobody asked to end did, from the reason of its state as AWS words it. */
export function endedFailure(name: string, reason: string): Failure {
  const said = reason === '' ? '' : ` AWS said: ${masked(reason).slice(0, 300)}.`;
  if (/^Server\.SpotInstance(Termination|Shutdown)/.test(reason)) {
    return {
      code: 'spot-interrupted',
      sentence: `AWS took the spot instance of ${name} back.${said} Launch again, or choose on-demand, which is not taken back.`,
    };
  }
  if (/^Server\.InsufficientInstanceCapacity/.test(reason)) {
    return {
      code: 'capacity',
      sentence: `AWS had no capacity for ${name} after all.${said} Allow more zones, choose another instance type, or try again later.`,
    };
  }
  if (/^Client\.(VolumeLimitExceeded|InstanceLimitExceeded)/.test(reason)) {
    return {
      code: 'quota',
      sentence: `An AWS quota ended ${name}.${said} Ask for more in the AWS console under Service Quotas.`,
    };
  }
  return {
    code: 'instance-ended',
    sentence: `The instance of ${name} was ended from outside.${said} Launch again if you did not end it yourself.`,
  };
}
