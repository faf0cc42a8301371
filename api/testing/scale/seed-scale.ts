import type { LatencyHistogram } from '../../contract/load.ts';
import { driveExperiment } from '../../experiments/drive-experiment.ts';
import { insertExperiment } from '../../experiments/store/experiments.ts';
import type { Lab } from '../../platform/lab.ts';
import type { Db } from '../../platform/store/db.ts';
import { newId } from '../../platform/store/ids.ts';
import { slotsOf } from '../../rules/experiment/slots.ts';
import { plainGet } from '../../rules/requests/plain-request.ts';
import { randomOf } from '../../rules/statistics/seeded-random.ts';
import { saveStepLatency } from '../../runs/store/step-latency.ts';
import { apart, closedStep, reference } from '../fake-agent.ts';
import { type SampledStep, saveSampled } from './scale-frames.ts';
import { type EnrolledHost, enrolHost } from './scale-hosts.ts';
import { overTimeOf } from './scale-latency.ts';
import { figuresOf, HOST_CPUS, type PlannedRun, planNights, planRuns } from './scale-plan.ts';
import { runRows, type ScaleHost, type ScaleRun } from './scale-rows.ts';

export interface ScaleSize {
  runs: number;
  /** Of an experiment of four configurations. */
  rounds: number;
  /** Of the run of a large host, whose samples are kept. */
  largeCpus: number;
  largeSeconds: number;
  largeSamplesPerSecond: number;
  /** Of the run with many clients. */
  steps: number;
  clients: number;
}

export interface Scale {
  runs: number;
  experimentId: string;
  largeRunId: string;
  manyClientsRunId: string;
}

const BATCH = 250;
const RUN_US = 120_000_000;
const STEP_SECONDS = 10;
const RESPONSE_BYTES: Record<string, number> = { '/simple': 180, '/list': 6_200, '/read': 1_400 };
const FIRST_HOST = 'scale-1';

/** Whether the database was seeded before: a second time would only make everything twice. */
export const isSeeded = async (db: Db): Promise<boolean> => (await db.host.count({ where: { name: FIRST_HOST } })) > 0;

/** A lab after a year: runs of every sort, an experiment, and two runs that are large by themselves. Nothing is driven. */
export async function seedScale(lab: Lab, size: ScaleSize, say: (line: string) => void): Promise<Scale> {
  const { db } = lab.database;
  const nowUs = lab.nowUs();
  const hosts: EnrolledHost[] = [];
  for (const [at, cpus] of HOST_CPUS.entries()) hosts.push(await enrolHost(db, `scale-${at + 1}`, cpus, nowUs));
  const planned = planRuns(size.runs, nowUs - 3600 * 1e6);
  await saveSpread(db, planned, hosts, say);
  say('an experiment, and two large runs');
  const experimentId = await seedRounds(lab, size, hosts, nowUs);
  const largeRunId = await seedLarge(db, size, nowUs);
  const manyClientsRunId = await seedManyClients(db, size, hosts, nowUs);
  await db.$executeRaw`ANALYZE`;
  return { runs: size.runs + size.rounds * CONFIGURATIONS + 2, experimentId, largeRunId, manyClientsRunId };
}

/** Only such nights, one of which regressed. Their ids, oldest first. */
export async function seedNights(
  lab: Lab,
  count: number,
  dearer: { at: number; by: number },
  say: (line: string) => void,
): Promise<string[]> {
  const { db } = lab.database;
  const hosts: EnrolledHost[] = [];
  for (const [at, cpus] of HOST_CPUS.entries()) hosts.push(await enrolHost(db, `night-${at + 1}`, cpus, lab.nowUs()));
  return saveSpread(db, planNights(count, lab.nowUs(), dearer), hosts, say);
}

/** Their ids. */
async function saveSpread(
  db: Db,
  planned: PlannedRun[],
  hosts: EnrolledHost[],
  say: (line: string) => void,
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < planned.length; from += BATCH) {
    const runs = planned.slice(from, from + BATCH).map((one) => spreadRun(one, hosts));
    await saveRuns(db, runs);
    ids.push(...runs.map(({ id }) => id));
    if ((from / BATCH) % 8 === 0) say(`${ids.length} of ${planned.length} runs`);
  }
  return ids;
}

/** Table by table, as they refer to each other. */
async function saveRuns(db: Db, runs: ScaleRun[]): Promise<void> {
  const rows = runs.map(runRows);
  await insert(
    db,
    'Run',
    rows.map(({ run }) => run),
  );
  for (const [table, of] of TABLES) await insert(db, table, rows.flatMap(of));
}

type Rows = ReturnType<typeof runRows>;
const TABLES: [table: string, of: (rows: Rows) => object[]][] = [
  ['RunHost', ({ hosts }) => hosts],
  ['RunTransition', ({ transitions }) => transitions],
  ['Step', ({ steps }) => steps],
  ['Point', ({ points }) => points],
  ['StepClient', ({ clients }) => clients],
  ['StepEvidence', ({ evidence }) => evidence],
];

/** As one parameter: Prisma takes several times as long for a hundred thousand rows. All of them have the columns of the first. */
async function insert(db: Db, table: string, rows: object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first)
    .map((name) => `"${name}"`)
    .join(', ');
  const sql = `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1::json)`;
  await db.$executeRawUnsafe(sql, JSON.stringify(rows));
}

const as = (host: EnrolledHost, role: 'server' | 'client'): ScaleHost => ({
  ...{ hostId: host.hostId, name: host.name, roles: [role], facts: host.facts },
});

function specOf(plan: Pick<PlannedRun, 'framework' | 'prefork' | 'path' | 'connections'>, hosts: EnrolledHost[]) {
  const [server, ...clients] = hosts as [EnrolledHost, ...EnrolledHost[]];
  const spec = apart(server.hostId, clients[0]?.hostId ?? '');
  const steps = plan.connections.map((connections) => closedStep(connections, { durationSeconds: STEP_SECONDS }));
  return {
    ...spec,
    clients: clients.map(({ hostId }) => ({ hostId })),
    target: reference({ framework: plan.framework, prefork: plan.prefork }),
    requests: [plainGet(plan.path)],
    load: { ...spec.load, tool: 'volley' as const, steps },
  };
}

function spreadRun(plan: PlannedRun, all: EnrolledHost[], over: Partial<ScaleRun> = {}): ScaleRun {
  const [server, client] = [all[plan.pair.server], all[plan.pair.client]] as [EnrolledHost, EnrolledHost];
  return toScaleRun(plan, [server, client], over);
}

function toScaleRun(plan: PlannedRun, hosts: EnrolledHost[], over: Partial<ScaleRun> = {}): ScaleRun {
  const [server, ...clients] = hosts as [EnrolledHost, ...EnrolledHost[]];
  const cpus = { server: server.facts.cpus, client: clients.reduce((sum, { facts }) => sum + facts.cpus, 0) };
  // What ended early has half of its steps.
  const count = plan.ending === 'finished' ? plan.connections.length : Math.floor(plan.connections.length / 2);
  return {
    ...{ id: newId(), name: plan.name, spec: specOf(plan, hosts), createdAtUs: plan.createdAtUs },
    server: as(server, 'server'),
    clients: clients.map((one) => as(one, 'client')),
    ...{ createdByName: plan.createdByName, tags: plan.tags, ending: plan.ending },
    figures: plan.connections.slice(0, count).map((inFlight) => figuresOf(plan, inFlight, cpus)),
    inFlight: plan.connections,
    workers: plan.prefork ? cpus.server : 1,
    responseBytes: RESPONSE_BYTES[plan.path] ?? 200,
    ...over,
  };
}

const CONFIGURATIONS = 4;
const SEED = 1;

async function seedRounds(lab: Lab, { rounds }: ScaleSize, hosts: EnrolledHost[], nowUs: number): Promise<string> {
  const { database } = lab;
  const id = newId();
  const question = 'Which framework serves /simple at the least CPU?';
  const [first] = planRuns(1, nowUs) as [PlannedRun];
  const base: PlannedRun = {
    ...first,
    ...{ pair: { server: 0, client: 3 }, framework: 'nethttp', prefork: false, path: '/simple' },
    ...{ connections: [64, 256], ending: 'finished', tags: [] },
  };
  const variants: (Partial<PlannedRun> & { name: string })[] = [
    { name: 'net/http', serverUs: 17.5 },
    { name: 'fasthttp', framework: 'fasthttp', serverUs: 7.1 },
    { name: 'fiber', framework: 'fiber', serverUs: 8.4 },
    { name: 'fiber prefork', framework: 'fiber', prefork: true, serverUs: 7.8 },
  ];
  const of = (at: number): PlannedRun => ({ ...base, ...variants[at] }) as PlannedRun;
  const [server, client] = [hosts[0], hosts[3]] as [EnrolledHost, EnrolledHost];
  const configurations = variants.map(({ name, framework, prefork }, at) => ({
    ...{ name, spec: specOf(of(at), [server, client]) },
    changes: [
      ...(framework ? [{ path: '/target/framework', value: framework }] : []),
      ...(prefork ? [{ path: '/target/prefork', value: prefork }] : []),
    ],
  }));
  const slots = slotsOf(
    { rounds, configurations: CONFIGURATIONS, extensionRounds: null, extended: null, seed: SEED, ranToItsEnd: false },
    [],
  );
  const startedAtUs = nowUs - slots.length * RUN_US;
  await insertExperiment(database.db, {
    scheduled: false,
    ...{ id, kind: 'comparison', question, hypothesis: 'fasthttp costs least.', seed: SEED, rounds },
    ...{ extensionRounds: null, primary: { metric: 'requestsPerSecond', stepIndex: 1 }, marginPercent: 2 },
    ...{ conditions: [], gateKey: null, attempt: null },
    ...{ createdByName: 'Ada', idempotencyKey: null, createdAtUs: startedAtUs, startedAtUs, configurations },
    design: {
      ...{ cvPercent: 3.5, cvSource: 'assumed', intervalPercent: 1, smallestShownPercent: 2 },
      ...{ roundsForEquivalence: null, noiseFloorPercent: null, runs: slots.length, plannedUs: null },
      ...{ sentence: 'It shows 2 % and more.', warnings: [] },
    },
  });
  const random = randomOf(SEED);
  const runs = slots.map(({ round, configuration }, at) => {
    const plan = of(configuration);
    const name = `${question} · ${plan.name} · round ${round + 1}`;
    const noise = 1 + (random() + random() - 1) * 0.015;
    return spreadRun({ ...plan, noise, name, createdAtUs: startedAtUs + at * RUN_US }, hosts);
  });
  for (let from = 0; from < runs.length; from += BATCH) await saveRuns(database.db, runs.slice(from, from + BATCH));
  await database.db.experimentRun.createMany({
    data: slots.map(({ round, position, configuration }, at) => ({
      ...{ experimentId: id, runId: runs[at]?.id ?? '', round, position, configuration, attempt: 0 },
    })),
  });
  await driveExperiment(lab, id);
  return id;
}

/** One whose samples are many: every CPU of a large host, often. */
async function seedLarge(db: Db, size: ScaleSize, nowUs: number): Promise<string> {
  const { largeCpus, largeSeconds, largeSamplesPerSecond: samplesPerSecond } = size;
  const server = await enrolHost(db, 'scale-large', largeCpus, nowUs);
  const client = await enrolHost(db, 'scale-large-client', Math.max(1, largeCpus / 2), nowUs);
  const connections = [256, 512, 1024, 2048, 4096, 8192];
  const seconds = Math.max(1, Math.round(largeSeconds / connections.length));
  const [first] = planRuns(1, nowUs - largeSeconds * 2e6) as [PlannedRun];
  const plan: PlannedRun = {
    ...{
      ...first,
      framework: 'fasthttp',
      prefork: true,
      path: '/simple',
      serverUs: 9.6,
      clientUs: 4.4,
      tags: ['large'],
    },
    ...{ connections, ending: 'finished', name: `${largeCpus} CPUs for ${Math.round(largeSeconds / 60)} minutes` },
    createdAtUs: nowUs - largeSeconds * 2e6,
  };
  const run = toScaleRun(plan, [server, client]);
  run.spec = {
    ...run.spec,
    samplesPerSecond,
    load: { ...run.spec.load, steps: connections.map((one) => closedStep(one, { durationSeconds: seconds })) },
  };
  await saveRuns(db, [run]);
  await sample(db, run, [server, client]);
  return run.id;
}

/** One of as many steps and clients as are allowed. */
async function seedManyClients(db: Db, size: ScaleSize, hosts: EnrolledHost[], nowUs: number): Promise<string> {
  const clients: EnrolledHost[] = [];
  for (let at = 1; at <= size.clients; at++) clients.push(await enrolHost(db, `scale-client-${at}`, 4, nowUs));
  const [first] = planRuns(1, nowUs) as [PlannedRun];
  const plan: PlannedRun = {
    ...{ ...first, framework: 'fiber', prefork: true, path: '/simple', serverUs: 7.8, tags: ['many-clients'] },
    ...{ ending: 'finished', name: `${size.steps} steps by ${size.clients} clients`, createdAtUs: nowUs - 3000 * 1e6 },
    connections: Array.from({ length: size.steps }, (_, at) => size.clients * 4 * (at + 1)),
  };
  const all = [hosts[3] as EnrolledHost, ...clients];
  const run = toScaleRun(plan, all);
  await saveRuns(db, [run]);
  await sample(db, run, all);
  return run.id;
}

async function sample(db: Db, run: ScaleRun, hosts: EnrolledHost[]): Promise<void> {
  const [server, ...clients] = hosts as [EnrolledHost, ...EnrolledHost[]];
  const points = await db.point.findMany({ where: { runId: run.id }, orderBy: { stepIndex: 'asc' } });
  const stepsOf = (side: 'serverBusy' | 'clientBusy', share: number): SampledStep[] =>
    points.map(({ startedAtUs, endedAtUs, stepIndex, requestsPerSecond }) => ({
      ...{ startedAtUs: Number(startedAtUs), seconds: Number(endedAtUs - startedAtUs) / 1e6 },
      ...{ busy: run.figures[stepIndex]?.[side] ?? 0, requestsPerSecond: requestsPerSecond * share },
      responseBytes: run.responseBytes,
    }));
  for (const { stepIndex, startedAtUs, endedAtUs, histogram } of points) {
    const seconds = Number(endedAtUs - startedAtUs) / 1e6;
    const overTime = overTimeOf(Number(startedAtUs), seconds, histogram as unknown as LatencyHistogram);
    await saveStepLatency(db, run.id, stepIndex, { overTime, skewUs: clients.length > 1 ? 0 : null });
  }
  const common = { runId: run.id, samplesPerSecond: run.spec.samplesPerSecond };
  for (const [at, { hostId, incarnationId, facts }] of [server, ...clients].entries()) {
    await saveSampled(db, {
      ...{ ...common, hostId, incarnationId, cpus: facts.cpus },
      side: at === 0 ? 'target' : 'tool',
      steps: at === 0 ? stepsOf('serverBusy', 1) : stepsOf('clientBusy', 1 / clients.length),
    });
  }
}
