import { TerminateInstancesCommand } from '@aws-sdk/client-ec2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ExperimentDesign, ShownExperiment } from '../contract/experiment.ts';
import type { Launch, LaunchPreview } from '../contract/launch.ts';
import { soilHost } from '../hosts/store/hosts.ts';
import { formatMinute } from '../rules/words/durations.ts';
import { alive, type LaunchLab, openLaunchLab } from '../testing/cloud/launch-lab.ts';
import { NO_CAPACITY, priceOf } from '../testing/cloud/recorded-aws.ts';
import { person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay, preforkExperiment } from '../testing/play-experiment.ts';
import { hardware } from '../testing/sample-launch.ts';

/** Prices and refusals are recorded, as the emulator has neither. */

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

const figures = (configuration: number, round: number): number => 5_000 + 100 * configuration + round;
const begun = async (launch: Launch): Promise<ShownExperiment> => {
  const hostId = launch.places[0]?.hostId ?? '';
  const baseline = { name: 'one process', spec: specFor(hostId, { tool: 'volley' }) };
  const asked = preforkExperiment(hostId, { baseline, start: true });
  return (await call<ShownExperiment>('POST', '/experiments', asked)).body;
};
const read = async (id: string) => (await call<ShownExperiment>('GET', `/experiments/${id}`)).body;

/** Two rounds of three are whole, and a run of the third is under way. */
async function inRoundThree(over: Parameters<typeof hardware>[0] = {}) {
  const asked = await aws.launch(hardware({ clients: null, ...over }));
  const { id } = await begun(asked);
  const launch = await aws.until(asked.id, 'joining');
  const play = new ExperimentPlay(aws.lab, await aws.enter(launch, 0));
  await aws.until(launch.id, 'ready');
  await play.play(id, 4, figures);
  const { round, runId } = await play.underWay(id);
  expect(round).toBe(2);
  return { id, runId, play, launch: await aws.get(launch.id) };
}

describe('an experiment whose launch ends in its third round', () => {
  it('stops by its budget, keeps both whole rounds, and launches nothing again', async () => {
    aws.aws.behave({
      before: (asked) =>
        asked.action === 'pricing:GetProducts' ? priceOf(asked, { 'c5.2xlarge': '0.34', 'c5.xlarge': '0.17' }) : null,
    });
    const before = (await aws.instances()).length;
    const { id, runId, launch } = await inRoundThree({ budgetMicroUsd: 170_000 });
    aws.lab.skipMs(31 * 60_000);
    await aws.until(launch.id, 'failed');
    const run = (await call<{ state: string; failure: { code: string } }>('GET', `/runs/${runId}`)).body;
    expect(run).toMatchObject({ state: 'failed', failure: { code: 'budget-over' } });
    expect(await read(id)).toMatchObject({
      status: 'done',
      roundsDone: 2,
      stoppedSentence: expect.stringMatching(
        /^Its EC2 hosts ended after 2 of 3 rounds\. The launch has cost \$0\.1\d, and its budget is \$0\.17, so its hosts are ended\. Launch again with a higher one\.$/,
      ),
      waitingSentence: null,
    });
    expect((await aws.instances()).length).toBe(before + 1);
    expect(alive(await aws.instances())).toEqual([]);
  });

  it('stops when its instance is ended from outside, and says why', async () => {
    const { id, launch } = await inRoundThree();
    await aws.client.send(new TerminateInstancesCommand({ InstanceIds: [launch.places[0]?.instanceId ?? ''] }));
    await aws.until(launch.id, 'failed');
    const { status, stoppedSentence, slots } = await read(id);
    expect(status).toBe('done');
    expect(stoppedSentence).toMatch(/^Its EC2 hosts ended after 2 of 3 rounds\. The instance of its server/);
    expect(slots.flatMap(({ failedRunIds }) => failedRunIds)).toHaveLength(1);
  });
});

it('an experiment whose host only a person can clean ends, and its launch with it, long before its TTL', async () => {
  const { id, runId, launch, play } = await inRoundThree({ keepMinutes: 0 });
  const { hostId = '', hostName = '' } = launch.places[0] ?? {};
  await soilHost(aws.lab.lab.database.db, { hostId, kind: 'mismatch', reason: 'a queue reads 8, not 4' });
  await play.finishRun(runId, figures(0, 2));
  const { status, roundsDone, stoppedSentence } = await play.readDone(id);
  expect([status, roundsDone]).toEqual(['done', 2]);
  expect(stoppedSentence).toBe(
    `Stopped after 2 of 3 rounds, because its EC2 hosts cost money and only a person can clean ${hostName}. ` +
      'A queue reads 8, not 4. Duplicate and edit it to run it on new hosts.',
  );
  // It is promised for ten minutes to whoever asked for it.
  aws.lab.skipMs(10 * 60_000);
  const { endedAtUs, expiresAtUs } = await aws.until(launch.id, 'released');
  expect(endedAtUs ?? expiresAtUs).toBeLessThan(expiresAtUs - 30 * 60e6);
  expect(alive(await aws.instances())).toEqual([]);
});

it('an experiment that waits for its host to be put back says what that costs', async () => {
  aws.aws.behave({
    before: (asked) =>
      asked.action === 'pricing:GetProducts' ? priceOf(asked, { 'c5.2xlarge': '0.34', 'c5.xlarge': '0.17' }) : null,
  });
  const { id, runId, launch, play } = await inRoundThree();
  const { hostId = '', hostName = '' } = launch.places[0] ?? {};
  await soilHost(aws.lab.lab.database.db, { hostId, kind: 'unconfirmed', reason: 'its restore failed' });
  await play.finishRun(runId, figures(0, 2));
  expect((await read(id)).waitingSentence).toBe(
    `${hostName} takes no run until it is clean: its restore failed. ` +
      'Meanwhile its EC2 hosts cost $0.34 an hour, until their TTL or budget ends them, or for as long as they are kept after you stop the experiment.',
  );
  await call('POST', `/experiments/${id}/stop`);
});

it('an experiment whose hosts AWS refuses ends before its first round, with what AWS said', async () => {
  aws.aws.behave({ before: ({ action }) => (action === 'ec2:RunInstances' ? NO_CAPACITY : null) });
  const launch = await aws.launch(hardware({ clients: null, zones: ['us-east-1a'] }));
  const { id } = await begun(launch);
  await aws.until(launch.id, 'failed');
  const { status, stoppedSentence } = await read(id);
  expect(status).toBe('done');
  expect(stoppedSentence).toMatch(/^Its EC2 hosts ended after 0 of 3 rounds\. AWS has no capacity .*c5\.2xlarge/);
});

it('an experiment that would outlast the hosts it names is warned of', async () => {
  const asked = await aws.launch(hardware({ clients: null, ttlMinutes: 10 }));
  const { design } = await begun(asked);
  expect(design.warnings.join()).not.toContain('TTL');
  const hostId = asked.places[0]?.hostId ?? '';
  const baseline = { name: 'one process', spec: specFor(hostId, { tool: 'volley' }) };
  const long = preforkExperiment(hostId, { baseline, rounds: 60, extensionRounds: 60 });
  const { warnings } = (await call<ExperimentDesign>('POST', '/experiment-designs', long)).body;
  const ends = formatMinute(asked.expiresAtUs);
  expect(warnings[0]).toContain(`The TTL of its EC2 hosts ends on ${ends}, and the experiment takes about `);
});

it('a TTL shorter than the planned time is refused before anything is launched, and a tight one is warned of', async () => {
  const before = (await aws.instances()).length;
  const preview = async (plannedMinutes: number) =>
    (await call<LaunchPreview>('POST', '/launches/preview', { spec: hardware(), plannedMinutes })).body;
  const { faults } = await preview(90);
  expect(faults).toEqual([
    {
      path: 'spec.ttlMinutes',
      code: 'ttl-too-short',
      message: 'The hosts are needed for 1 h 30 min, longer than the TTL of 60 min. Set a TTL of 100 min or more.',
    },
  ]);
  expect((await preview(55)).warnings.map(({ code }) => code)).toContain('ttl-tight');
  expect((await preview(50)).warnings.map(({ code }) => code)).not.toContain('ttl-tight');
  const { status } = await call('POST', '/launches', { spec: hardware(), plannedMinutes: 90 });
  expect(status).toBe(422);
  expect((await aws.instances()).length).toBe(before);
});
