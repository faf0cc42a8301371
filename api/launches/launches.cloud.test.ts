import { DescribeInstanceAttributeCommand, DescribeSecurityGroupsCommand } from '@aws-sdk/client-ec2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../contract/host.ts';
import type { Launch, LaunchPreview } from '../contract/launch.ts';
import type { Run } from '../contract/run.ts';
import type { RunSpec } from '../contract/spec.ts';
import type { Lab } from '../platform/lab.ts';
import { END_MARK } from '../rules/launch/user-data.ts';
import { dispatchQueued } from '../runs/drive/settle.ts';
import { alive, type LaunchLab, openLaunchLab } from '../testing/cloud/launch-lab.ts';
import { type FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { preforkExperiment } from '../testing/play-experiment.ts';
import { hardware } from '../testing/sample-launch.ts';
import { driveLaunch } from './drive-launch.ts';
import { endOverdue } from './end-overdue.ts';
import { askEnd, findLaunch, reserveLaunch } from './store/launches.ts';

let aws: LaunchLab;
const call = <T>(...asked: Parameters<ReturnType<typeof person>>) => person(aws.lab)<T>(...asked);

beforeAll(async () => {
  aws = await openLaunchLab();
});
afterEach(async () => {
  const { launches } = (await call<{ launches: Launch[] }>('POST', '/launches/end-all')).body;
  for (const { id, endedAtUs } of launches) if (endedAtUs === null) await aws.until(id, 'released');
});
afterAll(() => aws.close());

const specOn = (launch: Launch): RunSpec => {
  const [server, ...clients] = launch.places.map(({ hostId }) => hostId);
  return {
    ...specFor(server ?? '', { tool: 'volley' }),
    clients: clients.map((hostId) => ({ hostId })),
  };
};
const createRun = async (launch: Launch) => {
  const { body, status } = await call<Run & { detail?: string }>('POST', '/runs', {
    name: 'in the cloud',
    spec: specOn(launch),
  });
  if (status !== 201) throw new Error(body.detail);
  return body;
};
const getRun = async (id: string) => (await call<Run>('GET', `/runs/${id}`)).body;
const getHost = async (id: string | undefined) => (await call<Host>('GET', `/hosts/${id}`)).body;
const enterAll = async (launch: Launch): Promise<FakeAgent[]> => {
  const agents: FakeAgent[] = [];
  for (const { place } of launch.places) agents.push(await aws.enter(launch, place));
  return agents;
};
const ready = async (launch: Launch) => {
  const joining = await aws.until(launch.id, 'joining');
  const agents = await enterAll(joining);
  return { agents, launch: await aws.until(launch.id, 'ready') };
};
const FAULT = { code: 'broken', sentence: 'It broke.' };
const end = async (launch: Launch) => {
  await call('POST', `/launches/${launch.id}/end`);
  return aws.until(launch.id, 'released');
};

describe('a launch', () => {
  it('makes its hosts at once, launches what was asked for, and leaves nothing', async () => {
    const asked = await aws.launch();
    expect(asked.places.map(({ role, instanceType }) => [role, instanceType])).toEqual([
      ['server', 'c5.2xlarge'],
      ['client', 'c5.xlarge'],
      ['client', 'c5.xlarge'],
    ]);
    const host = await getHost(asked.places[1]?.hostId);
    expect(host).toMatchObject({ status: 'awaited', launchId: asked.id, facts: { cpus: 4, expected: true } });

    const launched = await aws.until(asked.id, 'joining');
    const running = alive(await aws.instances());
    expect(running.map(({ InstanceId }) => InstanceId).sort()).toEqual(
      launched.places.map(({ instanceId }) => instanceId).sort(),
    );
    for (const { Tags = [], InstanceId } of running) {
      const tags = Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value]));
      const place = launched.places.find(({ instanceId }) => instanceId === InstanceId);
      expect(tags).toMatchObject({
        'millionrps:launch': asked.id,
        'millionrps:host': place?.hostId,
        'millionrps:ttl': String(Math.ceil(asked.expiresAtUs / 1e6)),
      });
    }
    await onShutdown(launched);
    await onlyItself(asked.id);

    await end(launched);
    expect(alive(await aws.instances())).toEqual([]);
    const { SecurityGroups = [] } = await aws.client.send(new DescribeSecurityGroupsCommand({}));
    expect(SecurityGroups.filter(({ GroupName }) => GroupName?.startsWith('millionrps'))).toEqual([]);
    expect(await getHost(asked.places[1]?.hostId)).toMatchObject({ status: 'gone' });
  });

  async function onShutdown({ places: [place] }: Launch) {
    const attribute = (Attribute: 'instanceInitiatedShutdownBehavior') =>
      aws.client.send(new DescribeInstanceAttributeCommand({ InstanceId: place?.instanceId ?? '', Attribute }));
    const { InstanceInitiatedShutdownBehavior } = await attribute('instanceInitiatedShutdownBehavior');
    expect(InstanceInitiatedShutdownBehavior?.Value).toBe('terminate');
    const script = await aws.userData(place?.instanceId ?? '');
    expect(script).toContain(`echo $(($(date +%s) + ${65 * 60})) >${END_MARK}`);
    expect(script).toContain('https://lab.example/enrol');
    expect(script).not.toMatch(/emulated|AKIA|aws_secret/i);
    const asked = aws.aws.calls.find(({ action }) => action === 'ec2:RunInstances');
    expect(asked?.parameters).toMatchObject({ 'MetadataOptions.HttpTokens': 'required' });
  }

  async function onlyItself(launchId: string) {
    const { SecurityGroups: [group] = [] } = await aws.client.send(
      new DescribeSecurityGroupsCommand({ Filters: [{ Name: 'tag:millionrps:launch', Values: [launchId] }] }),
    );
    const allowed = group?.IpPermissions?.map(({ IpProtocol, IpRanges, UserIdGroupPairs }) => [
      IpProtocol,
      IpRanges,
      UserIdGroupPairs?.map(({ GroupId }) => GroupId),
    ]);
    expect(allowed).toEqual([['-1', [], [group?.GroupId]]]);
  }

  it('is made once for one Idempotency-Key, and says so of another request', async () => {
    const key = { 'idempotency-key': 'launch-key-1' };
    const first = await aws.launch(hardware(), key);
    expect((await aws.launch(hardware(), key)).id).toBe(first.id);
    await expect(aws.launch(hardware({ ttlMinutes: 30 }), key)).rejects.toThrow('was used for another launch');
    await end(first);
  });

  it('is refused before it begins where AWS does not know what it names, with the field of each', async () => {
    const spec = hardware({ subnetIds: ['subnet-0123456789abcdef0'], securityGroupId: 'sg-0123456789abcdef0' });
    const { faults } = (await call<LaunchPreview>('POST', '/launches/preview', { spec, plannedMinutes: 10 })).body;
    expect(faults.map(({ path, message }) => [path, message])).toEqual([
      ['spec.subnetIds', 'subnet-0123456789abcdef0: AWS knows no such subnet in us-east-1.'],
      ['spec.securityGroupId', 'sg-0123456789abcdef0: AWS knows no such security group in us-east-1.'],
    ]);
    const { status } = await call('POST', '/launches', { spec, plannedMinutes: 10 });
    expect(status).toBe(422);
  });

  it('takes a security group of its own network', async () => {
    const { SecurityGroups: [group] = [] } = await aws.client.send(
      new DescribeSecurityGroupsCommand({ Filters: [{ Name: 'group-name', Values: ['default'] }] }),
    );
    const spec = hardware({ securityGroupId: group?.GroupId ?? '' });
    const { faults } = (await call<LaunchPreview>('POST', '/launches/preview', { spec, plannedMinutes: 10 })).body;
    expect(faults).toEqual([]);
  });

  it('gives each host a token that is good for its place alone, and once', async () => {
    const launch = await aws.until((await aws.launch()).id, 'joining');
    const script = await aws.userData(launch.places[0]?.instanceId ?? '');
    const authorization = `Bearer ${/^token=(\S+)$/m.exec(script)?.[1]}`;
    const enrol = async () => (await fetch(`${aws.lab.url}/enrol`, { headers: { authorization } })).status;
    expect(await enrol()).toBe(200);
    const first = await aws.enter(launch, 0);
    expect(first.hostId).toBe(launch.places[0]?.hostId);
    // The other hosts have yet to join.
    expect(await enrol()).toBe(403);
    await expect(aws.enter(launch, 0)).rejects.toThrow('The join token is unknown, used, revoked or expired');
    const ended = await end(launch);
    await expect(aws.enter(ended, 1)).rejects.toThrow('The join token is unknown, used, revoked or expired');
    expect(await first.heartbeat()).toMatchObject({ status: 401 });
  });
});

describe('a run on hosts that are launched', () => {
  it('waits in provisioning until all have joined, and gets what was found there', async () => {
    const launch = await aws.launch();
    const run = await createRun(launch);
    expect(run.state).toBe('provisioning');
    const joining = await aws.until(launch.id, 'joining');
    const server = await aws.enter(joining, 0);
    await aws.enter(joining, 1);
    await dispatchQueued(aws.lab.lab);
    expect((await getRun(run.id)).state).toBe('provisioning');
    await aws.enter(joining, 2);
    await aws.until(launch.id, 'ready');
    const started = await getRun(run.id);
    expect(started.state).toBe('preparing');
    expect(started.hosts.find(({ hostId }) => hostId === server.hostId)?.facts?.nics[0]?.addresses).toEqual([
      '10.0.0.10/24',
    ]);
    expect((await server.next()).type).toBe('prepare');
    await end(launch);
    const ended = await getRun(run.id);
    expect(ended).toMatchObject({ state: 'canceled', failure: { code: 'canceled' } });
  });

  it('ends in provisioning when it is canceled, and leaves the launch to the next run', async () => {
    const launch = await aws.launch();
    const run = await createRun(launch);
    await call('POST', `/runs/${run.id}/cancel`);
    expect((await getRun(run.id)).state).toBe('canceled');
    expect((await aws.drive(launch.id)).state).toBe('joining');
    await end(launch);
  });

  it('fails by what is wrong with the hosts that came', async () => {
    const launch = await aws.launch();
    const run = await createRun(launch);
    const joining = await aws.until(launch.id, 'joining');
    for (const place of [0, 1]) await aws.enter(joining, place);
    await aws.enter(joining, 2, { tools: [] });
    await aws.until(launch.id, 'ready');
    const failed = await getRun(run.id);
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'hosts-unfit' } });
    expect(failed.failure?.sentence).toContain('volley');
    await end(launch);
  });

  it('fails with the reason when no agent joins, and nothing is left', async () => {
    const launch = await aws.launch();
    const run = await createRun(launch);
    await aws.until(launch.id, 'joining');
    aws.lab.skipMs(11 * 60_000);
    const failed = await aws.until(launch.id, 'failed');
    expect(failed.failure).toMatchObject({ code: 'not-joined' });
    expect(failed.failure?.sentence).toMatch(/^3 hosts of 3 did not join at https?:\/\/\S+ within 10 min\./);
    expect(await getRun(run.id)).toMatchObject({ state: 'failed', failure: { code: 'not-joined' } });
    expect(alive(await aws.instances())).toEqual([]);
  });
});

describe('a launch that nobody keeps', () => {
  it('is ended by its run, which waits until AWS has begun', async () => {
    const { launch, agents } = await ready(await aws.launch(hardware({ keepMinutes: 0 })));
    const run = await createRun(launch);
    expect(run.state).toBe('preparing');
    const [server] = agents;
    const [first] = agents;
    await first?.obey(await first.next(), { status: 'failed', result: null, failure: FAULT });
    for (const type of ['stop', 'restore']) {
      for (const agent of agents) {
        const command = await agent.next();
        expect(command.type).toBe(type);
        await agent.obey(command);
      }
    }
    expect((await getRun(run.id)).state).toBe('releasing');
    const released = await aws.until(launch.id, 'released');
    expect(released.failure).toBeNull();
    const ended = await getRun(run.id);
    expect(ended).toMatchObject({ state: 'failed', failure: { code: FAULT.code } });
    expect(ended.transitions.map(({ state }) => state).slice(-3)).toEqual(['releasing', 'analysing', 'failed']);
    expect(ended.hosts.map(({ hostId }) => hostId)).toContain(server?.hostId);
    expect(alive(await aws.instances())).toEqual([]);
  });
});

describe('an experiment on hosts that are launched', () => {
  it('begins before they are there, and keeps them for its runs, also where nobody else does', async () => {
    const asked = await aws.launch(hardware({ clients: null, keepMinutes: 0 }));
    const hostId = asked.places[0]?.hostId ?? '';
    const baseline = { name: 'one process', spec: specFor(hostId, { tool: 'volley' }) };
    const body = preforkExperiment(hostId, { baseline, start: true });
    const experiment = (await call<{ id: string }>('POST', '/experiments', body)).body;
    const runIds = async () => (await aws.get(asked.id)).runIds;
    const [runId = ''] = await runIds();
    expect((await getRun(runId)).state).toBe('provisioning');
    const { launch } = await ready(asked);
    expect((await getRun(runId)).state).toBe('preparing');
    aws.lab.skipMs(1_000);
    expect(await aws.drive(launch.id)).toMatchObject({ state: 'ready', keptUntilUs: null });
    await call('POST', `/experiments/${experiment.id}/stop`);
    expect((await aws.drive(launch.id)).state).toBe('ready');
  });
});

describe('a launch that is kept', () => {
  const previewed = async (over: Parameters<typeof hardware>[0] = {}) =>
    (await call<LaunchPreview>('POST', '/launches/preview', { spec: hardware(over), plannedMinutes: 10 })).body;

  it('is taken by the next one of the same shape that is free, and by no other', async () => {
    const { launch, agents } = await ready(await aws.launch());
    // It is promised to who asked for it, until a run comes.
    expect((await previewed()).adoptsLaunchId).toBeNull();
    aws.lab.skipMs(10 * 60_000 + 1);
    await Promise.all([aws.drive(launch.id)]);
    // Its agents are not known to be there.
    expect((await previewed()).adoptsLaunchId).toBeNull();
    for (const agent of agents) await agent.heartbeat();
    // What AWS does not tell of new hosts is no matter then.
    expect(await previewed()).toMatchObject({ adoptsLaunchId: launch.id, warnings: [] });
    // It has no budget and is kept for 20 min: who asks for less than that gets hosts that hold to it.
    expect(await previewed({ budgetMicroUsd: 5_000_000 })).toMatchObject({ adoptsLaunchId: null });
    expect(await previewed({ keepMinutes: 5 })).toMatchObject({ adoptsLaunchId: null });
    expect(await previewed({ ttlMinutes: 30 })).toMatchObject({ adoptsLaunchId: null });
    const before = (await aws.instances()).length;
    const key = { 'idempotency-key': 'launch-key-kept' };
    // The same request comes twice at once.
    const asked = [1, 2].map(() => aws.launch(hardware({ keepMinutes: 30 }), key));
    expect((await Promise.all(asked)).map(({ id }) => id)).toEqual([launch.id, launch.id]);
    // Its answer was lost, and it is asked again.
    expect((await aws.launch(hardware({ keepMinutes: 30 }), key)).id).toBe(launch.id);
    await expect(aws.launch(hardware({ clients: null }), key)).rejects.toThrow('was used for another launch');
    const other = await aws.launch();
    expect(other.id).not.toBe(launch.id);
    expect((await aws.until(other.id, 'joining')).places).toHaveLength(3);
    expect((await aws.instances()).length).toBe(before + 3);
    await end(other);
    await end(launch);
  });

  it('is free as soon as the run of who asked for it is over, and not before a run had it', async () => {
    const small = { clients: null };
    const asked = await aws.launch(hardware(small));
    const hostId = asked.places[0]?.hostId ?? '';
    const spec = specFor(hostId, { tool: 'volley' });
    const create = async () => (await call<Run>('POST', '/runs', { name: 'in the cloud', spec })).body;
    const canceled = await create();
    await call('POST', `/runs/${canceled.id}/cancel`);
    const { launch, agents } = await ready(asked);
    const { adoptsLaunchId, warnings } = await previewed(small);
    expect(adoptsLaunchId).toBeNull();
    expect(warnings.map(({ code }) => code)).toContain('kept-not-free');
    const run = await create();
    await agents[0]?.obeyUntil(null, aws.lab, run.id);
    expect((await getRun(run.id)).state).toBe('finished');
    expect((await previewed(small)).adoptsLaunchId).toBe(launch.id);
    expect((await aws.launch(hardware(small))).id).toBe(launch.id);
    // It is promised to this request now, and has no run yet.
    expect((await previewed(small)).adoptsLaunchId).toBeNull();
    await end(launch);
  });

  it('is not promised to one who saw it free before a run came to it', async () => {
    const { launch } = await ready(await aws.launch());
    const { lab } = aws.lab;
    const kept = { id: launch.id, hostIds: launch.places.map(({ hostId }) => hostId) };
    const promise = { untilUs: lab.nowUs() + 600e6, byKey: null };
    await createRun(launch);
    const promised = () => lab.database.transaction((tx) => reserveLaunch(tx, kept, promise, lab.nowUs()));
    expect(await promised()).toBe(false);
    await end(launch);
  });

  it('ends when nobody has used it for as long as it is kept', async () => {
    const { launch } = await ready(await aws.launch());
    expect((await aws.drive(launch.id)).keptUntilUs).not.toBeNull();
    aws.lab.skipMs(21 * 60_000);
    const released = await aws.until(launch.id, 'released');
    expect(released.failure).toBeNull();
    expect(alive(await aws.instances())).toEqual([]);
  });

  it('stays when it is promised to somebody while AWS is asked about its end', async () => {
    const { launch } = await ready(await aws.launch());
    const { lab } = aws.lab;
    aws.lab.skipMs(21 * 60_000);
    let isPromised = false;
    aws.aws.behave({
      after: async ({ action }) => {
        if (action !== 'ec2:DescribeInstances' || isPromised) return;
        const promise = { untilUs: lab.nowUs() + 600e6, byKey: null };
        const kept = { id: launch.id, hostIds: launch.places.map(({ hostId }) => hostId) };
        isPromised = await lab.database.transaction((tx) => reserveLaunch(tx, kept, promise, lab.nowUs()));
      },
    });
    expect((await aws.drive(launch.id)).state).toBe('ready');
    expect(isPromised).toBe(true);
    aws.aws.behave({});
  });

  it('ends with its TTL whatever uses it, and says so', async () => {
    const { launch } = await ready(await aws.launch(hardware({ ttlMinutes: 10 })));
    const run = await createRun(launch);
    aws.lab.skipMs(10 * 60_000);
    const failed = await aws.until(launch.id, 'failed');
    expect(failed.failure).toMatchObject({ code: 'ttl-over' });
    expect(await getRun(run.id)).toMatchObject({ state: 'failed', failure: { code: 'ttl-over' } });
  });
});

describe('a replica that lost its turn while AWS was asked', () => {
  it('saves nothing of the answer', async () => {
    const { launch } = await ready(await aws.launch());
    const { db } = aws.lab.lab.database;
    await askEnd(db, launch.id, FAULT, aws.lab.lab.nowUs());
    const lost = new AbortController();
    const lab: Lab = Object.create(aws.lab.lab, {
      leader: {
        value: {
          attempt: async (_: string, work: (lost: AbortSignal) => unknown) => ({ done: await work(lost.signal) }),
        },
      },
    });
    aws.aws.behave({ after: ({ action }) => void (action === 'ec2:TerminateInstances' && lost.abort()) });
    await driveLaunch(lab, launch.id);
    expect(lost.signal.aborted).toBe(true);
    // What the answer would have had it wait for.
    expect((await findLaunch(db, launch.id))?.machine).toMatchObject({ state: 'releasing', retryAtUs: null });
    aws.aws.behave({});
    await aws.until(launch.id, 'released');
  });
});

describe('what outlived its TTL', () => {
  it('is terminated by its tags, also when its row is lost', async () => {
    const launch = await aws.until((await aws.launch(hardware({ ttlMinutes: 10 }))).id, 'joining');
    const { client } = aws.lab.lab.database;
    await client.host.deleteMany({ where: { launchId: launch.id } });
    await client.launch.delete({ where: { id: launch.id } });
    await endOverdue(aws.lab.lab);
    expect(alive(await aws.instances())).toHaveLength(3);
    aws.lab.skipMs(12 * 60_000);
    await endOverdue(aws.lab.lab);
    expect(alive(await aws.instances())).toEqual([]);
  });
});

describe('who may', () => {
  it('end all launches with one call', async () => {
    const first = await aws.launch();
    const second = await aws.launch();
    const { body } = await call<{ live: number }>('POST', '/launches/end-all');
    expect(body.live).toBeLessThanOrEqual(2);
    await aws.until(first.id, 'released');
    await aws.until(second.id, 'released');
    expect((await call<{ live: number }>('GET', '/launches')).body.live).toBe(0);
    expect(alive(await aws.instances())).toEqual([]);
  });
});
