'use client';

import type { Launch, LaunchPlace } from '@contract/launch';
import Link from 'next/link';
import { type ListColumn, ListTable } from '@/ui/list-table';
import { When } from '@/ui/when';
import { PlaceChip } from './launch-state';

/** The hosts of a launch: to come, there, or gone. */
export const LaunchPlaces = ({ launch }: { launch: Launch }) => (
  <ListTable
    label="Hosts of the launch"
    rows={launch.places}
    keyOf={({ hostId }) => hostId}
    name={NAME}
    columns={COLUMNS}
  />
);

const NAME: ListColumn<LaunchPlace> = {
  head: 'Host',
  cell: ({ hostId, hostName }) => (
    <Link
      href={`/hosts/${hostId}`}
      className="hit font-medium text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline"
    >
      {hostName}
    </Link>
  ),
};

const COLUMNS: ListColumn<LaunchPlace>[] = [
  { head: 'Role', cell: ({ role }) => role },
  { head: 'State', cell: ({ status }) => <PlaceChip status={status} /> },
  { head: 'Since', figure: true, cell: (place) => sinceUs(place) && <When atUs={sinceUs(place) ?? 0} /> },
  {
    head: 'Instance',
    cell: ({ instanceId }) => instanceId && <code className="font-mono text-xs">{instanceId}</code>,
  },
];

const sinceUs = ({ endedAtUs, joinedAtUs, launchedAtUs }: LaunchPlace): number | null =>
  endedAtUs ?? joinedAtUs ?? launchedAtUs;
