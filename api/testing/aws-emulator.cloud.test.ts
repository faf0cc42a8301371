import { DescribeAvailabilityZonesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAwsEmulator } from '../../scripts/test/aws-emulator.mjs';

let emulator: Awaited<ReturnType<typeof startAwsEmulator>>;
const client = () => ({
  endpoint: emulator.url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'emulated', secretAccessKey: 'emulated' },
});

beforeAll(async () => {
  emulator = await startAwsEmulator();
});
afterAll(() => emulator.stop());

describe('what stands for AWS in tests', () => {
  it('has zones, as an empty account has', async () => {
    const { AvailabilityZones = [] } = await new EC2Client(client()).send(new DescribeAvailabilityZonesCommand());
    expect(AvailabilityZones.map(({ ZoneName }) => ZoneName)).toContain('us-east-1a');
  });

  it('keeps what is put into a bucket', async () => {
    const s3 = new S3Client({ ...client(), forcePathStyle: true });
    await s3.send(new CreateBucketCommand({ Bucket: 'lab' }));
    await s3.send(new PutObjectCommand({ Bucket: 'lab', Key: 'a', Body: 'kept' }));
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'lab', Key: 'a' }));
    expect(await Body?.transformToString()).toBe('kept');
  });
});
