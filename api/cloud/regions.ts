import { DescribeRegionsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { asked, ec2 } from './aws-call.ts';

/** Where regions are asked for when the configuration names none. */
const ANY_REGION = 'us-east-1';

/** The region that AWS's own configuration of this machine names; null: none. */
export async function configuredRegion(): Promise<string | null> {
  try {
    return await new EC2Client({}).config.region();
  } catch {
    return null;
  }
}

/** Whether AWS's chain of credentials finds any. They are used by no call here, and go nowhere. */
export async function hasCredentials(): Promise<boolean> {
  try {
    await new EC2Client({ region: ANY_REGION }).config.credentials();
    return true;
  } catch {
    return false;
  }
}

/** Regions that the account has enabled. */
export async function listRegions(): Promise<string[]> {
  const region = (await configuredRegion()) ?? ANY_REGION;
  const { Regions = [] } = await asked('ec2:DescribeRegions', region, () =>
    ec2(region).send(new DescribeRegionsCommand({})),
  );
  return Regions.flatMap(({ RegionName }) => RegionName ?? []);
}
