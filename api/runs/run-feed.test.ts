import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Run } from '../contract/run.ts';
import type { Notifications } from '../platform/store/notifications.ts';
import { nothingOf } from '../rules/run/stream-cursor.ts';
import { EventReader } from '../testing/event-reader.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { RunFeeds, type RunWord } from './run-feed.ts';

let lab: TestLab;
let agent: FakeAgent;
let runId: string;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
  runId = (await person(lab)<Run>('POST', '/runs', { name: 'live', spec: specFor(agent.hostId) })).body.id;
});
afterEach(() => lab.close());

it('is read once for all that ask at the same moment, and anew after the answer', async () => {
  const { feed, leave } = new RunFeeds(lab.lab).join(runId, () => {});
  const [first, second] = await Promise.all([feed.run(), feed.run()]);
  expect(second).toBe(first);
  expect(await feed.run()).not.toBe(first);
  const [rows, same] = await Promise.all([feed.series(nothingOf(runId)), feed.series(nothingOf(runId))]);
  expect(same).toBe(rows);
  leave();
});

it('never answers with what was asked before the news', async () => {
  const { notifications, tell } = silent();
  let after: Promise<RunWord> | undefined;
  const { feed, leave } = new RunFeeds({ ...lab.lab, notifications }).join(runId, () => {
    after = feed.run();
  });
  const before = feed.run();
  tell();
  expect(after).toBeDefined();
  expect(after).not.toBe(before);
  await Promise.all([before, after]);
  leave();
});

it('derives rows once for twenty streams, not once for each', async () => {
  await agent.obeyUntil('drive-load', lab, runId);
  await agent.report([agent.layoutEntry(), agent.frameEntry(runId, 1e15, [0, 0, 0, 0])]);
  const readers = await Promise.all(Array.from({ length: 20 }, () => EventReader.open(lab, runId)));
  await Promise.all(readers.map((reader) => reader.until(({ runs }) => runs.length > 0)));
  const look = vi.spyOn(lab.lab.database.db.sampleChunk, 'findMany');
  await agent.report([agent.frameEntry(runId, 1e15 + 1e6, [1, 1, 0, 1000])]);
  await Promise.all(readers.map((reader) => reader.until(() => reader.timesUs(agent.hostId).length === 1)));
  expect(look.mock.calls.length).toBeGreaterThan(0);
  expect(look.mock.calls.length).toBeLessThan(4);
  for (const reader of readers) reader.cut();
});

it('looks for rows only after news, for readers that have all', async () => {
  await agent.obeyUntil('drive-load', lab, runId);
  await agent.report([agent.layoutEntry(), agent.frameEntry(runId, 1e15, [0, 0, 0, 0])]);
  await agent.report([agent.frameEntry(runId, 1e15 + 1e6, [1, 1, 0, 1000])]);
  const { notifications, tell } = silent();
  const { feed, leave } = new RunFeeds({ ...lab.lab, notifications }).join(runId, () => {});
  const { lastUs } = await feed.series(nothingOf(runId));
  const look = vi.spyOn(lab.lab.database.db.sampleChunk, 'findMany');
  expect(await feed.series({ ...nothingOf(runId), lastUs })).toEqual({ json: null, lastUs });
  expect(look).not.toHaveBeenCalled();
  tell();
  await feed.series({ ...nothingOf(runId), lastUs });
  expect(look).toHaveBeenCalled();
  leave();
});

/** Says nothing by itself: the real ones may come late. */
function silent(): { notifications: Notifications; tell: () => void } {
  const listeners: (() => void)[] = [];
  const on = (_channel: string, _payload: string, listener: () => void) => {
    listeners.push(listener);
    return () => {};
  };
  return { notifications: { on } as unknown as Notifications, tell: () => listeners[0]?.() };
}
