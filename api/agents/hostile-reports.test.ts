import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helloRequest } from '../contract/agent.ts';
import type { Command } from '../contract/agent-commands.ts';
import { type CommandResult, commandResult, type ReportEntry, reportEntry } from '../contract/agent-reports.ts';
import { MAX_ADDRESSES_OF_NIC, MAX_FACTS } from '../contract/bounds.ts';
import { exportFormat } from '../contract/import.ts';
import type { Run } from '../contract/run.ts';
import { keysOf } from '../contract/words.ts';
import {
  COLUMNS,
  closedStep,
  FACTS,
  FakeAgent,
  goodResult,
  nic,
  person,
  profileOf,
  request,
  specFor,
} from '../testing/fake-agent.ts';
import { RESTORED, snapshotAt } from '../testing/fake-tuning.ts';
import {
  HOSTILE_NUMBERS,
  HOSTILE_TEXTS,
  isHiding,
  placesOf,
  takenBy,
  UNSTORABLE,
  withLeaves,
  withNumbers,
} from '../testing/hostile.ts';
import { sampleIdentity, sampleService } from '../testing/sample-identity.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

/**
 * What an agent may report × every attack, in each place that takes it. Its run ends, and can be looked at and exported; nothing is an error
 * of ours, and the other hosts and runs are shown as before.
 */

type Of<Type extends CommandResult['type']> = Partial<Extract<CommandResult, { type: Type }>>;

const IDENTITY = sampleIdentity({ '/etc/app.conf': 'a' }, { version: '1.2', unit: 'app.service', unread: [] });

/** What a result can say beyond what a good agent has to: a new type of result takes a row. */
const MORE: { [Type in CommandResult['type']]: Of<Type> } = {
  prepare: { resolved: ['192.0.2.7'] },
  'apply-tuning': {},
  'start-backends': { services: [sampleService()] },
  'start-target': { identity: IDENTITY, services: [sampleService({ settings: [{ name: 'work_mem', value: '8MB' }] })] },
  preflight: {},
  'open-window': {},
  'drive-load': {
    profiles: [profileOf('cpu')],
    competitors: [{ name: 'stress', cpus: 1.5, pid: 7, program: '/usr/bin/stress' }],
    tls: {
      ...{ version: 'TLS 1.3', cipher: 'TLS_AES_128_GCM_SHA256', group: 'X25519', certificateKey: 'ECDSA P-256' },
      ...{ applicationProtocol: 'h2', handshakes: 10, resumed: 0 },
    },
  },
  'close-window': {},
  stop: { identity: IDENTITY },
  restore: {},
};

/** Reports that are no outcome of a command: a new type takes a row. */
const UNASKED: {
  [Type in Exclude<ReportEntry['type'], 'outcome' | 'frame'>]: (agent: FakeAgent, runId: string) => ReportEntry;
} = {
  layout: (agent) => agent.layoutEntry(),
  snapshot: (_agent, runId) => ({ sequence: 1, type: 'snapshot', runId, snapshot: snapshotAt('before', null) }),
  restored: (agent, runId) => agent.restoredEntry(runId, RESTORED),
  'target-exited': (_agent, runId) => ({
    ...{ sequence: 1, type: 'target-exited', runId, sentence: 'The target ended: panic.' },
    artifacts: [
      { kind: 'target-log', name: 'target.log', sha256: '0'.repeat(64), sizeBytes: 1, mediaType: 'text/plain' },
    ],
  }),
};

/** Of hosts and their tuning, and what the state machine goes by. */
const KEPT = /(^|\.)(type|sequence|runId|commandId|port|status|matches)$/;

let lab: TestLab;
let ask: ReturnType<typeof person>;
let shown = 0;
beforeAll(async () => {
  lab = await openLab({ stillClock: true });
  ask = person(lab);
});
afterAll(() => lab.close());

const post = async (hostId: string): Promise<string> =>
  (await ask<Run>('POST', '/runs', { name: 'x', spec: specFor(hostId, { steps: [closedStep(10)] }) })).body.id;

/** The run is over, and nothing of it or beside it is an error. */
async function comesOut(runId: string): Promise<Run> {
  const { body: run, status } = await ask<Run>('GET', `/runs/${runId}`);
  expect([status, ['finished', 'failed'].includes(run.state)]).toEqual([200, true]);
  for (const path of [`/runs/${runId}/series`, '/runs', '/hosts'])
    expect([path, (await ask('GET', path)).status]).toEqual([path, 200]);
  for (const format of exportFormat.options) {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const reply = await fetch(`${lab.url}/api/v1/runs/${runId}/export?format=${format}`, { headers });
    expect([200, 409]).toContain(reply.status);
    if (format === 'markdown' || format === 'script') expect(isHiding(await reply.text())).toBe(false);
  }
  return run;
}

/** A value with something in each place where its schema takes it. */
function attacked<T>(value: T, leaf: 'string' | 'number', instead: string, fits: (value: unknown) => boolean): T {
  const within = (places: readonly string[]): T =>
    leaf === 'string' ? withLeaves(value, leaf, places, instead) : JSON.parse(withNumbers(value, places, instead));
  const places = placesOf(value, leaf).filter((place) => !KEPT.test(place));
  return within(takenBy(places, (some) => fits(within(some))));
}

/** Obeys until its run is over, each result being attacked. Reports that are refused are set aside, as agents do. */
async function lie(
  agent: FakeAgent,
  runId: string,
  attack: (result: CommandResult) => CommandResult,
): Promise<Set<string>> {
  const types = new Set<string>();
  for (;;) {
    if ((await ask<Run>('GET', `/runs/${runId}`)).body.endedAtUs !== null) return types;
    for (const command of await agent.poll(200)) {
      types.add(command.type);
      const good = goodResult(command, agent.applied);
      const result = good && attack({ ...good, ...MORE[command.type] } as CommandResult);
      // What puts a host back is not at stake.
      if (command.type === 'apply-tuning' || command.type === 'restore') await agent.obey(command);
      else if ((await sentAlone(agent, agent.outcomeEntry(command, { result }))) === 422) await agent.obey(command);
    }
  }
}

async function sentAlone(agent: FakeAgent, entry: ReportEntry): Promise<number> {
  const { status, body } = await agent.report([entry]);
  expect([200, 422], JSON.stringify(body)).toContain(status);
  return status;
}

const fitsResult = (value: unknown): boolean => commandResult.safeParse(value).success;
const fitsEntry = (value: unknown): boolean => reportEntry.safeParse(value).success;
const newAgent = (): Promise<FakeAgent> => FakeAgent.join(lab, `lab-${++shown}`, { bootId: `boot-${shown}` });

describe('an agent whose results hold, wherever they may,', () => {
  it.each(keysOf(HOSTILE_TEXTS))('%s', async (name) => {
    const agent = await newAgent();
    const runId = await post(agent.hostId);
    const types = await lie(agent, runId, (result) => attacked(result, 'string', HOSTILE_TEXTS[name], fitsResult));
    expect([...types]).toEqual(expect.arrayContaining(['prepare', 'restore']));
    const run = await comesOut(runId);
    // Half of a character is no report, and nobody waits for one for ever: the fake would have to go offline.
    if (!UNSTORABLE.includes(name))
      expect(run.target?.version).toBe(HOSTILE_TEXTS[name].length > 1000 ? '0.1.0' : HOSTILE_TEXTS[name]);
  });

  it.each(keysOf(HOSTILE_NUMBERS))('%s', async (name) => {
    const agent = await newAgent();
    const runId = await post(agent.hostId);
    await lie(agent, runId, (result) => attacked(result, 'number', HOSTILE_NUMBERS[name], fitsResult));
    await comesOut(runId);
  });
});

describe('a report of', () => {
  const attack = async (
    agent: FakeAgent,
    type: keyof typeof UNASKED,
    runId: string,
    name: keyof typeof HOSTILE_TEXTS,
  ) => {
    const entry = attacked(UNASKED[type](agent, runId), 'string', HOSTILE_TEXTS[name], fitsEntry);
    agent.sequence += 1;
    await sentAlone(agent, { ...entry, sequence: agent.sequence });
  };

  it.each(keysOf(UNASKED))('%s with any of them', async (type) => {
    const agent = await newAgent();
    const runId = await post(agent.hostId);
    await agent.obeyUntil('drive-load', lab, runId);
    for (const name of keysOf(HOSTILE_TEXTS)) await attack(agent, type, runId, name);
    expect((await ask('GET', `/runs/${runId}`)).status).toBe(200);
    expect((await ask('GET', '/hosts')).status).toBe(200);
  });

  it.each(keysOf(HOSTILE_TEXTS).filter((name) => !UNSTORABLE.includes(name)))(
    'the end of a target with %s',
    async (name) => {
      const agent = await newAgent();
      const runId = await post(agent.hostId);
      await agent.obeyUntil('drive-load', lab, runId);
      await attack(agent, 'target-exited', runId, name);
      await agent.obeyUntil(null, lab, runId);
      expect((await comesOut(runId)).failure?.code).toBe('target-exited');
    },
  );
});

describe('frames', () => {
  const WILD = [0, -1, 2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 31];
  const DAY_US = 86_400e6;

  it.each([
    [
      'counters that jump from one end to the other',
      (at: number) => ({ values: COLUMNS.map((_, i) => WILD[(at + i) % WILD.length] as number) }),
    ],
    ['a clock that is a day behind', (at: number) => ({ timeUs: Date.now() * 1000 - DAY_US + at * 1e6 })],
    ['a clock that is a day ahead', (at: number) => ({ timeUs: Date.now() * 1000 + DAY_US + at * 1e6 })],
    ['a clock that stands', () => ({ timeUs: 1, monotonicUs: 1 })],
    ['a clock at its end', () => ({ timeUs: 2 ** 53 - 1, monotonicUs: -(2 ** 53 - 1) })],
  ])('of %s are kept, sealed and drawn', async (_what, over) => {
    const agent = await newAgent();
    const runId = await post(agent.hostId);
    const drive = (await agent.obeyUntil('drive-load', lab, runId)) as Command;
    expect((await agent.report([agent.layoutEntry()])).status).toBe(200);
    const entries = Array.from({ length: 130 }, (_, at) => {
      const entry = agent.frameEntry(runId, lab.lab.nowUs() + at * 1e6, [1, 2, 0, at]) as Extract<
        ReportEntry,
        { type: 'frame' }
      >;
      return { ...entry, frame: { ...entry.frame, ...over(at) } };
    });
    expect((await agent.report(entries)).status).toBe(200);
    await agent.obey(drive);
    await agent.obeyUntil(null, lab, runId);
    await comesOut(runId);
    const { db } = lab.lab.database;
    await expect.poll(() => db.sampleChunk.count({ where: { runId } })).toBeGreaterThan(0);
    expect((await ask('GET', `/runs/${runId}/series`)).status).toBe(200);
  });

  it('with a clock that the load tool has not are no evidence, and said to be missing', async () => {
    const agent = await newAgent();
    const runId = await post(agent.hostId);
    const drive = (await agent.obeyUntil('drive-load', lab, runId)) as Command;
    const result = goodResult(drive, null) as Extract<CommandResult, { type: 'drive-load' }>;
    const [startedAtUs, endedAtUs] = [result.startedAtUs - DAY_US, result.endedAtUs - DAY_US];
    await agent.obey(drive, { result: { ...result, startedAtUs, endedAtUs } });
    await agent.obeyUntil(null, lab, runId);
    const { steps } = await comesOut(runId);
    expect(steps[0]?.point?.serverCpuUsPerRequest ?? null).toBeNull();
  });
});

describe('facts', () => {
  it.each(keysOf(HOSTILE_TEXTS))('with %s in each text are shown or refused', async (name) => {
    const agent = await newAgent();
    const before = await ask('GET', '/hosts');
    const facts = {
      ...FACTS,
      nics: [nic('eth0', ['192.0.2.5/24'])],
      missing: ['a file'],
      addresses: ['http://192.0.2.9'],
    };
    const hello = {
      incarnationId: agent.incarnationId,
      startedAtUs: 1,
      agentVersion: '0.1.0',
      facts,
      restore: RESTORED,
    };
    const body = attacked(hello, 'string', HOSTILE_TEXTS[name], (value) => helloRequest.safeParse(value).success);
    const answer = await agent.call('hello', { ...body, incarnationId: agent.incarnationId });
    expect(answer.status).toBe(UNSTORABLE.includes(name) ? 422 : 200);
    const after = await ask('GET', '/hosts');
    expect([before.status, after.status]).toEqual([200, 200]);
    const run = await ask('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) });
    expect([201, 409, 422]).toContain(run.status);
  });

  it('as many as fit are stored and listed soon, and more are refused', async () => {
    const agent = await newAgent();
    const addresses = Array.from({ length: MAX_ADDRESSES_OF_NIC }, (_, at) => `2001:db8::${at.toString(16)}/64`);
    const facts = (nics: number) => ({
      ...FACTS,
      nics: Array.from({ length: nics }, (_, at) => nic(`eth${at}`, addresses)),
      missing: Array.from({ length: MAX_FACTS }, (_, at) => `reason ${at}`),
    });
    const hello = (nics: number) =>
      agent.call<{ code?: string }>('hello', {
        ...{ incarnationId: agent.incarnationId, startedAtUs: 1, agentVersion: '0.1.0', restore: RESTORED },
        facts: facts(nics),
      });
    const startedMs = performance.now();
    expect((await hello(60)).status).toBe(200);
    expect((await ask('GET', '/hosts')).status).toBe(200);
    expect((await ask('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) })).status).toBeLessThan(500);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(await hello(600)).toMatchObject({ status: 413, body: { code: 'too-large' } });
    const heard = await request<{ status: string }>(lab.url, 'GET', '/api/v1/health');
    expect(heard.status).toBe(200);
  });
});
