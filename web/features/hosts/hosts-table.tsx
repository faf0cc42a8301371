'use client';

import type { Host } from '@contract/host';
import type { DoctorReport } from '@contract/host-task';
import type { RunSummary } from '@contract/run';
import { defaultNic } from '@rules/cpus/cpu-choice';
import { formatCount, plural } from '@rules/words/numbers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { get } from '@/api/client';
import { useMediaQuery } from '@/ui/browser/media-query';
import { DataTable, words } from '@/ui/data-table';
import { Panel } from '@/ui/panel';
import { When } from '@/ui/when';
import { sortedDiagnosis } from './diagnosis';
import { bandwidthText } from './fact-words';
import { HostLabels } from './host-labels';
import { HostNotices, isTroubled } from './host-notices';
import { HostStatusChips } from './host-status';
import { HostActions } from './manage/host-actions';
import { ALL_PRIVILEGES, privilegeTold } from './privilege-words';

const LINK = 'text-accent underline-offset-2 hover:underline';

const COLUMNS = [
  ...words('Host', 'Status'),
  'CPUs',
  ...words('NIC', 'Tuning', 'Doctor', 'Runs now', 'Last run'),
  { head: <span className="sr-only">Actions</span>, left: true },
];

/** Of a host that is to come. */
const UNKNOWN = <span className="text-muted">not known yet</span>;

/** A row a host; on a phone a card. What keeps a host from a run stands with it. */
export function HostsTable({ hosts }: { hosts: Host[] }) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (!wide)
    return hosts.map((host) => (
      <Panel key={host.id}>
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <HostName host={host} />
            <HostStatusChips host={host} />
            <span className="ml-auto">
              <HostActions host={host} />
            </span>
          </div>
          <HostLabels host={host} />
          <p className="text-sm text-muted">
            {plural(host.facts.cpus, 'CPU')} · <NicBrief host={host} /> · <Tuning host={host} />
          </p>
          <p className="text-sm">
            Doctor: <Doctor host={host} />
          </p>
          <p className="text-sm">
            <WorkNow host={host} idle="Idle" /> · last run <LastRun host={host} />
          </p>
          <HostNotices host={host} />
        </div>
      </Panel>
    ));
  return (
    <Panel flush>
      <DataTable label="Hosts" className="rows" columns={COLUMNS}>
        {hosts.map((host) => (
          <HostRow key={host.id} host={host} />
        ))}
      </DataTable>
    </Panel>
  );
}

function HostRow({ host }: { host: Host }) {
  return (
    <>
      <tr>
        <td className="left">
          <div className="flex max-w-80 flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal">
            <HostName host={host} />
            <HostLabels host={host} />
          </div>
        </td>
        <td className="left">
          <span className="flex flex-wrap gap-1">
            <HostStatusChips host={host} />
          </span>
        </td>
        <td>{host.facts.cpus}</td>
        <td className="left">
          <NicBrief host={host} />
        </td>
        <td className="left">
          <Tuning host={host} />
        </td>
        <td className="left">
          <Doctor host={host} />
        </td>
        <td className="left">
          <WorkNow host={host} idle={<span className="text-muted">–</span>} />
        </td>
        <td className="left">
          <LastRun host={host} />
        </td>
        <td className="left">
          <HostActions host={host} />
        </td>
      </tr>
      {isTroubled(host) && (
        <tr>
          <td colSpan={9} className="left">
            <div className="grid gap-3 whitespace-normal py-1">
              <HostNotices host={host} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

const HostName = ({ host }: { host: Host }) => (
  <Link href={`/hosts/${host.id}`} className={`hit font-medium [overflow-wrap:anywhere] ${LINK}`}>
    {host.name}
  </Link>
);

function NicBrief({ host: { facts } }: { host: Host }) {
  if (facts.expected) return UNKNOWN;
  const name = defaultNic(facts);
  const nic = facts.nics.find((one) => one.name === name);
  if (!nic) return 'loopback only';
  return (
    <>
      <span className="font-mono text-xs">{nic.name}</span>{' '}
      <span className="text-muted">{bandwidthText(nic) ?? 'speed not known'}</span>
    </>
  );
}

/** Of the rights that settings need, how many its agent has. */
function Tuning({ host: { facts } }: { host: Host }) {
  if (facts.expected) return UNKNOWN;
  const held = ALL_PRIVILEGES.filter((name) => facts.privileges.includes(name)).length;
  return (
    <span title={privilegeTold(facts.privileges).sentence}>
      {held}/{ALL_PRIVILEGES.length} <span className="text-muted">rights</span>
    </span>
  );
}

/** What was found the last time that this window had it examined. */
function Doctor({ host }: { host: Host }) {
  const report = useQueryClient().getQueryData<DoctorReport>(['doctor', host.id]);
  if (host.facts.expected) return UNKNOWN;
  const href = `/hosts/${host.id}`;
  // What was found then says nothing of a host that is not heard.
  if (!report || host.status === 'offline')
    return (
      <Link href={href} className={LINK}>
        examine
      </Link>
    );
  const { found } = sortedDiagnosis(report);
  return (
    <Link href={href} className={LINK}>
      {found.length === 0 ? 'nothing found' : plural(found.length, 'finding')}, <When atUs={report.checkedAtUs} />
    </Link>
  );
}

const RunsNow = ({ runId }: { runId: string }) => (
  <Link href={`/runs/${runId}`} className={LINK}>
    its run
  </Link>
);

/** 'its run, 2 queued' */
function WorkNow({ host: { runId, queuedRuns }, idle }: { host: Host; idle: ReactNode }) {
  const queued = queuedRuns > 0 && <span className="text-muted">{formatCount(queuedRuns)} queued</span>;
  if (runId === null) return queued || idle;
  return (
    <>
      <RunsNow runId={runId} />
      {queued && <span className="text-muted">, </span>}
      {queued}
    </>
  );
}

/** Runs that wait for the host, or never got it, may stand before the last one that had it. */
const NEWEST = 10;

/** A run that was asked for later may have begun earlier. */
const laterStart = (one: RunSummary | null, other: RunSummary): RunSummary | null =>
  (other.startedAtUs ?? 0) > (one?.startedAtUs ?? 0) ? other : one;

function LastRun({ host }: { host: Host }) {
  const { data } = useQuery({
    queryKey: ['runs', 'of-host', host.id, 'last'],
    queryFn: ({ signal }) => get('/api/v1/runs', { query: { hostId: host.id, limit: NEWEST }, signal }),
    refetchInterval: 30_000,
  });
  const last = data?.runs.reduce<RunSummary | null>((latest, run) => laterStart(latest, run), null);
  if (!data) return <span className="text-muted">…</span>;
  if (!last && data.total > NEWEST) return <span className="text-muted">not among the newest</span>;
  if (!last) return <span className="text-muted">none yet</span>;
  return (
    <Link href={`/runs/${last.id}`} className={LINK} title={last.name}>
      <When atUs={last.startedAtUs ?? last.createdAtUs} />
    </Link>
  );
}
