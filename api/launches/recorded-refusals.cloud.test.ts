import { TerminateInstancesCommand } from '@aws-sdk/client-ec2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Launch, LaunchPreview } from '../contract/launch.ts';
import type { AwsCall } from '../testing/cloud/aws-proxy.ts';
import { alive, type LaunchLab, openLaunchLab } from '../testing/cloud/launch-lab.ts';
import { allowedActions } from '../testing/cloud/policy.ts';
import {
  NO_CAPACITY,
  NO_QUOTA,
  priceOf,
  quotaOf,
  RecordedPlacementGroups,
  THROTTLED,
  UNAUTHORISED,
} from '../testing/cloud/recorded-aws.ts';
import { person } from '../testing/fake-agent.ts';
import { hardware } from '../testing/sample-launch.ts';

/** The emulator refuses nothing, and has no placement groups, quotas of EC2 or prices: what AWS says then is recorded. */

let aws: LaunchLab;
const call = <T>(...asked: Parameters<ReturnType<typeof person>>) => person(aws.lab)<T>(...asked);

beforeAll(async () => {
  aws = await openLaunchLab();
});
afterEach(async () => {
  aws.aws.behave({});
  const { launches } = (await call<{ launches: Launch[] }>('POST', '/launches/end-all')).body;
  for (const { id, endedAtUs } of launches) if (endedAtUs === null) await aws.until(id, 'released');
});
afterAll(() => aws.close());

const isRun = ({ action }: AwsCall): boolean => action === 'ec2:RunInstances';
const typeOf = ({ parameters }: AwsCall): string => parameters.InstanceType ?? '';

describe('capacity that AWS lacks (recorded)', () => {
  it('is looked for in the next subnet, and what was launched in the first is ended', async () => {
    let refusals = 0;
    aws.aws.behave({
      before: (asked) => {
        const inFirst = isRun(asked) && asked.parameters.ClientToken?.endsWith('-0');
        if (!inFirst || typeOf(asked) !== 'c5.xlarge') return null;
        refusals += 1;
        return NO_CAPACITY;
      },
    });
    const launch = await aws.until((await aws.launch()).id, 'joining');
    expect(refusals).toBeGreaterThan(0);
    expect(launch.zone).toBe('us-east-1b');
    expect(launch.remarks[0]).toMatchObject({ code: 'capacity' });
    expect(launch.remarks[0]?.sentence).toMatch(/^us-east-1a: AWS has no capacity .* Next: us-east-1b\.$/);
    await aws.drive(launch.id);
    const running = alive(await aws.instances());
    expect(running.map(({ InstanceId }) => InstanceId).sort()).toEqual(
      launch.places.map(({ instanceId }) => instanceId).sort(),
    );
    // The second attempt has tokens of its own.
    expect((await aws.enter(launch, 2)).hostId).toBe(launch.places[2]?.hostId);
  });

  it('ends the launch with what AWS said when no allowed zone has any', async () => {
    aws.aws.behave({ before: (asked) => (isRun(asked) ? NO_CAPACITY : null) });
    const launch = await aws.until((await aws.launch(hardware({ zones: ['us-east-1a', 'us-east-1c'] }))).id, 'failed');
    expect(launch.failure).toMatchObject({ code: 'capacity' });
    expect(launch.failure?.sentence).toContain('sufficient c5.2xlarge capacity in the Availability Zone');
    expect(launch.remarks).toHaveLength(1);
  });
});

describe('a refusal (recorded)', () => {
  it('of quota says what to ask for', async () => {
    aws.aws.behave({ before: (asked) => (isRun(asked) ? NO_QUOTA : null) });
    const launch = await aws.until((await aws.launch(hardware({ zones: ['us-east-1a'] }))).id, 'failed');
    expect(launch.failure).toMatchObject({ code: 'quota' });
    expect(launch.failure?.sentence).toMatch(/vCPU limit of 5 .* Ask for more in the AWS console under Service Quotas/);
  });

  it('of a right names the action, and keeps what only its holder may read to itself', async () => {
    aws.aws.behave({ before: (asked) => (isRun(asked) ? UNAUTHORISED : null) });
    const launch = await aws.until((await aws.launch()).id, 'failed');
    expect(launch.failure).toMatchObject({ code: 'unauthorised' });
    expect(launch.failure?.sentence).toContain('may not call ec2:CreateTags');
    expect(JSON.stringify(launch)).not.toMatch(/AbCdEf|123456789012/);
  });

  it('by throttling is a stated state, and is tried again until it is taken', async () => {
    let refusals = 0;
    aws.aws.behave({
      before: (asked) => {
        if (!isRun(asked) || refusals > 8) return null;
        refusals += 1;
        return THROTTLED;
      },
    });
    const launch = await aws.until((await aws.launch()).id, 'joining');
    expect(launch.remarks.map(({ code }) => code)).toEqual(['throttled']);
    expect(alive(await aws.instances())).toHaveLength(3);
  });
});

describe('a cluster placement group (recorded)', () => {
  it('is made for the launch, used by its hosts, and deleted with it', async () => {
    const recorded = new RecordedPlacementGroups();
    const used: string[] = [];
    aws.aws.behave({
      before: (asked) => {
        if (isRun(asked)) used.push(asked.parameters['Placement.GroupName'] ?? '');
        return recorded.answer(asked);
      },
    });
    const launch = await aws.until((await aws.launch(hardware({ clusterPlacement: true }))).id, 'joining');
    const name = `millionrps-${launch.id}-0`;
    expect([...recorded.groups.keys()]).toEqual([name]);
    expect(used).toEqual([name, name, name]);
    await call('POST', `/launches/${launch.id}/end`);
    await aws.until(launch.id, 'released');
    expect(recorded.groups.size).toBe(0);
  });
});

describe('quotas and prices (recorded)', () => {
  const told = (vcpus: number) => ({
    before: (asked: AwsCall) => {
      if (asked.action === 'servicequotas:GetServiceQuota') return quotaOf(vcpus);
      return asked.action === 'pricing:GetProducts'
        ? priceOf(asked, { 'c5.2xlarge': '0.34', 'c5.xlarge': '0.17' })
        : null;
    },
  });
  const preview = async (spec = hardware()) =>
    (await call<LaunchPreview>('POST', '/launches/preview', { spec, plannedMinutes: 30 })).body;

  it('are told before anything is launched', async () => {
    aws.aws.behave(told(64));
    expect(await preview()).toMatchObject({
      faults: [],
      price: { microUsdPerHour: 680_000, plannedMicroUsd: 340_000, mostMicroUsd: 680_000 },
      quotas: [{ code: 'L-1216C47A', neededVcpus: 16, usedVcpus: 0, allowedVcpus: 64 }],
    });
    expect((await aws.instances()).filter(({ State }) => State?.Name === 'running')).toEqual([]);
  });

  it('refuse what is too much, in the field that says so', async () => {
    aws.aws.behave(told(8));
    const { faults } = await preview(hardware({ budgetMicroUsd: 100_000 }));
    expect(faults.map(({ path, code }) => [path, code])).toEqual([
      ['spec', 'quota'],
      ['spec.budgetMicroUsd', 'over-budget'],
    ]);
    expect(faults[0]?.message).toContain('Needs 16 vCPUs, but “Running On-Demand Standard');
    expect(faults[0]?.message).toContain('Ask AWS for at least 16');
    await expect(aws.launch(hardware())).rejects.toThrow('Needs 16 vCPUs');
  });

  it('make up what a launch has cost, which its budget bounds', async () => {
    aws.aws.behave(told(64));
    const launch = await aws.until((await aws.launch(hardware({ budgetMicroUsd: 400_000 }))).id, 'joining');
    for (const { place } of launch.places) await aws.enter(launch, place);
    const ready = await aws.until(launch.id, 'ready');
    expect(ready.microUsdPerHour).toBe(680_000);
    expect(ready.runningMicroUsdPerHour).toBe(680_000);
    expect(ready.costMicroUsd).toBeGreaterThan(11_000);
    aws.lab.skipMs(10 * 60_000);
    // Nobody has driven it meanwhile: the sum is of now all the same.
    const listed = (await call<{ launches: Launch[]; costMicroUsd: number }>('GET', '/launches')).body;
    const rows = listed.launches.reduce((sum, one) => sum + (one.costMicroUsd ?? 0), 0);
    expect(rows).toBeGreaterThan(110_000);
    expect(Math.abs(listed.costMicroUsd - rows)).toBeLessThan(1_000);
    aws.lab.skipMs(26 * 60_000);
    const ended = await aws.drive(launch.id);
    expect(ended.failure?.code ?? ended.state).toMatch(/budget-over|releasing/);
    expect((await aws.until(launch.id, 'released')).runningMicroUsdPerHour).toBe(0);
    const { costMicroUsd } = (await call<{ costMicroUsd: number }>('GET', '/launches')).body;
    expect(costMicroUsd).toBeGreaterThanOrEqual(400_000);
  });
});

describe('an instance that ends from outside', () => {
  it('ends the launch, which says so, and leaves nothing', async () => {
    const launch = await aws.until((await aws.launch()).id, 'joining');
    for (const { place } of launch.places) await aws.enter(launch, place);
    await aws.until(launch.id, 'ready');
    const [first] = launch.places;
    await aws.client.send(new TerminateInstancesCommand({ InstanceIds: [first?.instanceId ?? ''] }));
    const failed = await aws.until(launch.id, 'failed');
    expect(failed.failure).toMatchObject({ code: 'instance-ended' });
    expect(failed.failure?.sentence).toContain('its server (c5.2xlarge)');
    expect(alive(await aws.instances())).toEqual([]);
  });
});

it('none of these launches asked for what the policy of docs/aws.md does not allow', () => {
  const asked = new Set(aws.aws.calls.map(({ action }) => action));
  expect(asked.size).toBeGreaterThan(12);
  expect([...asked].filter((action) => !allowedActions().includes(action))).toEqual([]);
});
