import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Comparison } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { FakeAgent, loadResult, person, specFor } from '../../testing/fake-agent.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

const ORIGIN = 'http://staging.example.org:8080';

let lab: TestLab;
beforeEach(async () => {
  lab = await openLab();
});
afterEach(() => lab.close());

const specOf = (hostId: string, over: Partial<RunSpec> = {}): RunSpec => ({
  ...specFor(hostId),
  server: null,
  target: { kind: 'external', origin: ORIGIN },
  ...over,
});
const post = (spec: RunSpec) => person(lab)<Run>('POST', '/runs', { name: 'x', spec });
const read = async (id: string) => (await person(lab)<Run>('GET', `/runs/${id}`)).body;

/** Its load reports the addresses given. */
async function drive(agent: FakeAgent, resolved: string[]): Promise<Run> {
  const { id } = (await post(specOf(agent.hostId))).body;
  const asked: string[] = [];
  for (;;) {
    const load = await agent.obeyUntil('drive-load', lab, id);
    if (load?.type !== 'drive-load') break;
    asked.push(load.url);
    await agent.obey(load, { result: loadResult(Date.now() * 1000, { resolved }) });
  }
  expect(new Set(asked)).toEqual(new Set([ORIGIN]));
  return read(id);
}

it('runs with its client alone: no server, no figure of one, and a verdict that leaves the target open', async () => {
  const agent = await FakeAgent.join(lab, 'lab-1', { addresses: [ORIGIN] });
  const run = await drive(agent, ['192.0.2.7']);
  expect(run).toMatchObject({
    state: 'finished',
    spec: { server: null },
    hosts: [{ hostId: agent.hostId, roles: ['client'] }],
    target: { url: ORIGIN, command: [], version: '', resolved: [{ hostId: agent.hostId, addresses: ['192.0.2.7'] }] },
  });
  for (const { point, evidence, clients } of run.steps) {
    expect(point).toMatchObject({
      serverRequests: null,
      serverCpuUsPerRequest: null,
      serverCpus: null,
      otherCpus: null,
    });
    expect(evidence).toMatchObject({ server: null, sharedMachine: null });
    expect(clients[0]?.figures?.resolved).toEqual(['192.0.2.7']);
  }
  const codes = run.findings.map(({ code }) => code);
  expect(codes).toContain('server-unobserved');
  expect(codes).not.toContain('target-addresses');
  expect(`${run.verdict?.sentence} ${run.verdict?.because}`).not.toMatch(/server CPU|server idle/);
});

it('several addresses are a finding, and two runs are not known to be the same', async () => {
  const agent = await FakeAgent.join(lab, 'lab-1', { addresses: [ORIGIN] });
  const [a, b] = [await drive(agent, ['192.0.2.7']), await drive(agent, ['192.0.2.8'])];
  expect(b.findings.find(({ code }) => code === 'target-addresses')?.sentence).toContain('192.0.2.8');
  const { body } = await person(lab)<Comparison>('GET', `/comparison?runs=${a.id},${b.id}`);
  const told = body.warnings.find(({ code }) => code === 'target-unknown')?.sentence;
  expect(told).toContain(`What answers at ${ORIGIN} is seen by no agent: it may have changed between A and B.`);
  expect(body.warnings.find(({ code }) => code === 'side-unobserved')?.sentence).toContain(
    'Install an agent on the target’s host.',
  );
});

it('a share of it opens, and tells nobody its address', async () => {
  const agent = await FakeAgent.join(lab, 'lab-1', { addresses: [ORIGIN] });
  const { id } = await drive(agent, ['192.0.2.7']);
  const { url } = (await person(lab)<{ url: string }>('POST', '/shares', { runIds: [id] })).body;
  const shared = await fetch(`${lab.url}/api/v1/shared/${url.split('/').at(-1)}`);
  const text = await shared.text();
  expect(shared.status).toBe(200);
  expect(JSON.parse(text).document.run.spec).toMatchObject({ server: null, target: { kind: 'external' } });
  expect(text).not.toMatch(/staging\.example|192\.0\.2\.7/);
});

it('an origin that the file of a client lacks is refused, and so is an older agent', async () => {
  const agent = await FakeAgent.join(lab, 'lab-1', { addresses: ['http://10.0.0.5'] });
  const refused = await person(lab)<{ detail: string }>('POST', '/runs', { name: 'x', spec: specOf(agent.hostId) });
  expect(refused.status).toBe(422);
  expect(refused.body.detail).toBe(
    `The configuration file of lab-1 does not let it load ${ORIGIN} (it allows http://10.0.0.5); add it there under addresses.`,
  );
  const old = await FakeAgent.join(lab, 'lab-2');
  const tooOld = await person(lab)<{ detail: string }>('POST', '/runs', { name: 'x', spec: specOf(old.hostId) });
  expect(tooOld.body.detail).toBe('The agent of lab-2 is too old for targets without an agent; update it there.');
});
