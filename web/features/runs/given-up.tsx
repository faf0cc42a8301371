'use client';

import { useLaunchesOfRun } from '@/features/cloud/launches-query';
import { Until } from '@/ui/when';

const EVERY_MS = 15_000;

/** When a launch gives up whose hosts a run waits for; nothing where none of them says. */
export function GivenUp({ runId }: { runId: string }) {
  const { data } = useLaunchesOfRun(runId, EVERY_MS);
  const moments = data?.launches.flatMap(({ joinByUs }) => joinByUs ?? []) ?? [];
  if (moments.length === 0) return null;
  return (
    <>
      ; given up <Until atUs={Math.min(...moments)} /> unless all join
    </>
  );
}
