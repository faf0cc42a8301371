import type { Point } from '@contract/point';
import type { RunStep } from '@contract/step';
import { errorTotal } from '@rules/load/failed-requests';
import type { AnyTarget } from '@rules/spec/target-words';
import {
  formatCount,
  formatDifference,
  formatMegabytesPerSecond,
  formatPercent,
  formatSignificant,
} from '@rules/words/numbers';
import { Fragment, type ReactNode } from 'react';
import { latencyText, type PercentileKey, rangeOf } from '@/lib/latency-text';
import { countDifference, errorKinds } from '@/lib/request-errors';
import { WHY_NOT_MEASURED } from '@/lib/run-state';
import { LOOP_TEXT } from '@/lib/target-text';
import { NOT_STATED, whyNoCount, whyNoCpuPerRequest, whyNoPercentile } from '@/lib/why-absent';
import { Absent, Measured } from '@/ui/absent';
import type { Percentile } from './percentiles';

interface PointCellsProps {
  point: Point | null;
  status: RunStep['status'];
  failure: RunStep['failure'];
  target: AnyTarget;
  percentiles: Percentile[];
  /** Which kind of latency it is stands in the row: the steps differ in it. */
  namesLoop: boolean;
  /** What limited it, beside the throughput; null where no step was judged. */
  wall: ReactNode;
}

/** What a step measured; dashes that say why where it measured nothing. */
export function PointCells({ point, status, failure, target, percentiles, namesLoop, wall }: PointCellsProps) {
  const imported = target.kind === 'described';
  if (!point) {
    const columns = [
      'rate',
      ...percentiles.map(({ key }) => key),
      'bytes',
      'server',
      'client',
      'tool',
      'own',
      'errors',
    ];
    return columns.map((name, index) => (
      <Fragment key={name}>
        <td className={index > 0 && index <= percentiles.length ? '!px-1.5' : undefined}>
          <Absent why={failure?.sentence ?? WHY_NOT_MEASURED[status]} />
        </td>
        {index === 0 && wall !== null && <td className="left">{wall}</td>}
      </Fragment>
    ));
  }
  return (
    <>
      <Rate point={point} />
      {wall !== null && <td className="left">{wall}</td>}
      {percentiles.map(({ key, label }, index) => (
        <td key={key} className="!px-1.5">
          <Latency point={point} percentile={key} label={label} imported={imported} />
          {namesLoop && index === 0 && (
            <div className="text-xs text-muted" title={LOOP_TEXT[point.latencyMs.loop]}>
              {point.latencyMs.loop}
            </div>
          )}
        </td>
      ))}
      <td>
        <Measured value={point.bytesPerSecond} why={NOT_STATED}>
          {formatMegabytesPerSecond}
        </Measured>
      </td>
      <Cpu value={point.serverCpuUsPerRequest} cpus={point.serverCpus} imported={imported} />
      <Cpu value={point.clientCpuUsPerRequest} cpus={point.clientCpus} imported={imported} />
      <Counts point={point} target={target} />
      <Errors point={point} />
    </>
  );
}

interface LatencyProps {
  point: Point;
  percentile: PercentileKey;
  label: string;
  imported: boolean;
}

function Latency({ point, percentile, label, imported }: LatencyProps) {
  const range = rangeOf(point, percentile);
  const text = latencyText(point, percentile);
  return (
    <Measured value={text} why={whyNoPercentile(point, label, imported)}>
      {(shown) => (
        <span title={range ? 'The lowest and the highest of the clients, which have no common percentile' : undefined}>
          {shown}
        </span>
      )}
    </Measured>
  );
}

function Rate({ point }: { point: Point }) {
  const { requestsPerSecond, requestsPerSecondStddev, offeredPerSecond, unsent } = point;
  const spread =
    requestsPerSecondStddev !== null && requestsPerSecond > 0
      ? (requestsPerSecondStddev / requestsPerSecond) * 100
      : null;
  return (
    <td>
      <span className="font-semibold">{formatCount(requestsPerSecond)}</span>
      <div className="text-xs text-muted">
        {spread === null ? (
          <>
            ± <Absent why="The spread from second to second is not known" />
          </>
        ) : (
          <span title={`Standard deviation from second to second: ${formatCount(requestsPerSecondStddev ?? 0)} req/s`}>
            ± {formatPercent(spread)} %
          </span>
        )}
      </div>
      {offeredPerSecond !== null && (
        <div
          className="text-xs text-muted"
          title={`Requests per second that the tool tried to send${unsent === null ? '; how many were never sent it does not say' : ''}`}
        >
          of {formatCount(offeredPerSecond)} offered
        </div>
      )}
      {unsent !== null && (
        <div className={unsent > 0 ? 'text-xs text-warn' : 'text-xs text-muted'} title="Requests that were due">
          {unsent > 0 ? `${formatCount(unsent)} unsent` : 'all sent'}
        </div>
      )}
    </td>
  );
}

function Cpu({ value, cpus, imported }: { value: number | null; cpus: number | null; imported: boolean }) {
  return (
    <td>
      <Measured value={value} why={whyNoCpuPerRequest(cpus, imported)}>
        {(us) => formatSignificant(us)}
      </Measured>
      {cpus !== null && (
        <div className="text-xs text-muted" title="CPUs used on average over the step">
          {formatSignificant(cpus)} CPUs
        </div>
      )}
    </td>
  );
}

function Counts({ point, target }: { point: Point; target: AnyTarget }) {
  const difference = countDifference(point);
  return (
    <>
      <td>
        <Measured value={point.requests} why={NOT_STATED}>
          {formatCount}
        </Measured>
      </td>
      <td>
        <Measured value={point.serverRequests} why={whyNoCount(target)}>
          {formatCount}
        </Measured>
        {difference !== null && <div className="text-xs text-muted">{formatDifference(difference)}</div>}
      </td>
    </>
  );
}

function Errors({ point: { errors } }: { point: Point }) {
  if (errors === null)
    return (
      <td>
        <Absent why={NOT_STATED} />
      </td>
    );
  const total = errorTotal(errors);
  return (
    <td>
      <span className={total > 0 ? 'font-semibold text-bad' : undefined}>{formatCount(total)}</span>
      {total > 0 && <div className="ml-auto w-24 whitespace-normal text-xs text-muted">{errorKinds(errors)}</div>}
    </td>
  );
}
