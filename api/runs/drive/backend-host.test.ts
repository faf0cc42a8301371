import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Command } from '../../contract/agent-commands.ts';
import type { Host } from '../../contract/host.ts';
import type { Problem } from '../../contract/primitives.ts';
import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { plainGet } from '../../rules/requests/plain-request.ts';
import { DEFAULT_BACKENDS } from '../../rules/spec/backend-check.ts';
import { sweep } from '../../sweep.ts';
import { BACKEND_NEEDS, closedStep, FakeAgent, nic, person, reference, SEALED } from '../../testing/fake-agent.ts';
import { Fleet } from '../../testing/fleet.ts';
import { sampleService } from '../../testing/sample-identity.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
let fleet: Fleet;
let backend: FakeAgent;

const SKILLS = ['target-tls', 'preflight', 'target-backends', 'backend-host'];

beforeEach(async () => {
  lab = await openLab();
  fleet = await Fleet.join(lab, ['0-3'], { skills: SKILLS });
  backend = await fleet.add('db', {
    skills: SKILLS,
    nics: [nic('eth0', ['192.0.2.77/24'])],
    backends: [{ name: 'postgresql', version: '18.4', path: '/pg/postgres' }],
  });
});
afterEach(() => lab.close());

const spec = (over: Partial<RunSpec> = {}): RunSpec => ({
  ...fleet.spec({ warmupSeconds: 0, steps: [closedStep(10)] }),
  target: reference({ database: DEFAULT_BACKENDS.database }),
  requests: [plainGet('/db-read')],
  backend: { hostId: backend.hostId, address: null },
  ...over,
});

it('has what the target asks on a third host: its key goes there, and the sealed passwords come back', async () => {
  const commands: Command[] = [];
  const id = await fleet.post(spec());
  const run = await fleet.obey(id, async (_, command) => {
    commands.push(command);
    return 'obey';
  });
  expect([run.failure, run.state]).toEqual([null, 'finished']);
  expect(run.hosts.map(({ name, roles }) => [name, roles]).sort()).toEqual([
    ['cli-1', ['client']],
    ['db', ['backend']],
    ['srv', ['server']],
  ]);
  const of = <T extends Command['type']>(type: T) =>
    commands.filter((command): command is Extract<Command, { type: T }> => command.type === type);
  expect(of('prepare').map(({ backendAddress }) => backendAddress)).toEqual(Array(3).fill('192.0.2.77'));
  expect(of('start-backends')).toMatchObject([{ address: '192.0.2.77', needs: BACKEND_NEEDS }]);
  expect(of('start-target')).toMatchObject([
    { backends: { database: 'postgres://millionrps_target@192.0.2.77:5001/postgres', cache: null, sealed: SEALED } },
  ]);
  expect(run.target?.services).toEqual([sampleService()]);
  expect(fleet.asked.indexOf('db start-backends')).toBeLessThan(fleet.asked.indexOf('srv start-target'));
  expect(fleet.asked.filter((one) => one.startsWith('db '))).toEqual(
    ['prepare', 'apply-tuning', 'start-backends', 'open-window', 'close-window', 'stop', 'restore'].map(
      (type) => `db ${type}`,
    ),
  );
  expect(run.steps[0]?.evidence?.backendHost).toMatchObject({ hostId: backend.hostId, name: 'db', side: 'backend' });
  expect(run.steps[0]?.evidence?.clients).toHaveLength(1);
  expect(run.tuning.map(({ hostId }) => hostId)).toContain(backend.hostId);
});

it('fails a run whose agents do not say what belongs to that', async () => {
  const said = async (type: Command['type'], over: object): Promise<Run['failure']> => {
    const id = await fleet.post(spec());
    const run = await fleet.obey(id, async (agent, command) => {
      if (command.type !== type || (type === 'prepare' && agent !== fleet.server)) return 'obey';
      await agent.obey(command, { result: { type, ...over } as never });
      return 'taken';
    });
    return run.failure;
  };
  expect(await said('prepare', { port: 9000, toolVersion: null })).toMatchObject({
    code: 'wrong-result',
    sentence: expect.stringContaining('srv answered prepare with no key for what its target asks on another host.'),
  });
  const none = { database: null, cache: null, downstream: null, sealed: SEALED };
  expect(await said('start-backends', { backends: none })).toMatchObject({
    code: 'wrong-result',
    sentence: expect.stringContaining('db answered start-backends with no address of its database.'),
  });
  // What the target asks is sent there as often as load is made.
  for (const backends of [
    { ...none, database: 'postgres://millionrps_target@192.0.2.99:5001/postgres' },
    { ...none, database: 'postgres://millionrps_target@192.0.2.77:5001/postgres?host=192.0.2.99' },
    { ...none, database: 'postgres://millionrps_target@192.0.2.77:5001,192.0.2.99:5001/postgres' },
    { ...none, database: 'http://192.0.2.77:5001/postgres' },
  ])
    expect(await said('start-backends', { backends })).toMatchObject({
      code: 'wrong-result',
      sentence: expect.stringContaining('db answered start-backends with a database elsewhere than at 192.0.2.77.'),
    });
  const database = 'postgres://millionrps_target@192.0.2.77:5001/postgres';
  const unasked = { ...none, database, downstream: 'http://192.0.2.77:80/simple' };
  expect(await said('start-backends', { backends: unasked })).toMatchObject({
    sentence: expect.stringContaining('with a downstream that the run does not ask for.'),
  });
  // Seven runs, one after the other.
}, 90_000);

it('fails with the host’s name when that is lost under load, and the others are put back', async () => {
  const id = await fleet.post(spec());
  await fleet.obey(id, async (_, command) => (command.type === 'drive-load' ? 'stop' : 'obey'));
  lab.skipMs(40_000);
  for (const agent of [fleet.server, ...fleet.clients.slice(0, 1)]) await agent.heartbeat(id);
  lab.skipMs(25_000);
  await sweep(lab.lab);
  const run = await fleet.obey(id, async (agent) => (agent === backend ? 'taken' : 'obey'));
  expect(run.state).toBe('failed');
  expect(run.failure).toMatchObject({ code: 'agent-lost', sentence: expect.stringContaining('The agent on db ') });
  const statuses = await Promise.all(
    fleet.agents.map(async ({ hostId }) => (await person(lab)<Host>('GET', `/hosts/${hostId}`)).body.status),
  );
  expect(statuses).toEqual(['ready', 'ready', 'offline']);
});

it('refuses a target’s agent of before that, by name', async () => {
  const old = await FakeAgent.join(lab, 'old', { skills: ['target-backends'], nics: [nic('eth0', ['192.0.2.78/24'])] });
  const asked = spec({ server: { hostId: old.hostId, address: null } });
  const { status, body } = await person(lab)<Problem>('POST', '/runs', { name: 'old', spec: asked });
  expect([status, body.detail]).toEqual([
    422,
    'The agent of old is too old to have its target ask services on another host; update it there.',
  ]);
});
