/** What the launches of every instance of millionrps carry. */
export const LAUNCH_TAG = 'millionrps:launch';
export const HOST_TAG = 'millionrps:host';
export const ATTEMPT_TAG = 'millionrps:attempt';
/** When whatever carries it may be ended by anyone, in seconds since the epoch. */
export const TTL_TAG = 'millionrps:ttl';

export interface TagOwner {
  launchId: string;
  expiresAtUs: number;
}

type Tag = { Key: string; Value: string };

export const tagsOf = ({ launchId, expiresAtUs }: TagOwner, more: Tag[] = []): Tag[] => [
  { Key: 'Name', Value: `millionrps ${launchId.slice(-6)}` },
  { Key: LAUNCH_TAG, Value: launchId },
  { Key: TTL_TAG, Value: String(Math.ceil(expiresAtUs / 1e6)) },
  ...more,
];

export const ofLaunch = (launchId: string) => [{ Name: `tag:${LAUNCH_TAG}`, Values: [launchId] }];

export const tagOf = (tags: { Key?: string; Value?: string }[] | undefined, key: string): string | null =>
  tags?.find(({ Key }) => Key === key)?.Value ?? null;
