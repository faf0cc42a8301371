import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import { errorTotal } from '@rules/load/failed-requests';
import { spanText, streamsWithheld } from '@rules/load/used-depth';
import { NOT_STATED, whyNoCount, whyNoCpuPerRequest, whyNoPercentile } from '@rules/load/why-absent';
import { WHY_NOT_MEASURED } from '@rules/run/run-words';
import { protocolOf, stepText } from '@rules/spec/load-words';
import {
  formatCount,
  formatDifference,
  formatMegabytesPerSecond,
  formatPercent,
  formatSignificant,
  plural,
} from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { latencyText, rangeOf } from '@/lib/latency-text';
import { countDifference, errorKinds } from '@/lib/request-errors';
import { LOOP_TEXT } from '@/lib/target-text';
import { ratioText } from '@/lib/verdict-words';
import { Measured } from '@/ui/absent';
import { Label } from '@/ui/term';
import { VerdictWords } from '../verdict/verdict-words';
import { shownPercentiles } from './percentiles';
import { StepClients } from './step-clients';

/** Everything that is known of one step. */
export function StepDetails({ run, step }: { run: Run; step: RunStep }) {
  const { point, failure, status } = step;
  return (
    <div className="sticky left-0 grid max-w-[min(100%,calc(100vw-2rem))] gap-4 border-t border-line px-4 py-4 sm:px-5">
      <p className="text-sm text-muted">{stepText(step.spec, protocolOf(run))}</p>
      {step.verdict && <VerdictWords step={step} verdict={step.verdict} />}
      {failure && (
        <p className="text-sm text-bad">
          {failure.sentence} <code className="font-mono text-xs text-muted">{failure.code}</code>
        </p>
      )}
      {!point && !failure && <p className="text-sm text-muted">{WHY_NOT_MEASURED[status]}.</p>}
      {point && (
        <>
          <Percentiles run={run} point={point} />
          <Counted run={run} step={step} point={point} />
        </>
      )}
      <StepClients step={step} protocol={protocolOf(run)} />
    </div>
  );
}

const LIST = 'grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 gap-y-3 text-sm';

function Item({ name, children, note }: { name: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">
        <Label text={name} />
      </dt>
      <dd className="font-medium">{children}</dd>
      {note && <dd className="text-xs text-muted [overflow-wrap:anywhere]">{note}</dd>}
    </div>
  );
}

type Point = NonNullable<RunStep['point']>;

function Percentiles({ run, point }: { run: Run; point: Point }) {
  return (
    <dl aria-label={`Latency in ms, ${LOOP_TEXT[point.latencyMs.loop]}`} className={LIST}>
      {shownPercentiles(run.steps).map(({ key, label }) => (
        <Item key={key} name={label} note={rangeOf(point, key) ? 'lowest to highest client' : undefined}>
          <Measured value={latencyText(point, key)} why={whyNoPercentile(point, label, run.imported !== null)}>
            {(text) => `${text} ms`}
          </Measured>
        </Item>
      ))}
    </dl>
  );
}

const NO_RATIO =
  'Not computed: it needs a closed loop with known connections and pipelining, and a mean latency as measured';

function Counted({ run, step, point }: { run: Run; step: RunStep; point: Point }) {
  const imported = run.imported !== null;
  const { requestsPerSecond, requestsPerSecondStddev: spread, errors } = point;
  const difference = countDifference(point);
  return (
    <dl className={LIST}>
      <Item
        name="Throughput"
        note={
          spread === null || requestsPerSecond === 0
            ? undefined
            : `± ${formatPercent((spread / requestsPerSecond) * 100)} % from second to second`
        }
      >
        {formatCount(requestsPerSecond)} req/s
      </Item>
      <Item name="Traffic">
        <Measured value={point.bytesPerSecond} why={NOT_STATED}>
          {(bytes) => `${formatMegabytesPerSecond(bytes)} MB/s`}
        </Measured>
      </Item>
      <CpuItem name="Server CPU" value={point.serverCpuUsPerRequest} cpus={point.serverCpus} imported={imported} />
      <CpuItem name="Client CPU" value={point.clientCpuUsPerRequest} cpus={point.clientCpus} imported={imported} />
      <Connections run={run} step={step} point={point} />
      <Item name="Little’s ratio">
        <Measured value={step.verdict?.littlesRatio ?? null} why={NO_RATIO}>
          {ratioText}
        </Measured>
      </Item>
      <Item name="Requests, by tool">
        <Measured value={point.requests} why={NOT_STATED}>
          {formatCount}
        </Measured>
      </Item>
      <Item
        name="Requests, by server"
        note={difference === null ? undefined : `${formatDifference(difference)} to the tool’s`}
      >
        <Measured value={point.serverRequests} why={whyNoCount(run.spec.target)}>
          {formatCount}
        </Measured>
      </Item>
      <Item name="Errors" note={errors && errorTotal(errors) > 0 ? errorKinds(errors) : undefined}>
        <Measured value={errors} why={NOT_STATED}>
          {(found) => formatCount(errorTotal(found))}
        </Measured>
      </Item>
      {point.unsent !== null && <Item name="Unsent requests">{formatCount(point.unsent)}</Item>}
    </dl>
  );
}

interface CpuItemProps {
  name: string;
  value: number | null;
  cpus: number | null;
  imported: boolean;
}

const CpuItem = ({ name, value, cpus, imported }: CpuItemProps) => (
  <Item name={name} note={cpus === null ? undefined : `${formatSignificant(cpus)} CPUs on average`}>
    <Measured value={value} why={whyNoCpuPerRequest(cpus, imported)}>
      {(us) => `${formatSignificant(us)} µs/req`}
    </Measured>
  </Item>
);

/** Which streams of HTTP/2 that was, where it may be others than were asked. */
function streamsNote(run: Run, spec: RunStep['spec'], point: Point): string | undefined {
  if (protocolOf(run) !== 'h2') return undefined;
  const taken = point.streams?.takenBack ? `, ${plural(point.streams.takenBack, 'request')} taken back by it` : '';
  const withheld = streamsWithheld(spec, point);
  if (withheld)
    return `the server allowed ${spanText(withheld, formatCount)} of ${formatCount(withheld.asked)} streams each${taken}`;
  if (point.streams) return taken ? `the server allowed all streams asked${taken}` : undefined;
  const several = spec.loop === 'closed' && spec.pipelining !== null && spec.pipelining > 1;
  return several ? 'as asked: the server may have allowed fewer streams' : undefined;
}

/** 'of 100 asked, 12 connects failed' */
function connectionsNote(asked: number | null, { connectsFailed }: Point): string | undefined {
  const notes = [
    ...(asked === null ? [] : [`of ${formatCount(asked)} asked`]),
    ...(connectsFailed ? [`${plural(connectsFailed, 'connect')} failed`] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(', ');
}

function Connections({ run, step: { spec }, point }: { run: Run; step: RunStep; point: Point }) {
  const { connectionsEstablished: established, inFlightMax } = point;
  const asked = point.connectionsAsked ?? spec.connections;
  const few = established !== null && asked !== null && established < asked * 0.98;
  return (
    <>
      <Item name="Connections open" note={connectionsNote(asked, point)}>
        <Measured value={established} why="Connections on the target’s port were not counted in this step">
          {(count) => <span className={few ? 'text-warn' : undefined}>{formatCount(count)}</span>}
        </Measured>
      </Item>
      <Item name="In flight at most" note={streamsNote(run, spec, point)}>
        <Measured
          value={inFlightMax}
          why={spec.loop === 'closed' ? NOT_STATED : 'No limit: an open loop sends when a request is due'}
        >
          {formatCount}
        </Measured>
      </Item>
    </>
  );
}
