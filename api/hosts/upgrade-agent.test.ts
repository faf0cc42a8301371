import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host, HostFacts } from '../contract/host.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import { UPGRADE_MINUTES } from '../rules/hosts/agent-upgrade.ts';
import { sweep } from '../sweep.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const ABLE: HostFacts['upgrades'] = { refusal: null, last: null };

let lab: TestLab;
let agent: FakeAgent;
let programs: string;

beforeEach(async () => {
  programs = mkdtempSync(path.join(tmpdir(), 'millionrps-programs-'));
  mkdirSync(path.join(programs, 'linux-amd64'));
  for (const name of ['agent', 'server']) writeFileSync(path.join(programs, 'linux-amd64', name), name);
  lab = await openLab({ programs });
  agent = await FakeAgent.join(lab, 'lab-1', { upgrades: ABLE, agentSha256: sha256('an older agent') });
});
afterEach(async () => {
  await lab.close();
  rmSync(programs, { recursive: true, force: true });
});

const host = async () => (await person(lab)<Host>('GET', `/hosts/${agent.hostId}`)).body;
const upgrade = <T = Host>() => person(lab)<T>('POST', `/hosts/${agent.hostId}/upgrade-agent`);
const queue = async () => (await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) })).body.id;
const stateOf = async (runId: string) => (await person(lab)<Run>('GET', `/runs/${runId}`)).body.state;
/** Its agent says how the upgrade ended. */
const ended = (upgradeId: string) => {
  const last = { upgradeId, toSha256: sha256('agent'), result: 'rolled-back', why: 'It ended.', atUs: 1 } as const;
  Object.assign(agent.facts, { upgrades: { refusal: null, last } });
  return agent.hello();
};

async function begun(): Promise<string> {
  const asked = upgrade();
  const task = await agent.answerNext();
  expect(task).toMatchObject({ type: 'upgrade', agentSha256: sha256('agent'), serverSha256: sha256('server') });
  expect((await asked).body.upgrading).toBe(true);
  return task.taskId;
}

describe('an upgrade of an agent', () => {
  it('keeps runs from the host until its agent has said how it ended', async () => {
    const taskId = await begun();
    const runId = await queue();
    await sweep(lab.lab);
    expect(await stateOf(runId)).toBe('queued');
    expect((await upgrade<Problem>()).body.detail).toBe('The agent on lab-1 is being upgraded.');
    await ended(taskId);
    await sweep(lab.lab);
    expect(await stateOf(runId)).toBe('preparing');
    expect((await host()).facts.upgrades?.last).toMatchObject({ result: 'rolled-back', why: 'It ended.' });
  });

  it('of another time ends nothing; another life of the agent does', async () => {
    await begun();
    await ended('');
    expect((await host()).upgrading).toBe(true);
    agent.reborn();
    await agent.hello();
    expect((await host()).upgrading).toBeUndefined();
  });

  it('that is never heard of again does not keep the host for ever', async () => {
    await begun();
    lab.skipMs(UPGRADE_MINUTES * 60_000);
    await agent.heartbeat();
    expect((await host()).upgrading).toBeUndefined();
  });

  it('that the agent refuses leaves the host as it was', async () => {
    const asked = upgrade<Problem>();
    await agent.answerNext({ type: 'refused', sentence: 'No room.' });
    expect((await asked).body.detail).toBe('No room.');
    expect((await host()).upgrading).toBeUndefined();
  });

  it('is refused while a run works there, and by an agent that does not know it', async () => {
    await queue();
    const busy = await upgrade<Problem>();
    expect([busy.status, busy.body.detail]).toEqual([
      409,
      'lab-1 works for a run: upgrade its agent when the run is over.',
    ]);
    const old = await FakeAgent.join(lab, 'old');
    const { body } = await person(lab)<Problem>('POST', `/hosts/${old.hostId}/upgrade-agent`);
    expect(body.detail).toContain('The agent on old is older than upgrades from this page');
  });

  it('is refused where there are no programs', async () => {
    rmSync(path.join(programs, 'linux-amd64'), { recursive: true });
    const { status, body } = await upgrade<Problem>();
    expect([status, body.detail]).toEqual([503, 'This instance has no programs for linux-amd64.']);
  });
});

it('programs are listed for the architectures of hosts that can be upgraded', async () => {
  const { body } = await person(lab)<{ programs: unknown[] }>('GET', '/programs');
  expect(body.programs).toEqual([{ architecture: 'amd64', agentSha256: sha256('agent') }]);
});
