'use client';

import type { GroupMember, RunGroup } from '@contract/run-list';
import { formatCount, formatShort, plural } from '@rules/words/numbers';
import { ChevronRight, CircleX } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Absent } from '@/ui/absent';
import { When } from '@/ui/when';
import { HeldChange } from '../baseline/held-chip';
import { BestFigure, LeftOutFigure } from '../table/best-figure';

interface GroupHeadProps {
  group: RunGroup;
  open: boolean;
  toggle: () => void;
}

/** What a group is about, its baseline, its newest run and the range of its figures, in one line. */
export function GroupHead({
  group: { name, runs, baseline, newest, held, range, invalid, imported },
  open,
  toggle,
}: GroupHeadProps) {
  return (
    <div
      data-row
      className="grid items-center gap-x-4 gap-y-1 px-4 py-1.5 sm:px-5 md:grid-cols-[minmax(12rem,1fr)_11rem_19rem_14rem_6rem]"
    >
      <h3 className="min-w-0">
        <button
          type="button"
          data-open-run
          aria-expanded={open}
          className="-ml-1.5 flex w-full min-w-0 items-center gap-1.5 rounded-[4px] py-1 text-left text-sm font-medium hover:text-accent pointer-coarse:min-h-11"
          title={name}
          onClick={toggle}
        >
          <ChevronRight aria-hidden className={`size-4 shrink-0 transition-transform ${open ? 'rotate-90' : ''}`} />
          <span className="truncate">{name}</span>
          <span className="shrink-0 text-xs font-normal text-muted">{plural(runs, 'run')}</span>
        </button>
      </h3>
      {baseline === null && imported ? (
        <span className="text-sm text-muted" title="An imported run can’t be a baseline: it was not measured here">
          imported
        </span>
      ) : (
        <Part label="★ baseline">
          {baseline ? <Member run={baseline} /> : <span className="text-muted">none pinned</span>}
        </Part>
      )}
      <Part label="newest">
        <Member run={newest} />
        {held && <HeldChange held={held} besideLoad={null} />}
      </Part>
      <Part label={range?.runs === 1 ? 'figure' : 'range'}>
        {range ? (
          <span
            title={`Best ${range.runs === 1 ? 'step of one run' : `steps of ${plural(range.runs, 'run')}`}; invalid figures are left out`}
            className={range.suspect ? 'text-warn' : undefined}
          >
            {range.suspect && '~'}
            {formatShort(range.low)}
            {range.runs > 1 && ` to ${formatShort(range.high)}`} <span className="text-muted">req/s</span>
            {range.pipelining && <Depths depths={range.pipelining} />}
            {range.mixed && range.mixed.length > 0 && (
              <span className="block text-xs leading-tight text-muted">
                mixed {range.mixed.map((what) => MIXED[what]).join(', ')}
              </span>
            )}
          </span>
        ) : (
          <Absent why="No run of it has a figure that is not invalid" />
        )}
        {invalid > 0 && <InvalidMark runs={invalid} />}
      </Part>
      <span className="text-sm text-muted md:text-right">
        <When atUs={newest.createdAtUs} />
      </span>
    </div>
  );
}

const MIXED = { parameters: 'parameters', loops: 'open and closed loop' };

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <p className="flex min-w-0 items-baseline gap-1.5 whitespace-nowrap text-sm max-sm:items-center">
    <span className="text-xs text-muted">{label}</span>
    {children}
  </p>
);

/** A range over several depths is none of one load. */
function Depths({ depths: [low, high] }: { depths: [number, number] }) {
  if (high <= 1) return null;
  const told = low === high ? formatCount(high) : `${formatCount(low)} to ${formatCount(high)}`;
  return (
    <span title="Requests in flight on each connection" className="block text-xs leading-tight text-muted">
      {told} per connection
    </span>
  );
}

/** Figures that cannot be, which no range counts. */
const InvalidMark = ({ runs }: { runs: number }) => (
  <span
    title={`${plural(runs, 'run shows', 'runs show')} a figure that is impossible, or too many requests failed: it is left out`}
    className="inline-flex items-center gap-1 self-center text-xs text-bad"
  >
    <CircleX aria-hidden className="size-3" />
    {formatCount(runs)} invalid
  </span>
);

function Member({ run: { runId, name, requestsPerSecond, validity, leftOut, pipelining } }: { run: GroupMember }) {
  return (
    <Link
      href={`/runs/${runId}`}
      title={name}
      className="hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:min-w-11 max-sm:items-center max-sm:gap-2"
    >
      {requestsPerSecond === null ? (
        <span className="text-muted">no figure</span>
      ) : (
        <BestFigure best={{ requestsPerSecond }} verdict={{ validity }} />
      )}
      {pipelining !== null && <Depths depths={[pipelining, pipelining]} />}
      {leftOut && validity && <LeftOutFigure leftOut={leftOut} best={{ validity }} />}
    </Link>
  );
}
