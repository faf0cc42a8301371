import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import { errorTotal } from '@rules/load/failed-requests';
import { isTerminal } from '@rules/run/run-machine';
import { stepText } from '@rules/spec/load-words';
import { formatCount, formatDifference, formatShort, formatSignificant } from '@rules/words/numbers';
import { doubtsOf } from '@/features/run/verdict/findings';
import { latencyText, rangeOf } from '@/lib/latency-text';
import { countDifference, errorKinds } from '@/lib/request-errors';
import { LOOP_TEXT } from '@/lib/target-text';
import { NOT_STATED, whyNoBest, whyNoCount, whyNoCpuPerRequest, whyNoPercentile } from '@/lib/why-absent';
import { Absent, Measured } from '@/ui/absent';
import { Figure } from '@/ui/figure';
import { Panel } from '@/ui/panel';
import { Doubt } from './verdict/doubt';

type Point = NonNullable<RunStep['point']>;

/** The best step in figures; where steps were measured and none can be it, why. */
export function Headline({ run }: { run: Run }) {
  // What is impossible or failed throughout is never the best, however high, whichever step the verdict speaks of.
  const best = run.steps.find(({ index }) => index === run.best?.stepIndex);
  if (!best?.point) {
    if (run.stepsMeasured === 0) return null;
    return (
      <Panel title="Best step">
        <p className="text-sm">{whyNoBest(run)}.</p>
      </Panel>
    );
  }
  const measured = run.steps.flatMap(({ point }) => point ?? []);
  return (
    <Panel
      title={run.verdict?.validity === 'valid' ? 'Best valid step' : 'Best step'}
      aside={`${stepText(best.spec)}${isTerminal(run.state) ? '' : ', so far'}`}
      actions={!run.verdict && <Doubt findings={doubtsOf(run.findings, best.index)} />}
    >
      <div className="@container">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-5 @md:grid-cols-3 @4xl:grid-cols-6">
          <Throughput point={best.point} />
          <Latency point={best.point} />
          {!run.imported && <Counted point={best.point} target={run.spec.target} />}
          <Errors points={measured} />
        </dl>
      </div>
    </Panel>
  );
}

function Throughput({ point }: { point: Point }) {
  return (
    <Figure
      label="Throughput"
      value={
        <span title={`${formatCount(point.requestsPerSecond)} req/s`}>
          {formatShort(Math.round(point.requestsPerSecond))}
        </span>
      }
      unit="req/s"
      note={
        <>
          {`${formatCount(point.requestsPerSecond)} req/s`}
          {point.rounded && ', rounded by its source'}
          {point.bytesPerSecond !== null && `, ${formatSignificant(point.bytesPerSecond / 1e6)} MB/s`}
          {point.offeredPerSecond !== null && (
            <span className="block">
              of {formatCount(point.offeredPerSecond)} offered
              {point.unsent !== null && `, ${formatCount(point.unsent)} requests unsent`}
            </span>
          )}
        </>
      }
    />
  );
}

function Latency({ point }: { point: Point }) {
  const { loop } = point.latencyMs;
  return (
    <Figure
      label="p99 latency there"
      value={
        <Measured value={latencyText(point, 'p99')} why={whyNoPercentile(point, 'p99')}>
          {(text) => text}
        </Measured>
      }
      unit={latencyText(point, 'p99') === null ? undefined : 'ms'}
      note={rangeOf(point, 'p99') ? `${LOOP_TEXT[loop]}; lowest to highest client` : LOOP_TEXT[loop]}
    />
  );
}

/** What agents count beside the tool; the source of an imported run has its own CPU figures among the evidence. */
function Counted({ point, target }: { point: Point; target: Run['spec']['target'] }) {
  return (
    <>
      <CpuFigure label="Server CPU" value={point.serverCpuUsPerRequest} cpus={point.serverCpus} />
      <CpuFigure label="Client CPU" value={point.clientCpuUsPerRequest} cpus={point.clientCpus} />
      <OwnCount point={point} target={target} />
    </>
  );
}

function CpuFigure({ label, value, cpus }: { label: string; value: number | null; cpus: number | null }) {
  return (
    <Figure
      label={`${label} per request`}
      value={
        <Measured value={value} why={whyNoCpuPerRequest(cpus)}>
          {(us) => formatSignificant(us)}
        </Measured>
      }
      unit={value === null ? undefined : 'µs'}
      note={cpus === null ? 'CPUs used not sampled' : `${formatSignificant(cpus)} CPUs used on average`}
    />
  );
}

function OwnCount({ point, target }: { point: Point; target: Run['spec']['target'] }) {
  const difference = countDifference(point);
  return (
    <Figure
      label="Server’s own count"
      value={
        <Measured value={difference} why={whyNoCount(target)}>
          {formatDifference}
        </Measured>
      }
      note={
        difference === null || point.requests === null
          ? undefined
          : `against the tool’s ${formatCount(point.requests)} requests`
      }
    />
  );
}

function Errors({ points }: { points: Point[] }) {
  const told = points.flatMap(({ errors }) => errors ?? []);
  if (told.length === 0) return <Figure label="Errors, all steps" value={<Absent why={NOT_STATED} />} />;
  const total = told.reduce((sum, errors) => sum + errorTotal(errors), 0);
  const requests = points.reduce((sum, point) => sum + (point.requests ?? 0), 0);
  const kinds = told.map(errorKinds).filter(Boolean);
  return (
    <Figure
      label={told.length < points.length ? `Errors, ${told.length} of ${points.length} steps` : 'Errors, all steps'}
      value={<span className={total > 0 ? 'text-bad' : undefined}>{formatCount(total)}</span>}
      note={kinds.length > 0 ? kinds.join('; ') : requests > 0 ? `of ${formatShort(requests)} requests` : undefined}
    />
  );
}
