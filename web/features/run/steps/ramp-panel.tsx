'use client';

import type { Run } from '@contract/run';
import { useStepChoice } from '@/features/run/url-state';
import { AXIS_WORDS } from '@/lib/ramp';
import { useElementWidth } from '@/ui/browser/element-width';
import { Panel } from '@/ui/panel';
import { RampChart, rampSentence } from './ramp-chart';
import { type Ramp, rampOf } from './ramp-points';

/** Throughput and p99 against whatever the ramp varies. */
export function RampPanel({ run }: { run: Run }) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [choice, setChoice] = useStepChoice();
  const ramp = rampOf(run);
  return (
    <Panel title={`Throughput and p99 against ${AXIS_WORDS[ramp.varies]}`}>
      {ramp.points.length < 2 ? (
        <p className="text-sm text-muted">
          {run.steps.length < 2 && !run.spec.load.search
            ? 'This run has one step. With several, throughput and p99 are drawn here against what changes between them.'
            : 'Drawn as soon as two steps are measured.'}
        </p>
      ) : (
        <div ref={ref} className="min-h-[15.5rem]">
          {width > 0 && (
            <RampChart
              ramp={ramp}
              width={width}
              chosen={choice === null ? null : choice - 1}
              onChoose={(stepIndex) => setChoice(choice === stepIndex + 1 ? null : stepIndex + 1)}
            />
          )}
          <Legend ramp={ramp} />
          <ul className="sr-only">
            {ramp.points.map((point) => (
              <li key={point.stepIndex}>{rampSentence(point, ramp.varies)}</li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

const ITEM = 'inline-flex items-center gap-1.5';

function Legend({ ramp }: { ramp: Ramp }) {
  const ranges = ramp.points.some(({ p99Range }) => p99Range !== null);
  return (
    <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" aria-hidden>
      <span className={ITEM}>
        <svg width="18" height="8" aria-hidden>
          <path d="M0 4H18" stroke="var(--server)" strokeWidth="2" />
          <circle cx="9" cy="4" r="3" fill="var(--server)" />
        </svg>
        req/s, left
      </span>
      {ramp.points.some(({ offeredPerSecond }) => offeredPerSecond !== null) && (
        <span className={ITEM}>
          <svg width="18" height="8" aria-hidden>
            <path d="M0 4H18" stroke="var(--muted)" strokeDasharray="1.5 3" strokeWidth="1.5" />
          </svg>
          req/s offered
        </span>
      )}
      <span className={ITEM}>
        <svg width="18" height="10" aria-hidden>
          {ranges ? (
            <path d="M9 0V10M6 0.5H12M6 9.5H12" stroke="var(--client)" strokeWidth="1.5" />
          ) : (
            <>
              <path d="M0 5H18" stroke="var(--client)" strokeWidth="1.5" strokeDasharray="4 3" />
              <rect x="6.5" y="2.5" width="5" height="5" fill="var(--client)" />
            </>
          )}
        </svg>
        {ranges ? 'p99, lowest to highest client, right, log scale' : 'p99, right, log scale'}
      </span>
      {ramp.points.some(({ invalid }) => invalid) && (
        <span className={ITEM}>
          <svg width="12" height="10" aria-hidden>
            <path d="M2 1l8 8M2 9l8 -8" stroke="var(--bad)" strokeWidth="2" strokeLinecap="round" />
          </svg>
          invalid
        </span>
      )}
      {ramp.bracket && (
        <span className={ITEM}>
          <span className="inline-block h-2.5 w-4 border-x border-ok bg-ok-soft" />
          the ceiling lies in here
        </span>
      )}
    </div>
  );
}
