import type { AskedStep } from '@contract/load';
import type { Point } from '@contract/point';
import { formatCount, plural } from '@rules/words/numbers';
import { NOT_STATED } from '@/lib/why-absent';
import { Absent, Measured } from '@/ui/absent';
import { classNames } from '@/ui/class-names';

interface AskedCellsProps {
  spec: AskedStep;
  point: Point | null;
  /** There is a column for what is in flight at most. */
  limited: boolean;
}

/** What was asked of a step, and beneath it how much of that came to be. */
export function AskedCells({ spec, point, limited }: AskedCellsProps) {
  return (
    <>
      <td>
        {spec.loop === 'open' ? (
          <Rate spec={spec} />
        ) : (
          <Measured value={spec.connections} why={NOT_STATED}>
            {formatCount}
          </Measured>
        )}
        {spec.toolWorkers !== null && (
          <div className="text-xs text-muted">{plural(spec.toolWorkers, 'tool worker')}</div>
        )}
        <Established asked={point?.connectionsAsked ?? spec.connections} point={point} />
      </td>
      {limited && (
        <td>
          <InFlight spec={spec} point={point} />
        </td>
      )}
    </>
  );
}

function Rate({ spec }: { spec: Extract<AskedStep, { loop: 'open' }> }) {
  return (
    <>
      <Measured value={spec.requestsPerSecond} why={NOT_STATED}>
        {(rate) => (
          <>
            {formatCount(rate)} <span className="text-muted">req/s</span>
          </>
        )}
      </Measured>
      <div className="ml-auto max-w-28 whitespace-normal text-xs text-muted">
        {spec.arrivals === null ? 'arrivals not stated' : spec.arrivals === 'poisson' ? 'Poisson' : 'constant'}
        {spec.connections !== null && ` over ${plural(spec.connections, 'connection')}`}
      </div>
    </>
  );
}

function InFlight({ spec, point }: { spec: AskedStep; point: Point | null }) {
  const most = point ? point.inFlightMax : inFlightAsked(spec);
  if (most === null && spec.loop === 'closed') return <Absent why={NOT_STATED} />;
  if (most === null)
    return (
      <span className="text-xs text-muted" title="An open loop sends when a request is due, whether or not others wait">
        no limit
      </span>
    );
  return (
    <>
      {formatCount(most)}
      {spec.loop === 'closed' && spec.pipelining !== null && spec.pipelining > 1 && (
        <div className="text-xs text-muted">{formatCount(spec.pipelining)} deep</div>
      )}
    </>
  );
}

const inFlightAsked = (spec: AskedStep): number | null =>
  spec.loop === 'closed' && spec.connections !== null && spec.pipelining !== null
    ? spec.connections * spec.pipelining
    : null;

function Established({ asked, point }: { asked: number | null; point: Point | null }) {
  if (!point) return null;
  const { connectionsEstablished: established } = point;
  if (established === null)
    return (
      <div className="text-xs text-muted" title="Connections on the target's port were not counted in this step">
        not counted
      </div>
    );
  if (asked === null)
    return (
      <div
        className="ml-auto max-w-28 whitespace-normal text-xs text-muted"
        title="Connections that the tool opened as it needed them"
      >
        {plural(established, 'connection')} open
      </div>
    );
  return (
    <div
      className={classNames('text-xs', established < asked * 0.98 ? 'text-warn' : 'text-muted')}
      title={`${formatCount(established)} established on the target's port of ${formatCount(asked)} asked`}
    >
      {established === asked ? 'all' : `${formatCount(established)} of ${formatCount(asked)}`} open
    </div>
  );
}
