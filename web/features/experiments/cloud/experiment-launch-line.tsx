'use client';

import type { ShownExperiment } from '@contract/experiment';
import { formatUsd } from '@rules/launch/launch-cost';
import { awaitedSentence, launchTitle } from '@rules/launch/launch-words';
import Link from 'next/link';
import { useLaunchesOfRun } from '@/features/cloud/launches-query';

const EVERY_MS = 4000;

/** All runs of an experiment are on the same hosts. Null: none was queued. */
export const lastRunOf = ({ slots }: Pick<ShownExperiment, 'slots'>): string | null =>
  slots.findLast(({ runId }) => runId !== null)?.runId ?? null;

/** How far the launch of an experiment’s hosts is, and what it has cost; nothing of hosts that are enrolled. */
export function ExperimentLaunchLine({ runId }: { runId: string }) {
  const { data } = useLaunchesOfRun(runId, ({ state }) => (state.data?.launches.length === 0 ? false : EVERY_MS));
  return data?.launches.map((launch) => (
    <p key={launch.id} className="text-sm [overflow-wrap:anywhere]">
      <span aria-live="polite">{awaitedSentence(launch)}</span>{' '}
      <Link href={`/cloud/${launch.id}`} className="hit text-accent underline-offset-2 hover:underline">
        {launchTitle(launch.spec)}
      </Link>
      {launch.costMicroUsd !== null && <span className="text-muted">, {formatUsd(launch.costMicroUsd)} so far</span>}
    </p>
  ));
}
