import type { LaunchSpec } from '@contract/launch';
import { expect, test } from 'vitest';
import { draftField } from './draft-field';
import { reading } from './field-reading';
import { emptyLaunch, type LaunchDraft, launchDraftOf, readLaunch } from './launch-draft';
import { emptyDraft } from './run-draft';

const FULL: LaunchSpec = {
  region: 'eu-central-1',
  server: { instanceType: 'c8i.32xlarge' },
  clients: { instanceType: 'c8i.8xlarge', count: 4 },
  subnetIds: ['subnet-0123456789abcdef0', 'subnet-0123456789abcdef1'],
  zones: ['eu-central-1a'],
  securityGroupId: 'sg-0123456789abcdef0',
  image: { kind: 'ami', imageId: 'ami-0123456789abcdef0' },
  clusterPlacement: true,
  market: 'spot',
  ttlMinutes: 90,
  keepMinutes: 5,
  budgetMicroUsd: 2_500_000,
};
const NEEDS = { isKnownType: null, server: true };

const read = (over: Partial<LaunchDraft>, needs: Parameters<typeof readLaunch>[2] = NEEDS) => {
  const into = reading();
  const spec = readLaunch(into, { ...emptyLaunch(), ...over }, needs);
  return { spec, errors: into.errors };
};

test('a launch that is made a draft reads back as it was', () => {
  expect(read(launchDraftOf(FULL))).toEqual({ spec: FULL, errors: {} });
  const plain: LaunchSpec = { ...FULL, image: { kind: 'newest', system: 'debian-13' }, budgetMicroUsd: null };
  expect(read(launchDraftOf(plain))).toEqual({ spec: plain, errors: {} });
});

test('an empty draft can be launched, in the region that the instance is configured for', () => {
  expect(read({}).errors).toEqual({});
  expect(emptyLaunch('eu-west-1').region).toBe('eu-west-1');
});

test('a target without an agent takes no server', () => {
  const { spec, errors } = read({ serverType: '' }, { ...NEEDS, server: false });
  expect(spec.server).toBeNull();
  expect(errors).toEqual({});
});

test('what cannot be read is said at its field', () => {
  const { errors } = read({
    ...{ region: 'Frankfurt', serverType: 'big', clientCount: '0', ttlMinutes: '5', budgetUsd: 'a lot' },
    ...{ subnets: 'subnet-0123456789abcdef0, net', system: 'ami', imageId: 'debian', securityGroup: 'mine' },
  });
  const named = (...fields: string[]) => fields.map((field) => `launch.${field}`);
  expect(Object.keys(errors).sort()).toEqual(
    named('budgetUsd', 'clientCount', 'imageId', 'region', 'securityGroup', 'serverType', 'subnets', 'ttlMinutes'),
  );
  expect(errors['launch.subnets']).toBe('net is none; one looks like subnet-0123456789abcdef0.');
});

test('a type that the catalogue lacks is refused once the catalogue is read', () => {
  const typed = { serverType: 'c99z.large' };
  expect(read(typed).errors).toEqual({});
  expect(read(typed, { ...NEEDS, isKnownType: (name) => name !== 'c99z.large' }).errors).toEqual({
    'launch.serverType': 'c99z.large is not in this release’s catalogue of instance types.',
  });
});

test.each([
  ['spec.server.instanceType', 'launch.serverType'],
  ['body.spec.clients.count', 'launch.clientCount'],
  ['spec.clients.instanceType', 'launch.clientType'],
  ['spec.subnetIds[0]', 'launch.subnets'],
  ['spec.image.imageId', 'launch.imageId'],
  ['spec', null],
])('what is refused of a launch at %s is shown at %s', (path, field) => {
  expect(draftField(path, emptyDraft())).toBe(field);
});
