import type { AskedStep } from '@contract/load';
import type { Point } from '@contract/point';
import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import { isProfiled } from '@rules/load/best-step';
import { errorTotal } from '@rules/load/failed-requests';
import { NOT_STATED, whyNoCpuPerRequest, whyNoPercentile } from '@rules/load/why-absent';
import { stepLabel, WHY_NOT_MEASURED } from '@rules/run/run-words';
import { protocolOf } from '@rules/spec/load-words';
import { formatCount, formatSignificant } from '@rules/words/numbers';
import { ChevronRight } from 'lucide-react';
import { doubtsOf } from '@/features/run/verdict/findings';
import { latencyText, type PercentileKey } from '@/lib/latency-text';
import type { Tone } from '@/lib/run-state';
import { LOOP_TEXT } from '@/lib/target-text';
import { Absent, Measured } from '@/ui/absent';
import { Chip } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { VerdictChip } from '@/ui/verdict-chips';
import { Doubt } from '../verdict/doubt';
import { StepDetails } from './step-details';

const TONES: Record<RunStep['status'], Tone> = {
  planned: 'plain',
  running: 'live',
  counting: 'plain',
  measured: 'ok',
  failed: 'bad',
  skipped: 'plain',
};

interface StepRowProps {
  run: Run;
  step: RunStep;
  columns: number;
  open: boolean;
  onToggle: () => void;
}

export function StepRow({ run, step, columns, open, onToggle }: StepRowProps) {
  const { index, spec, failure } = step;
  const id = `step-${index + 1}`;
  return (
    <>
      <tr
        className={classNames(
          '[&>td]:!align-middle',
          open && '[&>td]:!bg-accent-soft',
          (open || failure) && '[&>td]:!border-b-0',
        )}
      >
        <td>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={`Step ${index + 1}`}
            onClick={onToggle}
            className="inline-flex min-h-7 min-w-11 max-sm:min-h-11 items-center gap-1 rounded-control border border-line-strong px-1.5 font-medium hover:bg-raised aria-expanded:border-accent aria-expanded:text-accent"
          >
            <ChevronRight aria-hidden className={classNames('size-3.5 text-muted', open && 'rotate-90')} />
            {index + 1}
          </button>
          {isProfiled(spec) && (
            <div
              className="text-xs text-muted"
              title="A repetition for profiles: it counts for no best, curve or comparison"
            >
              profiled
            </div>
          )}
        </td>
        <td>
          <Asked spec={spec} h2={protocolOf(run) === 'h2'} />
        </td>
        <Figures run={run} step={step} />
      </tr>
      {failure && !open && (
        <tr>
          <td colSpan={columns} className="!pt-0 !text-left">
            <p
              className={classNames(
                'sticky left-5 max-w-[min(72ch,calc(100vw-5rem))] whitespace-normal text-sm',
                step.status === 'failed' ? 'text-bad' : 'text-muted',
              )}
            >
              {failure.sentence}
            </p>
          </td>
        </tr>
      )}
      {open && (
        <tr id={id}>
          <td colSpan={columns} className="!whitespace-normal !p-0 !text-left">
            <StepDetails run={run} step={step} />
          </td>
        </tr>
      )}
    </>
  );
}

function Asked({ spec, h2 }: { spec: AskedStep; h2: boolean }) {
  const value = spec.loop === 'open' ? spec.requestsPerSecond : spec.connections;
  return (
    <>
      <Measured value={value} why={NOT_STATED}>
        {formatCount}
      </Measured>
      {spec.loop === 'open' && value !== null && <span className="text-muted"> req/s</span>}
      {spec.loop === 'closed' && spec.pipelining !== null && spec.pipelining > 1 && (
        <span className="text-muted">{` × ${formatCount(spec.pipelining)} ${h2 ? 'streams' : 'deep'}`}</span>
      )}
    </>
  );
}

function Figures({ run, step }: { run: Run; step: RunStep }) {
  const { index, point, status, failure, verdict } = step;
  const imported = run.imported !== null;
  if (!point) {
    const why = failure?.sentence ?? WHY_NOT_MEASURED[status];
    return (
      <>
        <td>
          <Absent why={why} />
        </td>
        <td className="left">
          <Chip tone={TONES[status]}>{stepLabel(step)}</Chip>
        </td>
        {['p50', 'p99', 'server', 'errors'].map((name) => (
          <td key={name}>
            <Absent why={why} />
          </td>
        ))}
      </>
    );
  }
  const doubts = doubtsOf(run.findings, index);
  return (
    <>
      <td>
        <span className={classNames('font-semibold', doubts.length > 0 && 'text-warn')}>
          {doubts.length > 0 && '~'}
          {formatCount(point.requestsPerSecond)}
        </span>
        {point.offeredPerSecond !== null && (
          <div className="text-xs text-muted">of {formatCount(point.offeredPerSecond)} offered</div>
        )}
      </td>
      <td className="left">{verdict ? <VerdictChip verdict={verdict} /> : <Doubt findings={doubts} />}</td>
      <Latency point={point} name="p50" imported={imported} />
      <Latency point={point} name="p99" imported={imported} />
      <td>
        <Measured value={point.serverCpuUsPerRequest} why={whyNoCpuPerRequest(point.serverCpus, imported)}>
          {(us) => formatSignificant(us)}
        </Measured>
      </td>
      <td>
        <Measured value={point.errors} why={NOT_STATED}>
          {(errors) => (
            <span className={errorTotal(errors) > 0 ? 'font-semibold text-bad' : undefined}>
              {formatCount(errorTotal(errors))}
            </span>
          )}
        </Measured>
      </td>
    </>
  );
}

function Latency({ point, name, imported }: { point: Point; name: PercentileKey; imported: boolean }) {
  return (
    <td title={LOOP_TEXT[point.latencyMs.loop]}>
      <Measured value={latencyText(point, name)} why={whyNoPercentile(point, name, imported)}>
        {(text) => text}
      </Measured>
    </td>
  );
}
