import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../contract/agent-commands.ts';
import type { ReportEntry } from '../contract/agent-reports.ts';
import type { Run } from '../contract/run.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { snapshotAt } from '../testing/fake-tuning.ts';
import { driven, Fleet } from '../testing/fleet.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

const DAY_MS = 86_400_000;

let lab: TestLab;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
});
afterEach(() => lab.close());

const post = async (hostId: string): Promise<string> =>
  (await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(hostId) })).body.id;
const read = async (runId: string): Promise<Run> => (await person(lab)<Run>('GET', `/runs/${runId}`)).body;
const framesOf = (runId: string): Promise<number> => lab.lab.database.client.frame.count({ where: { runId } });

const frames = (agent: FakeAgent, runId: string): ReportEntry[] =>
  [0, 1].map((second) => agent.frameEntry(runId, lab.lab.nowUs() + second * 1e6, [1, 2, 0, second]));

function exited(agent: FakeAgent, runId: string, files: number): ReportEntry {
  agent.sequence += 1;
  const artifacts = Array.from({ length: files }, (_, i) => ({
    ...{ kind: 'target-log' as const, name: `forged-${i}.log`, sha256: '0'.repeat(64), sizeBytes: 1 },
    mediaType: 'text/plain',
  }));
  return { sequence: agent.sequence, type: 'target-exited', runId, sentence: 'The target ended.', artifacts };
}

/** Both forms in which frames come: alone, and with other reports. */
async function sendFrames(agent: FakeAgent, runId: string): Promise<void> {
  expect((await agent.report([agent.layoutEntry()])).status).toBe(200);
  const alone = frames(agent, runId);
  expect((await agent.report(alone)).body.acknowledgedSequence).toBe(alone.at(-1)?.sequence);
  const mixed = [agent.layoutEntry(), ...frames(agent, runId)];
  expect((await agent.report(mixed)).body.acknowledgedSequence).toBe(mixed.at(-1)?.sequence);
}

describe("an agent that reports into another host's run", () => {
  it('adds no frame to it while it measures, and its own are taken', async () => {
    const [liar, honest] = [await FakeAgent.join(lab, 'liar'), await FakeAgent.join(lab, 'lab-1')];
    const [own, foreign] = [await post(liar.hostId), await post(honest.hostId)];
    await honest.obeyUntil('drive-load', lab, foreign);
    await sendFrames(liar, foreign);
    expect(await framesOf(foreign)).toBe(0);
    await sendFrames(liar, own);
    expect(await framesOf(own)).toBe(4);
  });

  it('has its outcome of a command of that host ignored, and the true one counts', async () => {
    const [liar, honest] = [await FakeAgent.join(lab, 'liar'), await FakeAgent.join(lab, 'lab-1')];
    const foreign = await post(honest.hostId);
    const drive = (await honest.obeyUntil('drive-load', lab, foreign)) as Command;
    const before = await read(foreign);
    const forged = { status: 'failed' as const, failure: { code: 'forged', sentence: 'No.' } };
    expect((await liar.report([liar.outcomeEntry(drive, forged)])).status).toBe(200);
    expect(await read(foreign)).toEqual(before);
    await honest.obey(drive);
    expect((await read(foreign)).steps[0]?.status).toBe('measured');
  });

  it('neither ends it nor says what its host was like', async () => {
    const [liar, honest] = [await FakeAgent.join(lab, 'liar'), await FakeAgent.join(lab, 'lab-1')];
    const foreign = await post(honest.hostId);
    await honest.obeyUntil('drive-load', lab, foreign);
    const before = await read(foreign);
    const entries = [exited(liar, foreign, 1), liar.snapshotEntry(foreign, 'before', null)];
    expect((await liar.report(entries)).status).toBe(200);
    expect(await read(foreign)).toEqual(before);
  });
});

describe('an agent that reports into a run of its own at the wrong time', () => {
  it('adds nothing to one that has not begun', async () => {
    const agent = await FakeAgent.join(lab);
    const [under, queued] = [await post(agent.hostId), await post(agent.hostId)];
    await agent.obeyUntil('drive-load', lab, under);
    const before = await read(queued);
    expect(before.state).toBe('queued');
    await sendFrames(agent, queued);
    await agent.report([agent.snapshotEntry(queued, 'before', null), exited(agent, queued, 1)]);
    expect([await framesOf(queued), await read(queued)]).toEqual([0, before]);
  });

  it('adds what it held back to one that has just ended, and nothing a day later', async () => {
    const agent = await FakeAgent.join(lab);
    const runId = await post(agent.hostId);
    await agent.obeyUntil(null, lab, runId);
    await sendFrames(agent, runId);
    expect(await framesOf(runId)).toBe(4);
    const { state, artifacts } = await read(runId);
    lab.skipMs(DAY_MS + 1000);
    const snapshots = () =>
      lab.lab.database.client.hostSnapshot.findMany({ where: { runId }, orderBy: { moment: 'asc' } });
    const before = await snapshots();
    expect(before.length).toBeGreaterThan(0);
    await sendFrames(agent, runId);
    agent.sequence += 1;
    const forged = { ...snapshotAt('before', null), values: { 'sysctl/net.core.somaxconn': 'forged' } };
    await agent.report([{ sequence: agent.sequence, type: 'snapshot', runId, snapshot: forged }]);
    await agent.report([exited(agent, runId, 1)]);
    expect([await framesOf(runId), await snapshots()]).toEqual([4, before]);
    expect(await read(runId)).toMatchObject({ state, artifacts });
  });

  it('replays what it has reported, and nothing of it counts twice', async () => {
    const agent = await FakeAgent.join(lab);
    const runId = await post(agent.hostId);
    const drive = (await agent.obeyUntil('drive-load', lab, runId)) as Command;
    const entries = [
      agent.layoutEntry(),
      ...frames(agent, runId),
      agent.outcomeEntry(drive, { result: driven(drive as never, 100) }),
    ];
    expect((await agent.report(entries)).status).toBe(200);
    const [before, stored] = [await read(runId), await framesOf(runId)];
    expect((await agent.report(entries)).body.acknowledgedSequence).toBe(entries.at(-1)?.sequence);
    // Under new numbers, and as another life of it would.
    const again = entries
      .map((entry) => ({ ...entry, sequence: ++agent.sequence }))
      .filter(({ type }) => type !== 'frame');
    expect((await agent.report(again)).status).toBe(200);
    expect([await read(runId), await framesOf(runId)]).toEqual([before, stored]);
  });
});

describe('a target that is said to have ended', () => {
  it('by a client is no end of it: it runs on another host', async () => {
    const fleet = await Fleet.join(lab, ['0-3']);
    const [liar] = fleet.clients as [FakeAgent];
    const id = await fleet.post(fleet.spec());
    let said = false;
    const run = await fleet.obey(id, async (agent, command) => {
      if (command.type === 'drive-load' && agent === liar && !said) {
        said = true;
        expect((await liar.report([exited(liar, id, 1)])).status).toBe(200);
      }
      return 'obey';
    });
    expect([said, run.state, run.artifacts]).toEqual([true, 'finished', []]);
  });

  it('is believed once: what comes after it brings no more files', async () => {
    const agent = await FakeAgent.join(lab);
    const runId = await post(agent.hostId);
    await agent.obeyUntil('drive-load', lab, runId);
    for (let i = 0; i < 5; i++) expect((await agent.report([exited(agent, runId, 3)])).status).toBe(200);
    const run = await read(runId);
    expect([run.failure?.code, run.artifacts.length]).toEqual(['target-exited', 3]);
  });
});
