import type { Failure } from '../../contract/primitives.ts';

/** What AWS answered to one call, or why it gave no answer. */
export interface AwsFault {
  /** Such as `ec2:RunInstances`. */
  action: string;
  region: string;
  /** AWS's own code, or the name of the SDK's error. */
  name: string;
  message: string;
}

export type LaunchFailureCode =
  | 'no-credentials'
  | 'unauthorised'
  | 'capacity'
  | 'quota'
  | 'offering'
  | 'throttled'
  | 'unreachable'
  | 'refused';

const CODES: Record<Exclude<LaunchFailureCode, 'refused'>, RegExp> = {
  'no-credentials':
    /^(CredentialsProviderError|NoCredentials|AuthFailure|ExpiredToken(Exception)?|RequestExpired|InvalidClientTokenId|UnrecognizedClient(Exception)?|SignatureDoesNotMatch|InvalidAccessKeyId|TokenProviderError|OptInRequired|PendingVerification|Blocked)$/,
  unauthorised: /^(UnauthorizedOperation|AccessDenied(Exception)?|UnauthorizedAccess|NotAuthorized)$/,
  capacity:
    /^(InsufficientInstanceCapacity|InsufficientHostCapacity|InsufficientReservedInstanceCapacity|InsufficientCapacity(OnHost)?|InsufficientFreeAddressesInSubnet|InsufficientAddressCapacity|SpotMaxPriceTooLow|Server\.InsufficientInstanceCapacity)$/,
  quota:
    /^(VcpuLimitExceeded|InstanceLimitExceeded|MaxSpotInstanceCountExceeded|MaxSpotFleetRequestCountExceeded|PlacementGroupLimitExceeded|SecurityGroupLimitExceeded|VolumeLimitExceeded|\w+LimitExceeded)$/,
  offering: /^(Unsupported|UnsupportedOperation|InvalidInstanceType|InvalidParameterCombination)$/,
  throttled:
    /^(RequestLimitExceeded|Throttling(Exception)?|ThrottledException|RequestThrottled(Exception)?|TooManyRequests(Exception)?|SlowDown|EC2ThrottledException|BandwidthLimitExceeded)$/,
  unreachable:
    /^(TimeoutError|NetworkingError|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|AbortError|InternalError|InternalFailure|ServiceUnavailable|Unavailable|UnknownEndpoint|UnreadableAnswer)$/,
};

const SAID_MOST = 400;

export function awsFailureCode(name: string): LaunchFailureCode {
  // Throttling is asked for first: RequestLimitExceeded is no limit of anything that could be raised by a request.
  const order = [
    'throttled',
    'no-credentials',
    'unauthorised',
    'capacity',
    'quota',
    'offering',
    'unreachable',
  ] as const;
  return order.find((code) => CODES[code].test(name)) ?? 'refused';
}

/** Another subnet may have what this one refused. */
export const mayTryElsewhere = (code: string): boolean => ['capacity', 'quota', 'offering'].includes(code);
/** The same call may be taken later. */
export const mayTryLater = (code: string): boolean => code === 'throttled' || code === 'unreachable';

/** What AWS said, with what it means and what to do next. */
export function awsFailure(fault: AwsFault): Failure {
  const code = awsFailureCode(fault.name);
  return { code, sentence: sentenceOf(code, fault) };
}

function sentenceOf(code: LaunchFailureCode, fault: AwsFault): string {
  const { action, region } = fault;
  const said = saidBy(fault);
  switch (code) {
    case 'no-credentials':
      return `AWS accepted no credentials for ${action}. ${said} Check the AWS credentials of the machine on which the API runs.`;
    case 'unauthorised':
      return `The API’s AWS credentials may not call ${actionIn(fault)}. Allow it in their IAM policy; docs/aws.md has the whole policy.`;
    case 'capacity':
      return `AWS has no capacity for this now. ${said} Allow more zones, choose another instance type, or try again later.`;
    case 'quota':
      return `An AWS quota in ${region} is too low. ${said} Ask for more in the AWS console under Service Quotas, Amazon EC2.`;
    case 'offering':
      return `AWS does not offer this there. ${said} Choose another zone, instance type or image.`;
    case 'throttled':
      return `AWS is throttling ${action} in ${region}. ${said} It is tried again by itself.`;
    case 'unreachable':
      return `AWS did not answer ${action} in ${region}. ${said} Check the network of the machine on which the API runs.`;
    case 'refused':
      return `AWS refused ${action}. ${said} Change the launch, or the account, so that it is possible.`;
  }
}

/** The encoded part of a refusal says more than a person may want to see, and only to those who may decode it. */
export function saidBy({ name, message }: AwsFault): string {
  const plain = message
    .replace(/\s*Encoded authorization failure message:.*$/s, '')
    .replace(/\s+/g, ' ')
    .trim();
  const short = plain.length > SAID_MOST ? `${plain.slice(0, SAID_MOST)} …` : plain;
  return short === '' ? `It said: ${name}.` : `It said: ${name}, ${short.replace(/[.\s]*$/, '')}.`;
}

/** The action that was refused, which for RunInstances may be another one, such as that of tagging. */
const actionIn = ({ action, message }: AwsFault): string =>
  /not authorized to perform:? ([a-z0-9-]{1,40}:[A-Za-z]{1,80})/.exec(message)?.[1] ?? action;
