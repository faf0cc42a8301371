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
  | 'not-shown'
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
  // A group that was just made, or made by a call whose answer was lost.
  'not-shown': /^InvalidGroup(Id)?\.(NotFound|Duplicate)$/,
  throttled:
    /^(RequestLimitExceeded|Throttling(Exception)?|ThrottledException|RequestThrottled(Exception)?|TooManyRequests(Exception)?|SlowDown|EC2ThrottledException|BandwidthLimitExceeded)$/,
  unreachable:
    /^(TimeoutError|NetworkingError|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|AbortError|InternalError|InternalFailure|ServiceUnavailable|Unavailable|UnknownEndpoint|UnreadableAnswer)$/,
};

/** Found on this side, before AWS hears of the call. */
const NEVER_ASKED = /^(CredentialsProviderError|TokenProviderError|NoCredentials)$/;

/** AWS answered, and says that it cannot. */
const ITS_OWN_TROUBLE = /^(InternalError|InternalFailure|ServiceUnavailable|Unavailable)$/;

const SAID_MOST = 400;

export function awsFailureCode(name: string): LaunchFailureCode {
  // Throttling is asked for first: RequestLimitExceeded is no limit of anything that could be raised by a request.
  const order = [
    'throttled',
    'not-shown',
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

const TRY_LATER = 'Try again later.';

/** The same of a call that the instance makes again. */
export const triedAgain = ({ code, sentence }: Failure): Failure => ({
  code,
  sentence: sentence.endsWith(TRY_LATER)
    ? `${sentence.slice(0, -TRY_LATER.length)}It is tried again by itself.`
    : sentence,
});

function sentenceOf(code: LaunchFailureCode, fault: AwsFault): string {
  const { action, region } = fault;
  const said = saidBy(fault);
  switch (code) {
    case 'no-credentials':
      if (NEVER_ASKED.test(fault.name))
        return `No AWS credentials could be used for ${action}. ${saidBy(fault, 'AWS’s SDK')} docs/aws.md says how the API gets some.`;
      return `AWS accepted no credentials for ${action}. ${said} Check the AWS credentials of the machine on which the API runs.`;
    case 'unauthorised':
      return `The API’s AWS credentials may not call ${actionIn(fault)}. Allow it in their IAM policy; docs/aws.md has the whole policy.`;
    case 'capacity':
      if (fault.name === 'InsufficientFreeAddressesInSubnet')
        return `The subnet has no free address left. ${said} Choose another subnet, or free addresses in it.`;
      if (fault.name === 'SpotMaxPriceTooLow')
        return `The spot price is higher than what was offered. ${said} Choose another instance type or zone, or on-demand.`;
      return `AWS has no capacity for this now. ${said} Allow more zones, choose another instance type, or try again later.`;
    case 'quota':
      return `An AWS quota in ${region} is too low. ${said} Ask for more in the AWS console under Service Quotas, Amazon EC2.`;
    case 'offering':
      return `AWS does not offer this there. ${said} Choose another zone, instance type or image.`;
    case 'throttled':
      return `AWS is throttling ${action} in ${region}. ${said} ${TRY_LATER}`;
    case 'not-shown':
      return `AWS does not show a security group as it was made or named. ${said} One that was just made is looked for again; one that you named has to be in ${region}.`;
    case 'unreachable':
      if (ITS_OWN_TROUBLE.test(fault.name)) return `AWS could not answer ${action} in ${region}. ${said} ${TRY_LATER}`;
      return `AWS did not answer ${action} in ${region} (${fault.name}). Check that there is such a region, and the network of the machine on which the API runs.`;
    case 'refused':
      return `AWS refused ${action}. ${said} Change the launch, or the account, so that it is possible.`;
  }
}

/** Kept from AWS, or from its answer: what to do about it helps more than what was said. */
const KEPT_FROM_AWS = ['unauthorised', 'no-credentials', 'unreachable'];

/** Of what a launch can do without: what is missing, and what to do where that is known. */
export const notTold = (what: string, of: Failure, said: string): Failure => ({
  code: of.code,
  sentence: `AWS did not tell ${what}. ${KEPT_FROM_AWS.includes(of.code) ? of.sentence : said}`.trim(),
});

/** Whoever may view a launch reads what AWS said of it: not whose account it is, nor with which key it was asked. */
export const masked = (said: string): string =>
  said
    .replace(/\barn:aws[a-z-]*:[^\s"',;)\]]*[^\s"',;)\].:]/g, 'arn:…')
    .replace(/\b(AKIA|ASIA)[A-Z0-9]{8,}\b/g, '$1…')
    .replace(/\b\d{12}\b/g, '…');

/** The encoded part of a refusal says more than a person may want to see, and only to those who may decode it. */
export function saidBy({ name, message }: AwsFault, who = 'It'): string {
  const plain = message
    .replace(/\s*Encoded authorization failure message:.*$/s, '')
    .replace(/\s+/g, ' ')
    .trim();
  const known = masked(plain);
  const short = known.length > SAID_MOST ? `${known.slice(0, SAID_MOST)} …` : known;
  return short === '' ? `${who} said: ${name}.` : `${who} said: ${name}, ${short.replace(/[.\s]*$/, '')}.`;
}

/** The action that was refused, which for RunInstances may be another one, such as that of tagging. */
const actionIn = ({ action, message }: AwsFault): string =>
  /not authorized to perform:? ([a-z0-9-]{1,40}:[A-Za-z]{1,80})/.exec(message)?.[1] ?? action;

/** AWS said yes and named nothing. */
export const madeNothing = (what: 'instance' | 'security group'): Failure => ({
  code: 'refused',
  sentence: `AWS made no ${what} and did not say why. Launch again.`,
});
