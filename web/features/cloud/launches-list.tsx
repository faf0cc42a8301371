'use client';

import type { Launch } from '@contract/launch';
import { formatUsd } from '@rules/launch/launch-cost';
import { launchEnd, launchHostsText } from '@rules/launch/launch-end';
import { launchNumber, launchTitle } from '@rules/launch/launch-words';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { type ListColumn, ListTable } from '@/ui/list-table';
import { Until, When } from '@/ui/when';
import { EndLaunch } from './end-launch';
import { isLaunchOver, LaunchStateChip } from './launch-state';

const LINK = 'text-accent underline-offset-2 hover:underline';

/** A line a launch. Why one failed or was ended early stands beneath its name. */
export const LaunchesList = ({ label, launches }: { label: string; launches: Launch[] }) => (
  <ListTable
    label={label}
    rows={launches}
    keyOf={({ id }) => id}
    name={NAME}
    columns={COLUMNS}
    actions={(launch) => !isLaunchOver(launch) && <EndLaunch launch={launch} />}
  />
);

const NAME: ListColumn<Launch> = {
  head: 'Launch',
  cell: (launch) => (
    <div className="min-w-0 md:max-w-md">
      <Link href={`/cloud/${launch.id}`} className={`hit font-medium [overflow-wrap:anywhere] ${LINK}`}>
        {launchTitle(launch.spec)}
      </Link>
      <span className="block text-xs text-muted">{launchNumber(launch.id)}</span>
      {launch.failure && (
        <p className={`whitespace-normal text-xs ${launch.state === 'failed' ? 'text-bad' : 'text-muted'}`}>
          {launch.failure.sentence}
        </p>
      )}
    </div>
  ),
};

const COLUMNS: ListColumn<Launch>[] = [
  { head: 'State', cell: ({ state }) => <LaunchStateChip state={state} /> },
  { head: 'Hosts', cell: launchHostsText },
  { head: 'Cost', figure: true, cell: ({ costMicroUsd }) => <Cost microUsd={costMicroUsd} /> },
  { head: 'Lifetime', cell: (launch) => <End launch={launch} /> },
  { head: 'Runs now', cell: ({ id, runIds }) => (runIds.length > 0 && <RunsNow id={id} runIds={runIds} />) || null },
  { head: 'Launched', figure: true, cell: ({ createdAtUs }) => <When atUs={createdAtUs} /> },
  { head: 'By', cell: ({ createdByName }) => createdByName },
];

/** Of instances alone. */
export const Cost = ({ microUsd }: { microUsd: number | null }) =>
  microUsd === null ? <span className="text-muted">price not known</span> : formatUsd(microUsd);

export function End({ launch }: { launch: Launch }) {
  const { says, atUs } = launchEnd(launch);
  return (
    <>
      {says} {atUs !== null && (launch.endedAtUs === null ? <Until atUs={atUs} /> : <When atUs={atUs} />)}
    </>
  );
}

/** One is named by its page; several by the page of the launch. */
function RunsNow({ id, runIds }: { id: string; runIds: string[] }) {
  const [only] = runIds;
  return (
    <Link href={runIds.length === 1 ? `/runs/${only}` : `/cloud/${id}`} className={`hit ${LINK}`}>
      {runIds.length === 1 ? 'its run' : plural(runIds.length, 'run')}
    </Link>
  );
}
