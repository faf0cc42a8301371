'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { RunSummary } from '@/api/types';
import { Absent, Measured } from '@/components/absent';
import { Chip } from '@/components/chip';
import { Panel, ScrollArea } from '@/components/panel';
import { When } from '@/components/when';
import { formatCount, formatSignificant, plural } from '@/lib/format';
import { statusOf } from '@/lib/run-state';
import { pathOf, workersText } from '@/lib/target-text';
import { BestFigure } from './best-figure';

const NOTHING_MEASURED = 'No step was measured';
const NOT_SAMPLED = 'Not measured for this step';

export function RunsTable({ runs }: { runs: RunSummary[] }) {
  return (
    <Panel title="Ended" aside="best step of each run" flush>
      <ScrollArea label="Runs that ended">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                name
              </th>
              <th scope="col" rowSpan={2} className="left">
                status
              </th>
              <th scope="col" rowSpan={2}>
                best throughput
              </th>
              <th scope="col" rowSpan={2}>
                p99 there
              </th>
              <th scope="colgroup" colSpan={2} className="!border-b-line !text-center">
                CPU per request
              </th>
              <th scope="col" rowSpan={2} className="left">
                target
              </th>
              <th scope="col" rowSpan={2} className="left">
                hosts
              </th>
              <th scope="col" rowSpan={2}>
                when
              </th>
            </tr>
            <tr>
              <th scope="col">server</th>
              <th scope="col">client</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}

function RunRow({ run }: { run: RunSummary }) {
  const router = useRouter();
  const status = statusOf(run);
  const { best } = run;
  const href = `/runs/${run.id}`;
  return (
    <tr
      className="cursor-pointer"
      onClick={(event) => {
        // The link in the row is for the keyboard and for new tabs; text may still be selected.
        if (event.target instanceof Element && event.target.closest('a')) return;
        if (window.getSelection()?.isCollapsed === false) return;
        router.push(href);
      }}
    >
      <td>
        <Link href={href} className="block max-w-80 min-w-44 whitespace-normal font-medium hover:underline">
          {run.name}
        </Link>
      </td>
      <td className="left">
        <Chip tone={status.tone} title={run.failure?.sentence}>
          {status.label}
        </Chip>
        {status.more && <div className="mt-0.5 text-xs text-muted">{status.more}</div>}
      </td>
      <td>
        {best ? <BestFigure best={best} /> : <Absent why={NOTHING_MEASURED} />}
        {best && <div className="text-xs text-muted">{plural(best.connections, 'connection')}</div>}
      </td>
      <td>
        <Measured value={best?.latencyMsP99 ?? null} why={NOTHING_MEASURED}>
          {(ms) => (
            <>
              {ms < 1 ? '<1' : formatCount(ms)} <span className="text-muted">ms</span>
            </>
          )}
        </Measured>
      </td>
      <CpuCell value={best?.serverCpuUsPerRequest ?? null} />
      <CpuCell value={best?.clientCpuUsPerRequest ?? null} />
      <td className="left">
        {pathOf(run.spec)} <span className="text-muted">{run.spec.target.framework}</span>
        <div className="text-xs text-muted">{workersText(run.spec.target)}</div>
      </td>
      <td className="left">{run.hostNames.join(', ')}</td>
      <td className="text-muted">
        <When atUs={run.endedAtUs ?? run.createdAtUs} />
      </td>
    </tr>
  );
}

function CpuCell({ value }: { value: number | null }) {
  return (
    <td>
      <Measured value={value} why={NOT_SAMPLED}>
        {(us) => (
          <>
            {formatSignificant(us)} <span className="text-muted">µs</span>
          </>
        )}
      </Measured>
    </td>
  );
}
