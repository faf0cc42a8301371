import { EC2Client } from '@aws-sdk/client-ec2';
import { PricingClient } from '@aws-sdk/client-pricing';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SSMClient } from '@aws-sdk/client-ssm';
import type { Failure } from '../contract/primitives.ts';
import { awsFailure, saidBy } from '../rules/launch/aws-failure.ts';

/** What AWS did not do, in words for people. AWS's own words are part of them, without names of accounts, users and keys. */
export class CloudRefusal extends Error {
  readonly failure: Failure;
  /** AWS's code, such as `InvalidGroup.Duplicate`. */
  readonly awsCode: string;
  /** What AWS said, without advice. */
  readonly said: string;

  constructor(failure: Failure, awsCode: string, said = '') {
    super(failure.sentence);
    this.name = 'CloudRefusal';
    this.failure = failure;
    this.awsCode = awsCode;
    this.said = said;
  }
}

/** Credentials and endpoints are found as by every AWS tool; what is throttled is asked again, ever more slowly. */
const settings = (region: string) => ({
  region,
  retryMode: 'adaptive',
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000 },
});

/** The pricing API is in few regions and tells of all: https://docs.aws.amazon.com/general/latest/gr/billing.html */
const PRICING_REGION = 'us-east-1';

const kept = new Map<string, unknown>();

function keptClient<T>(kind: string, region: string, make: () => T): T {
  const key = `${kind} ${region}`;
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}

export const ec2 = (region: string): EC2Client => keptClient('ec2', region, () => new EC2Client(settings(region)));
export const ssm = (region: string): SSMClient => keptClient('ssm', region, () => new SSMClient(settings(region)));
export const serviceQuotas = (region: string): ServiceQuotasClient =>
  keptClient('servicequotas', region, () => new ServiceQuotasClient(settings(region)));
export const pricing = (): PricingClient =>
  keptClient('pricing', PRICING_REGION, () => new PricingClient(settings(PRICING_REGION)));

/** Another endpoint or other credentials count from now on. */
export const forgetClients = (): void => kept.clear();

/** Makes one call; throws a CloudRefusal that says what happened and what to do. */
export async function asked<T>(action: string, region: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const { name = '', code, message = '' } = (error ?? {}) as { name?: string; code?: string; message?: string };
    const fault = { action, region, ...readable(name, code, message) };
    throw new CloudRefusal(awsFailure(fault), fault.name, saidBy(fault));
  }
}

/** A proxy on the way, or what stands in place of AWS, may answer with anything. */
function readable(name: string, code: string | undefined, message: string): { name: string; message: string } {
  if (message.includes('Deserialization error')) return { name: 'UnreadableAnswer', message: '' };
  return { name: name === 'Error' || name === 'AggregateError' ? (code ?? name) : name, message };
}

/** The same, where one answer of AWS is no trouble: null then. */
export async function askedUnless<T>(
  codes: RegExp,
  action: string,
  region: string,
  send: () => Promise<T>,
): Promise<T | null> {
  try {
    return await asked(action, region, send);
  } catch (error) {
    if (error instanceof CloudRefusal && codes.test(error.awsCode)) return null;
    throw error;
  }
}
