'use client';

import type { Run } from '@/api/types';
import { useElementWidth } from '@/components/element-width';
import { Panel } from '@/components/panel';
import { type Varies, variesOf } from '@/lib/chart-maths';
import { formatCount, formatLatencyMs } from '@/lib/format';
import { RampChart, type RampPoint } from './ramp-chart';
import { useStepChoice } from './url-state';

const AXIS: Record<Varies, string> = { connections: 'connections', pipelining: 'pipelining', step: 'step' };

/** Throughput and p99 against whatever the ramp varies. */
export function RampPanel({ run }: { run: Run }) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [choice, setChoice] = useStepChoice();
  const varies = variesOf(run.steps.map(({ spec }) => spec));
  const points = run.steps.flatMap(({ index, spec, point }): RampPoint[] => {
    if (!point) return [];
    const { p99, resolutionUs } = point.latencyMs;
    const x = varies === 'step' ? index + 1 : spec[varies];
    return [{ stepIndex: index, x, requestsPerSecond: point.requestsPerSecond, p99, resolutionUs }];
  });
  return (
    <Panel title={`Throughput and p99 against ${AXIS[varies]}`}>
      {points.length < 2 ? (
        <p className="text-sm text-muted">
          {run.steps.length < 2
            ? 'This run has one step. With several, throughput and p99 are drawn here against what changes between them.'
            : 'Drawn as soon as two steps are measured.'}
        </p>
      ) : (
        <div ref={ref} className="min-h-[15.5rem]">
          {width > 0 && (
            <RampChart
              points={points}
              axis={AXIS[varies]}
              width={width}
              chosen={choice === null ? null : choice - 1}
              onChoose={(stepIndex) => setChoice(choice === stepIndex + 1 ? null : stepIndex + 1)}
            />
          )}
          <Legend />
          <ul className="sr-only">
            {points.map(({ stepIndex, x, requestsPerSecond, p99, resolutionUs }) => (
              <li key={stepIndex}>
                {`${AXIS[varies]} ${formatCount(x)}: ${formatCount(requestsPerSecond)} req/s, p99 ${p99 === null ? 'not reported' : `${formatLatencyMs(p99, resolutionUs)} ms`}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

function Legend() {
  return (
    <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" aria-hidden>
      <span className="inline-flex items-center gap-1.5">
        <svg width="18" height="8" aria-hidden>
          <path d="M0 4H18" stroke="var(--server)" strokeWidth="2" />
          <circle cx="9" cy="4" r="3" fill="var(--server)" />
        </svg>
        req/s, left
      </span>
      <span className="inline-flex items-center gap-1.5">
        <svg width="18" height="8" aria-hidden>
          <path d="M0 4H18" stroke="var(--client)" strokeWidth="1.5" strokeDasharray="4 3" />
          <rect x="6.5" y="1.5" width="5" height="5" fill="var(--client)" />
        </svg>
        p99, right, log scale
      </span>
    </div>
  );
}
