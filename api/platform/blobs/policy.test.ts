import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** The action that each command needs; https://docs.aws.amazon.com/AmazonS3/latest/API has it under 'Permissions'. */
const ACTIONS: Record<string, string> = {
  AbortMultipartUpload: 's3:AbortMultipartUpload',
  DeleteObject: 's3:DeleteObject',
  GetObject: 's3:GetObject',
  HeadObject: 's3:GetObject',
  ListMultipartUploads: 's3:ListBucketMultipartUploads',
  ListObjectsV2: 's3:ListBucket',
  PutObject: 's3:PutObject',
  // Upload of lib-storage creates, fills, completes and aborts uploads in parts.
  Upload: 's3:PutObject',
};

it('the policy in the documents allows what the code asks of S3, and nothing else', () => {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  const asked = [...sources.matchAll(/new (\w+)Command\(|new (Upload)\(/g)].map(
    ([, command, upload]) => command ?? upload,
  );
  expect(asked.length).toBeGreaterThan(5);
  const needed = asked.map((name = '') => ACTIONS[name] ?? `${name} has no action here`);

  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/storage.md'), 'utf8');
  const policy = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '') as {
    Statement: { Action: string[]; Resource: string }[];
  };
  const allowed = policy.Statement.flatMap(({ Action }) => Action);
  expect([...allowed].sort()).toEqual([...new Set(needed)].sort());
});
