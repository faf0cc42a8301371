import type { Launch, LaunchQuota, LaunchSpec, LaunchState } from '../../contract/launch.ts';
import type { Failure } from '../../contract/primitives.ts';
import { formatCount } from '../words/numbers.ts';

const LABELS: Record<LaunchState, string> = {
  requested: 'requested',
  launching: 'launching',
  joining: 'waiting for agents',
  ready: 'ready',
  releasing: 'ending',
  released: 'ended',
  failed: 'failed',
};

export const launchStateLabel = (state: LaunchState): string => LABELS[state];

/** 'c8i.32xlarge + 2 × c8i.8xlarge in eu-central-1'; the server stands first. */
export function launchTitle({ server, clients, region }: Pick<LaunchSpec, 'server' | 'clients' | 'region'>): string {
  const parts = [
    ...(server ? [server.instanceType] : []),
    ...(clients ? [clients.count === 1 ? clients.instanceType : `${clients.count} × ${clients.instanceType}`] : []),
  ];
  return `${parts.join(' + ')} in ${region}`;
}

/** 'launch 3f2a9c', which tells launches of one shape apart. The last digits of an id are random; the first ones are those of the time. */
export const launchNumber = (launchId: string): string => `launch ${launchId.slice(-6)}`;

/** What a host is called while it is launched, and after: 'c8i.8xlarge client 2, launch 3f2a9c'. */
export function launchedHostName(
  { instanceType, role, index, of }: { instanceType: string; role: 'server' | 'client'; index: number; of: number },
  launchId: string,
): string {
  return `${instanceType} ${role}${of > 1 ? ` ${index + 1}` : ''}, ${launchNumber(launchId)}`;
}

/** Needed against allowed, and what to ask for where it is too little. */
export function quotaSentence(quota: Omit<LaunchQuota, 'sentence'>, region: string): string {
  const { name, neededVcpus, usedVcpus, allowedVcpus } = quota;
  const needed = `${formatCount(neededVcpus)} vCPUs`;
  if (allowedVcpus === null) return `Needs ${needed} of the quota “${name}”, which could not be read.`;
  const used = usedVcpus ?? 0;
  const inUse = used > 0 ? `, and ${formatCount(used)} are in use` : '';
  const allowed = `“${name}” allows ${formatCount(allowedVcpus)} in ${region}${inUse}`;
  if (isEnough(quota)) return `Needs ${needed}; ${allowed}.`;
  return `Needs ${needed}, but ${allowed}. Ask AWS for at least ${formatCount(used + neededVcpus)} under Service Quotas, Amazon EC2.`;
}

/** A quota that could not be read may suffice. */
export const isEnough = ({
  neededVcpus,
  usedVcpus,
  allowedVcpus,
}: Pick<LaunchQuota, 'neededVcpus' | 'usedVcpus' | 'allowedVcpus'>): boolean =>
  allowedVcpus === null || neededVcpus + (usedVcpus ?? 0) <= allowedVcpus;

/** Why a run waits for a launch, or no longer does. */
export function awaitedSentence({ state, zone }: Pick<Launch, 'state' | 'zone'>): string {
  switch (state) {
    case 'requested':
      return 'Its hosts are requested from AWS.';
    case 'launching':
      return `Its hosts are being launched${zone === null ? '' : ` in ${zone}`}.`;
    case 'joining':
      return 'Its hosts are launched; their agents have yet to join.';
    case 'ready':
      return 'Its hosts are ready.';
    case 'releasing':
      return 'Its hosts are being terminated.';
    case 'released':
    case 'failed':
      return 'None of its hosts is left.';
  }
}

/** Why the hosts of a kept launch were ended. */
export const NOT_KEPT: Failure = {
  code: 'hosts-ended',
  sentence: 'Its hosts were ended, as they had waited for a run for as long as they are kept. Launch again.',
};

export const endedBy = (name: string | null): Failure => ({
  code: 'ended',
  sentence: `Ended by ${name ?? 'a person'}.`,
});

/** Of a launch of the shape that is asked for, which is not taken. */
export const notFreeSentence = (launchId: string): string =>
  `Of this shape there is ${launchNumber(launchId)}, which is in use, or promised for some minutes to whoever asked for it. So new hosts are launched.`;

/** Where root starts the API, it is a user without a home. */
export function noCredentialsSentence({ hasHome, userId }: { hasHome: boolean; userId: number | undefined }): string {
  const profile = hasHome
    ? 'a profile in ~/.aws'
    : `a profile in files that the API's user id ${userId} may read, named by AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE`;
  return `The API finds no AWS credentials on its machine. Give it an instance profile, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or ${profile}. Then restart it; docs/aws.md says how.`;
}
