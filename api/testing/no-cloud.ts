import { CloudRefusal } from '../cloud/aws-call.ts';
import type { Cloud } from '../cloud/cloud.ts';
import { awsFailure } from '../rules/launch/aws-failure.ts';

const refuse = async (): Promise<never> => {
  const fault = { action: 'ec2:DescribeInstances', region: 'us-east-1', name: 'CredentialsProviderError', message: '' };
  throw new CloudRefusal(awsFailure(fault), fault.name);
};

/** A machine without AWS credentials, wherever a test runs. */
export const noCloud: Cloud = {
  hasCredentials: async () => false,
  configuredRegion: async () => null,
  listRegions: refuse,
  ask: async () => ({
    known: {
      types: new Map(),
      zones: new Map(),
      subnets: [],
      securityGroupVpcId: null,
      imageArchitecture: null,
      allowedVcpus: new Map(),
      usedVcpus: new Map(),
    },
    images: {},
    prices: new Map(),
    failures: [await refuse().catch((error: CloudRefusal) => error.failure)],
    untold: [],
  }),
  look: refuse,
  listTagged: refuse,
  run: refuse,
  terminate: refuse,
  makeSecurityGroup: refuse,
  makePlacementGroup: refuse,
  deletePlacementGroups: refuse,
  deleteSecurityGroups: refuse,
};
