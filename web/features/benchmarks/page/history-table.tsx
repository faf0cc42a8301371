'use client';

import type { HistoryPoint } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { metricTitle } from '@rules/outcomes/figures';
import { changeOfPoint, isAgainstItself, ownFigure, POINT_WORDS, pointKind } from '@rules/watch/point-answer';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { useState } from 'react';
import { KindChip } from '@/features/compare/outcomes/outcome-chip';
import { Absent } from '@/ui/absent';
import { useMediaQuery } from '@/ui/browser/media-query';
import { Button } from '@/ui/button';
import { type Column, DataTable } from '@/ui/data-table';
import { Panel } from '@/ui/panel';
import { SortButton } from '@/ui/sort-button';
import { When } from '@/ui/when';
import { figureWithUnit, PointFigure } from '../newest-answer';
import { revisionName } from '../revision-name';
import { nextPointOrder, type PointOrder, type PointSort, sortedPoints } from './sorted-points';

interface HistoryTableProps {
  points: HistoryPoint[];
  metric: ComparedMetric;
  marginPercent: number;
}

const FIRST_ROWS = 15;

/** The same as the picture, figure by figure. */
export function HistoryTable({ points, metric, marginPercent }: HistoryTableProps) {
  const [order, setOrder] = useState<PointOrder>({ sort: 'revision', direction: 'desc' });
  const [all, setAll] = useState(false);
  const wide = useMediaQuery('(min-width: 48rem)');
  const alone = points.every(({ against }) => against === null);
  const rows = sortedPoints(points, order);
  const column = (sort: PointSort, head: string, left: boolean): Column => {
    const sorted = order.sort === sort ? order.direction : null;
    const button = (
      <SortButton direction={sorted} onSort={() => setOrder(nextPointOrder(order, sort))}>
        {head}
      </SortButton>
    );
    return { head: button, left, sorted };
  };
  const columns = [
    column('revision', 'Revision', true),
    column('value', metricTitle(metric), true),
    ...(alone ? [{ head: 'Same build twice', left: true }] : ['Reference', 'Candidate']),
    'Rounds',
    'Epoch',
    column('measured', 'Measured', false),
  ];
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <Panel title="Points" aside={plural(points.length, 'point')} flush>
      {wide ? (
        <DataTable label="Points of the history" className="rows" columns={columns}>
          {shown.map((point) => (
            <Row key={point.experimentId} point={point} alone={alone} metric={metric} marginPercent={marginPercent} />
          ))}
        </DataTable>
      ) : (
        <ul aria-label="Points of the history" className="divide-y divide-line">
          {shown.map((point) => (
            <li key={point.experimentId}>
              <PointCard point={point} metric={metric} marginPercent={marginPercent} />
            </li>
          ))}
        </ul>
      )}
      {!all && rows.length > FIRST_ROWS && (
        <div className="px-4 py-3 sm:px-5">
          <Button onClick={() => setAll(true)}>Show all {rows.length}</Button>
        </div>
      )}
    </Panel>
  );
}

interface PointRowProps extends Omit<HistoryTableProps, 'points'> {
  point: HistoryPoint;
}

function Row({ point, alone, metric, marginPercent }: PointRowProps & { alone: boolean }) {
  const { revision, subject, experimentId, rounds, epoch, measuredAtUs, gap } = point;
  return (
    <tr>
      <td>
        <Link
          href={`/experiments/${experimentId}`}
          className="flex items-baseline gap-2 hover:text-accent"
          title={subject ? `${revision}\n${subject}` : revision}
        >
          <span className="shrink-0 font-medium">{revisionName(revision)}</span>
          {subject && <span className="truncate text-muted">{subject}</span>}
        </Link>
      </td>
      <td className="left">
        <span className="flex max-w-104 items-center gap-2" title={gap ?? undefined}>
          <span className="min-w-0 truncate">
            <PointFigure point={point} metric={metric} />
          </span>
          <BeyondMargin point={point} metric={metric} marginPercent={marginPercent} />
        </span>
      </td>
      {alone ? <td className="left text-muted">{changeOfPoint(point)}</td> : <Sides point={point} metric={metric} />}
      <td>{rounds}</td>
      <td>{epoch + 1}</td>
      <td>
        <When atUs={measuredAtUs} />
      </td>
    </tr>
  );
}

const NO_REFERENCE = 'It is the reference: the same build stood on both sides';

/** Figures of a gap are there to be looked at, not to be compared. */
function Sides({ point, metric }: { point: HistoryPoint; metric: ComparedMetric }) {
  const { reference, candidate, gap } = point;
  const look = gap === null ? undefined : 'text-muted';
  const why = gap ?? 'Not measured';
  const cell = (value: number | null, reason: string) =>
    value === null ? <Absent why={reason} /> : figureWithUnit(value, metric);
  return isAgainstItself(point) ? (
    <>
      <td className={look}>{cell(null, NO_REFERENCE)}</td>
      <td className={look}>{cell(ownFigure(point), why)}</td>
    </>
  ) : (
    <>
      <td className={look}>{cell(reference, why)}</td>
      <td className={look}>{cell(candidate, why)}</td>
    </>
  );
}

function BeyondMargin({ point, metric, marginPercent }: PointRowProps) {
  const kind = pointKind(point, metric, marginPercent);
  return (kind === 'better' || kind === 'worse') && <KindChip kind={kind} text={POINT_WORDS[kind]} />;
}

function PointCard(props: PointRowProps) {
  const { revision, subject, experimentId, measuredAtUs } = props.point;
  return (
    <Link
      href={`/experiments/${experimentId}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-2.5 text-sm outline-offset-[-2px]"
    >
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{revisionName(revision)}</span>
        {subject && <span className="min-w-0 truncate text-muted">{subject}</span>}
        <span className="ml-auto shrink-0 text-xs text-muted">
          <When atUs={measuredAtUs} />
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <PointFigure point={props.point} metric={props.metric} />
        <BeyondMargin {...props} />
      </span>
    </Link>
  );
}
