import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProfileTree } from '../contract/profile.ts';
import type { Run } from '../contract/run.ts';
import { packPprof } from '../testing/encode-pprof.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { profiledRun } from '../testing/profiled-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(() => lab.close());

const tree = (runId: string, artifactId: string) =>
  person(lab)<ProfileTree & { detail: string }>('GET', `/runs/${runId}/profiles/${artifactId}`);

it('a stored profile is given as a tree, with the requests that its step answered meanwhile', async () => {
  const file = packPprof({ stacks: { 'main > answer': 80, main: 20 }, periodNs: 10_000_000 });
  const { runId, artifactId } = await profiledRun(lab, agent, file);
  const { status, body } = await tree(runId, artifactId);
  const { body: run } = await person(lab)<Run>('GET', `/runs/${runId}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  expect(body).toMatchObject({ sampleType: 'cpu', total: 1e9, sampleValue: 1e7, parents: [-1, 0], selfs: [2e8, 8e8] });
  expect(body.functions.map(({ name }) => name)).toEqual(['main', 'answer']);
  expect(body.requests).toBe((run.steps[0]?.point?.requestsPerSecond ?? 0) * 3);
});

it('a file that is no profile says so, and so does one that is not of this run', async () => {
  const { runId, artifactId } = await profiledRun(lab, agent, gzipSync('<html>'));
  const { status, body } = await tree(runId, artifactId);
  expect([status, body.detail]).toEqual([422, expect.stringMatching(/^The profile cannot be read: /)]);
  const other = await profiledRun(lab, agent, Buffer.from('not compressed'));
  expect((await tree(other.runId, other.artifactId)).body.detail).toBe(
    'The file of this profile is not a compressed profile.',
  );
  expect((await tree(runId, other.artifactId)).status).toBe(404);
});

it('a profile that unpacks beyond all bounds is left to go tool pprof', async () => {
  const { runId, artifactId } = await profiledRun(lab, agent, gzipSync(Buffer.alloc(65 * 1024 ** 2)));
  const { status, body } = await tree(runId, artifactId);
  expect([status, body.detail]).toEqual([413, expect.stringContaining('larger than 64 MiB unpacked')]);
});
