import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import type { z } from 'zod';
import type { CloudStatus, Launch, launchList, listLaunchesQuery } from '../contract/launch.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { noCredentialsSentence } from '../rules/launch/launch-words.ts';
import { toLaunch } from './launch-view.ts';
import { useOfHosts } from './store/launch-use.ts';
import {
  countLive,
  findLaunch,
  type LaunchRecord,
  listLaunches as readLaunches,
  sumOfCosts,
} from './store/launches.ts';

const PAGE = 50;

export async function listLaunches(
  lab: Lab,
  { runId, before }: z.infer<typeof listLaunchesQuery>,
): Promise<z.infer<typeof launchList>> {
  const { db } = lab.database;
  const records = await readLaunches(db, { runId, before, limit: PAGE + 1 });
  const shown = records.slice(0, PAGE);
  const launches: Launch[] = [];
  for (const record of shown) launches.push(await viewOf(lab, record));
  return {
    launches,
    next: records.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    costMicroUsd: await sumOfCosts(db, lab.nowUs()),
    live: await countLive(db),
  };
}

/** Throws not-found for an unknown one. */
export async function getLaunch(lab: Lab, id: string): Promise<Launch> {
  const record = await findLaunch(lab.database.db, id);
  if (!record) throw new AppError('not-found', 'There is no such launch.');
  return viewOf(lab, record);
}

async function viewOf(lab: Lab, record: LaunchRecord): Promise<Launch> {
  const isOver = record.wakeAtUs === null;
  const { runIds } = isOver
    ? { runIds: [] }
    : await useOfHosts(
        lab.database.db,
        record.hosts.map(({ hostId }) => hostId),
      );
  return toLaunch(record, runIds, lab.nowUs());
}

export async function getCloud({ cloud }: Lab): Promise<CloudStatus> {
  const [ec2, region] = await Promise.all([cloud.hasCredentials(), cloud.configuredRegion()]);
  return {
    ec2,
    region,
    sentence: ec2
      ? 'AWS credentials were found.'
      : noCredentialsSentence({ hasHome: existsSync(homedir()), userId: process.getuid?.() }),
  };
}
