'use client';

import type { Host } from '@contract/host';
import type { LaunchSpec } from '@contract/launch';
import { hostsToLaunch } from '@rules/launch/planned-hosts';
import { useMemo } from 'react';
import { useCatalogue } from '@/features/new-run/cloud/catalogue';

/** The hosts that an experiment runs on: those that are there, or those that its launch would make. */
export function useHostsOf(launch: LaunchSpec | null, enrolled: Host[]): Host[] {
  const catalogue = useCatalogue(launch !== null);
  return useMemo(
    () =>
      launch === null ? enrolled : hostsToLaunch(launch, launch.image, (name) => catalogue?.get(name)?.vcpus ?? null),
    [launch, enrolled, catalogue],
  );
}
