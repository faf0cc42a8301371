import { S3ServiceException } from '@aws-sdk/client-s3';
import { BlobMismatch, BlobTooLarge, StoreAway } from './blob-store.ts';

/** What the SDK's own failures are called; S3's come with a code of theirs. */
const WORDS: Record<string, string> = {
  CredentialsProviderError: 'the API has no credentials for it',
  TimeoutError: 'it does not answer in time',
  ECONNREFUSED: 'it does not answer',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ENOTFOUND: 'its address is not known',
  EAI_AGAIN: 'its address is not known',
  NoSuchBucket: 'there is no such bucket',
  NotFound: 'there is no such bucket',
  AccessDenied: 'access denied',
  Forbidden: 'access denied',
  SlowDown: 'too many requests',
  ServiceUnavailable: 'it is unavailable',
};

/**
 * A failure of S3 as a sentence for anybody. What S3 itself writes may name the account, the user and the id of the key, so only its
 * code is told.
 */
export function storeFault(error: unknown, verb: 'written' | 'read' | 'listed'): StoreAway {
  return new StoreAway(`The S3 bucket of MILLIONRPS_BLOBS cannot be ${verb}: ${reasonOf(error)}.`);
}

/** Ours, not one of S3: it is passed on as it is. */
export const isOwnFault = (error: unknown): boolean =>
  error instanceof BlobMismatch || error instanceof BlobTooLarge || error instanceof StoreAway;

export const isAbsent = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** Another request has put it, or is about to. */
export const isThereAlready = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.name === 'PreconditionFailed' || error.name === 'ConditionalRequestConflict');

/** A store that speaks S3's protocol without conditional writes. */
export const isUnknownCondition = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NotImplemented';

function reasonOf(error: unknown): string {
  const {
    name = '',
    code = '',
    $metadata,
  } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } };
  const known = WORDS[name] ?? WORDS[code];
  if (known) return known;
  const status = $metadata?.httpStatusCode;
  if (status !== undefined && /^\w{1,60}$/.test(name)) return `it answers ${status} ${name}`;
  if (/region is missing/i.test(String((error as Error).message))) return 'AWS_REGION is not set';
  return 'the request failed';
}
