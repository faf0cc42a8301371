import { createHash, randomBytes } from 'node:crypto';
import type { Run } from '../contract/run.ts';
import type { Share } from '../contract/share.ts';
import { newId } from '../platform/store/ids.ts';
import { insertDeliveries } from '../webhooks/store/deliveries.ts';
import { closedStep, FakeAgent, person, specFor } from './fake-agent.ts';
import { freshBundle, importFiles } from './import-files.ts';
import { makePerson, type TestPerson } from './people.ts';
import { profiledRun } from './profiled-run.ts';
import { seedExperiment } from './seed-experiment.ts';
import { ADMIN_TOKEN, type TestLab } from './test-lab.ts';

export interface Filled {
  /** Of the host that no run uses, and of the one on which runs are under way. */
  idle: FakeAgent;
  busy: FakeAgent;
  someone: TestPerson;
  /** Of open links. */
  shareTokens: string[];
  /** A run that measures. */
  underWay: string;
  /** A run that waits for its host. */
  queued: string;
  webhookId: string;
  joinToken: string;
  inviteUrl: string;
}

const SIZE = { rounds: 2, configurations: 2, steps: 2, cpus: 4, keys: 20 };

/** Puts something of every kind that an instance keeps into it: what is over, what is under way, and what waits. */
export async function fillLab(lab: TestLab, { files }: { files: number }): Promise<Filled> {
  const someone = await makePerson(lab, 'operator', 'correct horse battery staple');
  const agents: [FakeAgent, FakeAgent] = [await FakeAgent.join(lab, 'lab-1'), await FakeAgent.join(lab, 'lab-2')];
  const [idle, busy] = agents;
  const runIds: string[] = [];
  for (let i = 0; i < files; i++) {
    // On a busy machine this takes longer than an agent may be silent.
    for (const agent of agents) await agent.heartbeat();
    runIds.push((await profiledRun(lab, idle, randomBytes(20_000))).runId);
  }
  await seedExperiment(lab, agents, SIZE);
  const imported = await importFiles(lab, { 'a.json': freshBundle() });
  runIds.push(imported.body.runs[0]?.runId ?? '');
  await call(lab, 'POST', '/imports/journal');
  await putBody(lab, Buffer.from('a body that a run sends'));
  const shareTokens = [
    await share(lab, runIds.slice(0, 1)),
    await share(lab, runIds.slice(-1)),
    await share(lab, runIds.slice(0, 2)),
  ];
  const webhookId = await webhookThatWaits(lab);
  const { body: invite } = await call<{ url: string }>(lab, 'POST', '/invites', {
    email: 'a@example.org',
    role: 'viewer',
  });
  const { body: join } = await call<{ token: string }>(lab, 'POST', '/join-tokens');
  const underWay = await begin(lab, busy, 'under way');
  await busy.obeyUntil('drive-load', lab, underWay);
  const queued = await begin(lab, busy, 'queued');
  return {
    idle,
    busy,
    someone,
    shareTokens,
    underWay,
    queued,
    webhookId,
    joinToken: join.token,
    inviteUrl: invite.url,
  };
}

const call = <T>(lab: TestLab, ...asked: [method: string, path: string, body?: unknown]) => person(lab)<T>(...asked);

async function begin(lab: TestLab, { hostId }: FakeAgent, name: string): Promise<string> {
  const spec = specFor(hostId, { steps: [closedStep(10)] });
  return (await call<Run>(lab, 'POST', '/runs', { name, spec })).body.id;
}

async function share(lab: TestLab, runIds: string[]): Promise<string> {
  const { status, body } = await call<Share & { detail: string }>(lab, 'POST', '/shares', { runIds });
  if (status !== 201) throw new Error(body.detail);
  return body.url.slice(body.url.lastIndexOf('/') + 1);
}

/** It leads to nobody, so that what it is told waits for another attempt. */
async function webhookThatWaits(lab: TestLab): Promise<string> {
  const asked = {
    url: 'https://hooks.example/a',
    description: 'chat',
    eventTypes: ['run.finished'],
    template: 'standard',
  };
  const { body } = await call<{ webhook: { id: string } }>(lab, 'POST', '/webhooks', asked);
  const webhookId = body.webhook.id;
  const atUs = lab.lab.nowUs() + 3_600_000_000;
  const data = { sentence: 'A run ended.', link: 'https://lab.example/' };
  await insertDeliveries(lab.lab.database.db, [
    { id: newId(), webhookId, eventId: newId(), type: 'run.finished', data, atUs },
  ]);
  return webhookId;
}

async function putBody(lab: TestLab, bytes: Buffer): Promise<void> {
  const named = createHash('sha256').update(bytes).digest('hex');
  await fetch(`${lab.url}/api/v1/request-bodies/${named}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
}
