/** The place of files that lie in the data folder. */
export const DISK = 'disk';

/** Where in S3, or in what speaks its protocol, blobs lie. */
export interface Bucket {
  name: string;
  /** Before every key: empty, or ending with a slash. */
  prefix: string;
  /** Null: AWS itself. */
  endpoint: string | null;
  /** Whether browsers get files from the bucket: no, from where the API does, or from another address of the same bucket. */
  downloads: 'api' | 'direct' | { endpoint: string };
}

const ADDRESS =
  /^s3:\/\/(?<name>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[\w!.*'()-]+(?:\/[\w!.*'()-]+)*))?\/?$/;

/** `s3://bucket/prefix`; null when it is no such address. */
export function readBucketAddress(address: string): Pick<Bucket, 'name' | 'prefix'> | null {
  const { name, prefix } = ADDRESS.exec(address)?.groups ?? {};
  return name === undefined ? null : { name, prefix: prefix ? `${prefix}/` : '' };
}

export const bucketAddress = ({ name, prefix }: Pick<Bucket, 'name' | 'prefix'>): string =>
  `s3://${name}/${prefix}`.replace(/\/$/, '');

type Environment = Record<string, string | undefined>;

const unusable = (name: string, reason: string): Error =>
  new Error(`The environment variable ${name} is not usable: ${reason}`);

/** Null: files lie in the data folder. Throws one sentence that names the variable at fault. */
export function readBucket(env: Environment): Bucket | null {
  if (!env.MILLIONRPS_BLOBS) return null;
  const address = readBucketAddress(env.MILLIONRPS_BLOBS);
  if (!address) throw unusable('MILLIONRPS_BLOBS', 'it is an address such as s3://bucket/prefix, or not set');
  const endpoint = readEndpoint(env, 'MILLIONRPS_S3_ENDPOINT');
  return { ...address, endpoint, downloads: readDownloads(env, endpoint) };
}

/** An endpoint of one's own may have a name that only the API's network knows. */
function readDownloads(env: Environment, endpoint: string | null): Bucket['downloads'] {
  const { MILLIONRPS_S3_DOWNLOADS: asked } = env;
  if (!asked) return endpoint === null ? 'direct' : 'api';
  if (asked === 'api' || asked === 'direct') return asked;
  const named = readEndpoint(
    env,
    'MILLIONRPS_S3_DOWNLOADS',
    'it is api, direct, or an address such as https://s3.example',
  );
  return named === null ? 'api' : { endpoint: named };
}

function readEndpoint(
  env: Environment,
  name: string,
  what = 'it is an address such as https://s3.example:9000',
): string | null {
  const text = env[name];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw unusable(name, what);
  if (url.username || url.password) throw unusable(name, 'it holds a password; credentials come from the AWS SDK');
  return url.toString();
}
