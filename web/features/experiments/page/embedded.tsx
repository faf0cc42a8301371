import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { protocolIn } from '@rules/comparison/row-load';
import { intervalText } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { areMeans } from '@rules/outcomes/sentences';
import { whyNoInterval } from '@rules/outcomes/why-no-figure';
import { stepText } from '@rules/spec/load-words';
import { formatCount, formatDifference, formatSignificant } from '@rules/words/numbers';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { OutcomeChip } from '@/features/compare/outcomes/outcome-chip';
import { confidenceText, countText, meanText, saysText } from '@/features/compare/outcomes/outcomes';
import { rowText } from '@/features/compare/outcomes/row-text';
import { SideName } from '@/features/compare/side-name';
import { latencyText } from '@/lib/latency-text';
import { Absent } from '@/ui/absent';
import { ValidityChip, WallLine } from '@/ui/verdict-chips';
import type { Embed } from './embeds';

interface EmbeddedProps {
  embed: Embed;
  result: ShownResult;
  /** The text of the link. */
  children: ReactNode;
  /** Whoever reads this can open runs. */
  linked: boolean;
}

/** Figures of the result in the midst of a finding. */
export function Embedded({ embed, result, children, linked }: EmbeddedProps) {
  if (embed.type === 'absent')
    return (
      <p className="my-2">
        {children} <span className="text-muted">({embed.sentence})</span>
      </p>
    );
  return (
    <figure className="my-3 rounded-control border border-line bg-raised px-3 py-2.5">
      {embed.type === 'point' ? (
        <Point run={embed.run} step={embed.step} linked={linked}>
          {children}
        </Point>
      ) : (
        <>
          <figcaption className="text-xs text-muted">{children}</figcaption>
          {embed.outcomes.map((outcome) => (
            <Outcome
              key={`${outcome.metric} ${outcome.stepPosition} ${outcome.sideIndex}`}
              outcome={outcome}
              result={result}
            />
          ))}
        </>
      )}
    </figure>
  );
}

function Outcome({ outcome, result }: { outcome: MetricOutcome; result: ShownResult }) {
  const { metric, sideIndex, stepPosition, baseline, other, effect } = outcome;
  const { label, unit } = METRIC_WORDS[metric];
  const interval = effect && intervalText(effect);
  const mean = (value: number | null) =>
    value === null ? <Absent why="This side has no figure of it" /> : meanText(metric, value);
  return (
    <div className="mt-1 grid gap-0.5 [&+&]:mt-3">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <OutcomeChip outcome={outcome} text={saysText(outcome)} />
        {effect && <span className="text-base font-semibold">{formatDifference(effect.ratio - 1)}</span>}
        <span>
          {label}
          <span className="text-muted"> at {rowText(result, stepPosition, sideIndex)}</span>
        </span>
      </p>
      <p className="flex flex-wrap items-baseline gap-x-1.5 text-xs">
        <SideName comparison={result} sideIndex={0} /> {mean(baseline.mean)} <span aria-hidden>→</span>
        <span className="sr-only">to</span> <SideName comparison={result} sideIndex={sideIndex} /> {mean(other.mean)}{' '}
        <span className="text-muted">{areMeans(outcome) ? `${unit}, geometric means` : unit}</span>
      </p>
      {effect && (
        <p className="text-xs text-muted">
          {interval === null ? `no interval: ${whyNoInterval(outcome)}` : `${confidenceText(effect)} ${interval}`},{' '}
          {countText(effect)}
        </p>
      )}
    </div>
  );
}

interface PointProps {
  run: ShownResult['runs'][number];
  step: ShownResult['runs'][number]['steps'][number];
  linked: boolean;
  children: ReactNode;
}

function Point({ run, step, linked, children }: PointProps) {
  const { point, verdict, spec } = step;
  const caption = linked ? (
    <Link href={`/runs/${run.id}?step=${step.index + 1}`} className="text-accent underline-offset-2 hover:underline">
      {children}
    </Link>
  ) : (
    children
  );
  const p99 = point && latencyText(point, 'p99');
  const cpu = (us: number | null) =>
    us === null ? <Absent why="Not measured for this step" /> : `${formatSignificant(us)} µs`;
  return (
    <>
      <figcaption className="text-xs text-muted">
        {caption}, {stepText(spec, protocolIn(run))}
      </figcaption>
      {point ? (
        <dl className="mt-1 flex flex-wrap items-end gap-x-5 gap-y-1.5">
          <Figure name="throughput">
            <span className="text-base font-semibold">{formatCount(point.requestsPerSecond)}</span> req/s
          </Figure>
          <Figure name="p99 latency">{p99 ? `${p99} ms` : <Absent why="The tool reported none" />}</Figure>
          <Figure name="server CPU per request">{cpu(point.serverCpuUsPerRequest)}</Figure>
          <Figure name="client CPU per request">{cpu(point.clientCpuUsPerRequest)}</Figure>
          {verdict && (
            <Figure name="verdict">
              <span className="inline-flex flex-wrap items-center gap-x-2">
                <ValidityChip validity={verdict.validity} title={verdict.sentence} />
                <WallLine verdict={verdict} title={verdict.sentence} />
              </span>
            </Figure>
          )}
        </dl>
      ) : (
        <p className="mt-1 text-muted">This step was not measured.</p>
      )}
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
