import type { LaunchSpec } from '../contract/launch.ts';

/** A server and two clients, as simple as a launch can be. */
export const hardware = (over: Partial<LaunchSpec> = {}): LaunchSpec => ({
  region: 'us-east-1',
  server: { instanceType: 'c5.2xlarge' },
  clients: { instanceType: 'c5.xlarge', count: 2 },
  subnetIds: [],
  zones: [],
  securityGroupId: null,
  image: { kind: 'newest', system: 'amazon-linux-2023' },
  clusterPlacement: false,
  market: 'on-demand',
  ttlMinutes: 60,
  keepMinutes: 20,
  budgetMicroUsd: null,
  ...over,
});
