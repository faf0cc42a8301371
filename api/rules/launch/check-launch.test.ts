import { expect, it } from 'vitest';
import { hardware } from '../../testing/sample-launch.ts';
import { addressFault, launchFaults } from './check-launch.ts';

it('hosts in EC2 need an address of the API that they reach, by HTTPS, and an API that listens there', () => {
  const said = (publicUrl: string, isLocalOnly = false) => addressFault({ publicUrl, isLocalOnly })?.sentence ?? null;
  expect(said('https://10.0.0.5:3000')).toBeNull();
  expect(said('https://127.0.0.1:3000')).toContain('Set MILLIONRPS_URL to an address that they can reach');
  expect(said('http://10.0.0.5:3000')).toContain('without encryption');
  expect(said('https://10.0.0.5:3000', true)).toBe(
    'Hosts in EC2 cannot reach this API, as it listens on loopback alone. Restart it with HOST=0.0.0.0 (with Docker, MILLIONRPS_BIND=0.0.0.0), or name the proxy before it in MILLIONRPS_TRUSTED_PROXIES.',
  );
});

it('a security group has to be there, and of the network of the subnets', () => {
  const spec = hardware({ clients: null, securityGroupId: 'sg-0123456789abcdef0' });
  const instanceType = spec.server?.instanceType ?? '';
  const type = {
    vcpus: 8,
    cores: 4,
    memoryBytes: 1,
    architecture: 'x86_64',
    clusterPlacement: true,
    spot: true,
  } as const;
  const said = (securityGroupVpcId: string | null) =>
    launchFaults(
      spec,
      {
        types: new Map([[instanceType, type]]),
        zones: new Map([[instanceType, ['a']]]),
        subnets: [{ subnetId: 'subnet-a', zone: 'a', vpcId: 'vpc-a' }],
        securityGroupVpcId,
        imageArchitecture: null,
        allowedVcpus: new Map(),
        usedVcpus: new Map(),
      },
      [],
      null,
    ).map(({ path, message }) => [path, message]);
  expect(said('vpc-a')).toEqual([]);
  expect(said('vpc-b')).toEqual([
    [
      'spec.securityGroupId',
      'sg-0123456789abcdef0 is of another network (VPC) than the subnets. Name a group of their network, or subnets of its own.',
    ],
  ]);
  expect(said(null)).toEqual([
    ['spec.securityGroupId', 'sg-0123456789abcdef0: AWS knows no such security group in us-east-1.'],
  ]);
});
