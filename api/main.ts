import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type https from 'node:https';
import { Socket } from 'node:net';
import path from 'node:path';
import { presetJoinToken } from './agents/join-agent.ts';
import { buildApp, listenInside } from './app.ts';
import { keepSchedules } from './benchmarks/turn-schedules.ts';
import { amazon } from './cloud/cloud.ts';
import { type Config, readConfig } from './config.ts';
import { endRestored } from './end-restored.ts';
import { Programs } from './enrol/programs.ts';
import { ImportWorker } from './imports/import-worker.ts';
import { judgeInTurn } from './judge-in-turn.ts';
import { keepFiles } from './keep-files.ts';
import { keepTime } from './keep-time.ts';
import { startLaunching } from './launches/start-launching.ts';
import { makeLog } from './log.ts';
import { presetAdminToken } from './people/api-tokens.ts';
import { makeSignIn } from './people/sign-in.ts';
import { Alarms } from './platform/alarms.ts';
import { Backlog } from './platform/backlog.ts';
import { openBlobs } from './platform/blobs/open-blobs.ts';
import type { Lab } from './platform/lab.ts';
import { enterReplica, filesAt } from './platform/replicas.ts';
import { Starter } from './platform/starter.ts';
import { nowUs, openDatabase } from './platform/store/db.ts';
import { hashSecret } from './platform/store/ids.ts';
import { ownInstanceId } from './platform/store/instance-id.ts';
import { Leader } from './platform/store/leader.ts';
import { Notifications } from './platform/store/notifications.ts';
import { Tls } from './platform/tls/tls.ts';
import { keptLabels } from './rules/hosts/availability.ts';
import { API_PROCESS } from './rules/verdict/competing-words.ts';
import { countSteps } from './runs/drive/count-steps.ts';
import { judgeEnded } from './runs/judge-runs.ts';
import { startRetention } from './runs/retention.ts';
import { SharePages } from './shares/share-pages.ts';
import { keepSweeping, recover, wakeRun } from './sweep.ts';
import { keepDelivering } from './webhooks/deliver.ts';

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
};

/** An import of the largest size takes a third of that on a busy machine. */
const IMPORT_MS = 120_000;

/** Until it serves there is nothing to close. */
let leave = (): void => process.exit(0);

// The agent on the same host names what competes with a run for CPUs: 'node' would not say that it is millionrps itself.
process.title = API_PROCESS;

/** Where MILLIONRPS_STARTER says that there is one. */
const STARTER_FD = 3;
/** Starting again mends no setting. */
const EXIT_SETTING = 2;

const config = await orExit(EXIT_SETTING, async () => readConfig(process.env));
const log = makeLog(config.logLevel);
const starter = config.starter.length > 0 ? openStarter() : null;
const asks = (what: Config['starter'][number]) => (config.starter.includes(what) ? starter : null);
const tls = await orExit(EXIT_SETTING, () => Tls.open(config, log, asks('read')?.read));
await orExit(1, () => serve(config));

function openStarter(): Starter {
  const channel = new Socket({ fd: STARTER_FD });
  // Its starter is gone: nothing would ever stop this process.
  channel.once('close', () => leave());
  return new Starter(channel);
}

async function orExit<T>(status: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    process.stderr.write(`millionrps api: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(status);
  }
}

async function serve(config: Config): Promise<void> {
  const database = openDatabase(config.databaseUrl, {
    onUntold: (error) => {
      if (error === null) log.warn('notifications are sent again');
      else log.error({ err: error }, 'notifications cannot be sent: agents and pages hear of changes late');
    },
  });
  const quietly = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const notifications = new Notifications(config.directDatabaseUrl, database.teller, () => {
    log.warn('the database is back');
    recover(lab).catch(quietly('recovering after the database was away'));
  });
  const instanceId = await ownInstanceId(database.db);
  const blobs = await orExit(EXIT_SETTING, () => openBlobs(config.dataFolder, config.bucket, instanceId));
  const lab: Lab = {
    database,
    notifications,
    leader: new Leader(config.databaseUrl),
    blobs,
    sharePages: new SharePages(),
    imports: new ImportWorker(
      { databaseUrl: config.databaseUrl, version, deadlineMs: IMPORT_MS },
      quietly('an import that was asked after'),
    ),
    programs: new Programs(config.programsFolder, asks('build')?.build ?? null),
    alarms: new Alarms((runId) => wakeRun(lab, runId).catch(quietly('waking a run; the sweep will do it'))),
    counting: new Backlog((runId) =>
      countSteps(lab, runId).catch(quietly('making points; the sweep has it tried again')),
    ),
    judging: new Backlog((runId) => judgeEnded(lab, runId), { atOnce: 1 }),
    cloud: amazon,
    secret: config.secret,
    lease: config.lease,
    confirmAfterMs: config.confirmAfterMs,
    publicUrl: config.publicUrl,
    isLocalOnly: config.isLocalOnly,
    fingerprint: () => tls?.fingerprint ?? null,
    poolTokenHash: config.poolToken && hashSecret(config.poolToken),
    poolLabels: keptLabels(config.poolLabels),
    webhookNetworks: config.webhookNetworks,
    eventStreams: { open: 0 },
    replicaId: null,
    version,
    log,
    nowUs,
    bootId: await readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
      (text) => text.trim(),
      () => '',
    ),
    settledAtUs: 0,
    attendedMs: performance.now(),
    heardAtUs: 0,
  };
  await notifications.start();
  await notifications.check(database.db);
  const leaveReplicas = await enterReplica(lab, { ...config, filesAt: await filesAt(config) }, () =>
    presetAdminToken(lab, config.adminToken),
  );
  if (config.joinToken) await presetJoinToken(lab, config.joinToken);
  await recover(lab);
  await endRestored(lab);
  const launching = startLaunching(lab, quietly('looking after launches'));
  const signIn = makeSignIn({ database, secret: config.secret, publicUrl: config.publicUrl });
  const app = await buildApp({
    lab,
    signIn,
    webUrl: config.webUrl,
    trustedProxies: config.trustedProxies,
    https: tls?.options ?? null,
    log,
  });
  tls?.follow(app.server as https.Server);
  await app.listen({ port: config.port, host: config.host });
  if (config.inside) await listenInside(app, config.inside);
  const stopRetention = startRetention(lab, quietly('removing old samples'));
  const stopping = new AbortController();
  const timing = keepTime(lab, stopping.signal, quietly('following the clock'));
  const sweeping = keepSweeping(lab, stopping.signal, quietly('sweeping'));
  const keeping = keepFiles(lab, stopping.signal);
  const judging = judgeInTurn(lab, stopping.signal, quietly);
  const scheduling = keepSchedules(lab, stopping.signal, quietly('looking after schedules'));
  const delivering = keepDelivering(lab, stopping.signal, quietly('sending to webhooks'));

  const stop = async (): Promise<void> => {
    stopping.abort();
    stopRetention();
    lab.alarms.stop();
    tls?.stop();
    await app.close();
    await lab.imports.stop();
    await timing;
    await sweeping;
    await launching.stop();
    await lab.counting.stop();
    await lab.judging.stop();
    await notifications.stop();
    await judging;
    await keeping;
    await delivering;
    await scheduling;
    await lab.leader.stop();
    await leaveReplicas();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  leave = () => void stop();
}
