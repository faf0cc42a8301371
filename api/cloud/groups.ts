import {
  AuthorizeSecurityGroupIngressCommand,
  CreatePlacementGroupCommand,
  CreateSecurityGroupCommand,
  DeletePlacementGroupCommand,
  DeleteSecurityGroupCommand,
  DescribePlacementGroupsCommand,
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
} from '@aws-sdk/client-ec2';
import { madeNothing } from '../rules/launch/aws-failure.ts';
import { asked, askedUnless, CloudRefusal, ec2 } from './aws-call.ts';
import { ofLaunch, type TagOwner, tagsOf } from './tags.ts';

/** Lets in nothing but what comes from the hosts of the launch. Made once, however often it is asked for. */
export async function makeSecurityGroup(region: string, owner: TagOwner, subnetId: string): Promise<string> {
  const client = ec2(region);
  const known = await listSecurityGroups(region, owner.launchId);
  const groupId = known[0] ?? (await createSecurityGroup(region, owner, await vpcOf(region, subnetId)));
  await askedUnless(/^InvalidPermission\.Duplicate$/, 'ec2:AuthorizeSecurityGroupIngress', region, () =>
    client.send(
      new AuthorizeSecurityGroupIngressCommand({
        GroupId: groupId,
        IpPermissions: [{ IpProtocol: '-1', UserIdGroupPairs: [{ GroupId: groupId }] }],
      }),
    ),
  );
  return groupId;
}

async function createSecurityGroup(region: string, owner: TagOwner, vpcId: string): Promise<string> {
  const { GroupId } = await asked('ec2:CreateSecurityGroup', region, () =>
    ec2(region).send(
      new CreateSecurityGroupCommand({
        GroupName: `millionrps-${owner.launchId}`,
        Description: 'Load between the hosts of one launch of millionrps',
        VpcId: vpcId,
        TagSpecifications: [{ ResourceType: 'security-group', Tags: tagsOf(owner) }],
      }),
    ),
  );
  if (GroupId) return GroupId;
  throw new CloudRefusal(madeNothing('security group'), 'Empty');
}

async function vpcOf(region: string, subnetId: string): Promise<string> {
  const { Subnets } = await asked('ec2:DescribeSubnets', region, () =>
    ec2(region).send(new DescribeSubnetsCommand({ SubnetIds: [subnetId] })),
  );
  return Subnets?.[0]?.VpcId ?? '';
}

async function listSecurityGroups(region: string, launchId: string): Promise<string[]> {
  const { SecurityGroups = [] } = await asked('ec2:DescribeSecurityGroups', region, () =>
    ec2(region).send(new DescribeSecurityGroupsCommand({ Filters: ofLaunch(launchId) })),
  );
  return SecurityGroups.flatMap(({ GroupId }) => GroupId ?? []);
}

export async function deleteSecurityGroups(region: string, launchId: string): Promise<void> {
  for (const groupId of await listSecurityGroups(region, launchId)) {
    await askedUnless(/^InvalidGroup(Id)?\.NotFound$/, 'ec2:DeleteSecurityGroup', region, () =>
      ec2(region).send(new DeleteSecurityGroupCommand({ GroupId: groupId })),
    );
  }
}

/** One for each subnet that is tried: a cluster is in one zone. */
export const placementGroupName = (launchId: string, attempt: number): string => `millionrps-${launchId}-${attempt}`;

export async function makePlacementGroup(region: string, owner: TagOwner, attempt: number): Promise<void> {
  await askedUnless(/^InvalidPlacementGroup\.Duplicate$/, 'ec2:CreatePlacementGroup', region, () =>
    ec2(region).send(
      new CreatePlacementGroupCommand({
        GroupName: placementGroupName(owner.launchId, attempt),
        Strategy: 'cluster',
        TagSpecifications: [{ ResourceType: 'placement-group', Tags: tagsOf(owner) }],
      }),
    ),
  );
}

export async function deletePlacementGroups(region: string, launchId: string): Promise<void> {
  const { PlacementGroups = [] } = await asked('ec2:DescribePlacementGroups', region, () =>
    ec2(region).send(new DescribePlacementGroupsCommand({ Filters: ofLaunch(launchId) })),
  );
  for (const { GroupName, State } of PlacementGroups) {
    if (!GroupName || State === 'deleting' || State === 'deleted') continue;
    await askedUnless(/^InvalidPlacementGroup\.Unknown$/, 'ec2:DeletePlacementGroup', region, () =>
      ec2(region).send(new DeletePlacementGroupCommand({ GroupName })),
    );
  }
}
