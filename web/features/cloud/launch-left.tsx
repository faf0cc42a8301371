'use client';

import type { Launch } from '@contract/launch';
import { staysSentence, stillThere } from '@rules/launch/launch-end';
import { isComing } from '@rules/launch/launch-machine';
import { launchTitle } from '@rules/launch/launch-words';
import Link from 'next/link';
import { Until } from '@/ui/when';
import { End } from './launches-list';
import { useLaunchesOfRun } from './launches-query';

const EVERY_MS = 10_000;
const LINK = 'hit text-accent underline-offset-2 hover:underline';

const useThere = (runId: string) =>
  useLaunchesOfRun(runId, ({ state }) =>
    state.data?.launches.some((launch) => isComing(launch.state)) ? EVERY_MS : false,
  );

const LaunchLink = ({ launch }: { launch: Launch }) => (
  <Link href={`/cloud/${launch.id}`} className={`${LINK} [overflow-wrap:anywhere]`}>
    {launchTitle(launch.spec)}
  </Link>
);

/** Of a run or an experiment that is about to be canceled: what its hosts in EC2 go on costing, and where they are ended. */
export function LaunchStays({ runId }: { runId: string }) {
  const { data, error } = useThere(runId);
  if (!data && error) {
    return (
      <p>
        Whether hosts in EC2 go on costing money could not be read:{' '}
        <Link href="/cloud" className={LINK}>
          look under Cloud
        </Link>
        .
      </p>
    );
  }
  return data?.launches
    .filter(({ state }) => isComing(state))
    .map((launch) => (
      <p key={launch.id}>
        {staysSentence(launch)} Their TTL ends <Until atUs={launch.expiresAtUs} />. To end them now:{' '}
        <LaunchLink launch={launch} />
      </p>
    ));
}

/** Of one that is over: hosts in EC2 that still cost money. Nothing where none do. */
export function LaunchLeft({ runId }: { runId: string }) {
  const { data } = useThere(runId);
  return data?.launches.map((launch) => {
    const says = stillThere(launch);
    if (says === null) return null;
    return (
      <p key={launch.id} className="text-sm">
        {says} (<End launch={launch} />
        ): <LaunchLink launch={launch} />
      </p>
    );
  });
}
