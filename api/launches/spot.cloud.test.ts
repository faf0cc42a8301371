import { TerminateInstancesCommand } from '@aws-sdk/client-ec2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ShownExperiment } from '../contract/experiment.ts';
import type { Launch, LaunchPreview } from '../contract/launch.ts';
import type { Run } from '../contract/run.ts';
import { alive, type LaunchLab, openLaunchLab } from '../testing/cloud/launch-lab.ts';
import { type FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay, preforkExperiment } from '../testing/play-experiment.ts';
import { hardware } from '../testing/sample-launch.ts';

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

const spot = (over: Parameters<typeof hardware>[0] = {}) => hardware({ market: 'spot', clients: null, ...over });
const getRun = async (id: string) => (await call<Run>('GET', `/runs/${id}`)).body;

async function ready(): Promise<{ launch: Launch; agent: FakeAgent }> {
  const joining = await aws.until((await aws.launch(spot())).id, 'joining');
  const agent = await aws.enter(joining, 0);
  return { agent, launch: await aws.until(joining.id, 'ready') };
}

const specOn = ({ places }: Launch) => specFor(places[0]?.hostId ?? '', { tool: 'volley' });

/** The emulator ends an instance as if a person had: what AWS says of an interruption is recorded. */
async function takeBack({ places: [place] }: Launch): Promise<void> {
  await aws.client.send(new TerminateInstancesCommand({ InstanceIds: [place?.instanceId ?? ''] }));
  const reason =
    '<stateReason><code>Server.SpotInstanceTermination</code><message>Server.SpotInstanceTermination: Spot instance termination</message></stateReason>';
  aws.aws.behave({
    reword: ({ action }, body) =>
      action === 'ec2:DescribeInstances' ? body.replace(/<stateReason>.*?<\/stateReason>/gs, reason) : body,
  });
}

describe('a spot launch', () => {
  it('asks for spot instances that end when they are taken back, and warns of that before', async () => {
    const preview = (await call<LaunchPreview>('POST', '/launches/preview', { spec: spot(), plannedMinutes: 10 })).body;
    expect(preview.warnings.map(({ code }) => code)).toContain('spot');
    const launch = await aws.until((await aws.launch(spot())).id, 'joining');
    const asked = aws.aws.calls.findLast(({ action }) => action === 'ec2:RunInstances');
    expect(asked?.parameters).toMatchObject({
      'InstanceMarketOptions.MarketType': 'spot',
      'InstanceMarketOptions.SpotOptions.SpotInstanceType': 'one-time',
      'InstanceMarketOptions.SpotOptions.InstanceInterruptionBehavior': 'terminate',
    });
    const [instance] = alive(await aws.instances());
    expect(instance).toMatchObject({ InstanceId: launch.places[0]?.instanceId, InstanceLifecycle: 'spot' });
  });
});

const TAKEN_BACK =
  'AWS took the spot instance of its server (c5.2xlarge) back. AWS said: Server.SpotInstanceTermination: Spot instance termination. Launch again, or choose on-demand, which is not taken back.';

describe('a spot instance that AWS takes back in the middle of a run (reason recorded)', () => {
  it('fails the run with what AWS said and what to do next, keeps what was measured, and leaves nothing', async () => {
    const { launch, agent } = await ready();
    const { body: run } = await call<Run>('POST', '/runs', { name: 'interrupted', spec: specOn(launch) });
    await agent.obeyUntil('drive-load', aws.lab, run.id);
    expect((await getRun(run.id)).state).toMatch(/measuring|warming/);
    await takeBack(launch);
    expect(await aws.until(launch.id, 'failed')).toMatchObject({
      failure: { code: 'spot-interrupted', sentence: TAKEN_BACK },
    });
    const failed = await getRun(run.id);
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'spot-interrupted', sentence: TAKEN_BACK } });
    expect(failed.hosts[0]).toMatchObject({ hostId: launch.places[0]?.hostId });
    expect(alive(await aws.instances())).toEqual([]);
    expect(await agent.heartbeat()).toMatchObject({ status: 401 });
  });

  it('explains what the agent said as its system went down, which came first', async () => {
    const { launch, agent } = await ready();
    const { body: run } = await call<Run>('POST', '/runs', { name: 'shut down', spec: specOn(launch) });
    const failure = { code: 'start-target-failed', sentence: 'The target did not start.' };
    const command = await agent.obeyUntil('start-target', aws.lab, run.id);
    if (!command) throw new Error('no target was to be started');
    await agent.obey(command, { status: 'failed', result: null, failure });
    await takeBack(launch);
    await aws.until(launch.id, 'failed');
    expect(await getRun(run.id)).toMatchObject({
      state: 'failed',
      failure: { code: 'spot-interrupted', sentence: `${TAKEN_BACK} Seen first: The target did not start.` },
    });
  });

  it('stops an experiment, which keeps its whole rounds', async () => {
    const { launch, agent } = await ready();
    const baseline = { name: 'one process', spec: specOn(launch) };
    const asked = preforkExperiment(agent.hostId, { baseline, start: true });
    const { id } = (await call<ShownExperiment>('POST', '/experiments', asked)).body;
    const play = new ExperimentPlay(aws.lab, agent);
    await play.play(id, 2, () => 5_000);
    await play.underWay(id);
    await takeBack(launch);
    await aws.until(launch.id, 'failed');
    expect((await call<ShownExperiment>('GET', `/experiments/${id}`)).body).toMatchObject({
      status: 'done',
      roundsDone: 1,
      stoppedSentence: `Its EC2 hosts ended after 1 of 3 rounds. ${TAKEN_BACK}`,
    });
  });
});
