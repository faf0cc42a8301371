import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import type { RunChange } from '../contract/run-change.ts';
import { changedRun } from '../rules/run/run-change.ts';
import { EventReader } from '../testing/event-reader.ts';
import { closedStep } from '../testing/fake-agent.ts';
import { driven, Fleet } from '../testing/fleet.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const STEPS = 12;

it('a reader of changes has the same run in the end as one that is sent it whole, for a small part of the bytes', async () => {
  const fleet = await Fleet.join(lab, ['0-3', '0-3', '0-3', '0-3']);
  const steps = Array.from({ length: STEPS }, (_, at) => closedStep(8 + at));
  const id = await fleet.post(fleet.spec({ steps }));
  const [whole, parts] = await Promise.all([
    EventReader.open(lab, id),
    EventReader.open(lab, id, { query: '?changes=parts' }),
  ]);
  const run = await fleet.obey(id, async (agent, command) => {
    if (command.type !== 'drive-load') return 'obey';
    await agent.obey(command, { result: driven(command, 100) });
    return 'taken';
  });
  expect(run.state).toBe('finished');
  await Promise.all([whole, parts].map((reader) => reader.until(() => reader.ended)));
  const made = parts.events.reduce<Run | null>((known, { event, data }) => {
    if (event === 'run') return data as Run;
    return event === 'change' && known ? changedRun(known, data as RunChange) : known;
  }, null);
  expect(made).toEqual(whole.runs.at(-1));
  expect(parts.runs).toHaveLength(1);
  console.log(
    `${whole.runs.length} readings of a run of ${STEPS} steps: ${whole.text.length} bytes whole, ${parts.text.length} in parts`,
  );
  expect(parts.text.length * 4).toBeLessThan(whole.text.length);
});
