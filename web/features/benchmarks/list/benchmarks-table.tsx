'use client';

import type { BenchmarkSummary } from '@contract/benchmark';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import Link from 'next/link';
import { Absent } from '@/ui/absent';
import { useMediaQuery } from '@/ui/browser/media-query';
import { Chip } from '@/ui/chip';
import { DataTable, words } from '@/ui/data-table';
import { RowName } from '@/ui/list-table';
import { OpenAlerts } from '../alerts/open-alerts';
import { NewestAnswer } from '../newest-answer';
import { HistoryStrip } from './history-strip';

interface BenchmarksTableProps {
  label: string;
  benchmarks: BenchmarkSummary[];
}

/** A line a benchmark: how it went, and what came of the newest revision. On a phone a card. */
export function BenchmarksTable({ label, benchmarks }: BenchmarksTableProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (!wide)
    return (
      <ul aria-label={label} className="divide-y divide-line">
        {benchmarks.map((benchmark) => (
          <li key={benchmark.id}>
            <BenchmarkCard benchmark={benchmark} />
          </li>
        ))}
      </ul>
    );
  return (
    <DataTable
      label={label}
      className="rows"
      columns={words('Benchmark', 'History', 'Newest revision', 'Watched by', 'Hosts')}
    >
      {benchmarks.map((benchmark) => (
        <tr key={benchmark.id}>
          <td>
            <RowName title={benchmark.name} marks={<Marks benchmark={benchmark} />}>
              <Link href={`/benchmarks/${benchmark.id}`} className="hover:text-accent">
                {benchmark.name}
              </Link>
            </RowName>
          </td>
          <td className="left">
            <span className="block py-1.5">
              {benchmark.strip.length === 0 ? (
                <Absent why="No point is measured yet" />
              ) : (
                <HistoryStrip benchmark={benchmark} />
              )}
            </span>
          </td>
          <td className="left">
            <NewestAnswer benchmark={benchmark} />
          </td>
          <td className="left text-muted">{watchedBy(benchmark)}</td>
          <td className="left">
            <span className="block max-w-40 truncate" title={benchmark.hostNames.join(', ')}>
              {benchmark.hostNames.join(', ')}
            </span>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function BenchmarkCard({ benchmark }: { benchmark: BenchmarkSummary }) {
  return (
    <Link
      href={`/benchmarks/${benchmark.id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-2.5 text-sm outline-offset-[-2px]"
    >
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{benchmark.name}</span>
        <Marks benchmark={benchmark} />
      </span>
      <NewestAnswer benchmark={benchmark} />
      {benchmark.strip.length > 0 && <HistoryStrip benchmark={benchmark} />}
      <span className="text-xs text-muted">
        {watchedBy(benchmark)} · {benchmark.hostNames.join(', ')}
      </span>
    </Link>
  );
}

const Marks = ({ benchmark: { measuring, openAlerts } }: { benchmark: BenchmarkSummary }) => (
  <>
    {openAlerts > 0 && <OpenAlerts count={openAlerts} />}
    {measuring > 0 && <Chip tone="live">measuring {measuring}</Chip>}
  </>
);

const watchedBy = ({ primary: { metric, stepIndex } }: BenchmarkSummary): string =>
  `${METRIC_WORDS[metric].label}, step ${stepIndex + 1}`;
