'use client';

import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import { isProfiled } from '@rules/load/best-step';
import { protocolOf, stepText } from '@rules/spec/load-words';
import type { ReactNode } from 'react';
import { reachOf } from '@/charts/distribution';
import { TailChart, type TailCurve } from '@/charts/tail-chart';
import { useDistributionSteps, useDistributionTable } from '@/features/run/url-state';
import { LOOP_TEXT } from '@/lib/target-text';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { SideMark } from '@/ui/side-mark';
import { MAX_SIDES } from '@/ui/sides';
import { drawnSteps, withDistribution } from './chosen-steps';
import { TailTable } from './tail-table';

interface DistributionPanelProps {
  run: Run;
  /** Links to the whole histograms; absent where they cannot be had. */
  downloads?: ReactNode;
}

/** How latency is spread in some steps, out to the slowest requests. Absent where the tool emits no histogram. */
export function DistributionPanel({ run, downloads }: DistributionPanelProps) {
  const [asked, setAsked] = useDistributionSteps();
  const [table, setTable] = useDistributionTable();
  const able = withDistribution(run.steps);
  if (able.length === 0) return null;
  const drawn = drawnSteps(run, asked?.map((step) => step - 1) ?? null);
  const steps = able.filter(({ index }) => drawn.includes(index));
  const curves = steps.map((step, side) => curveOf(run, step, side));
  const toggle = (index: number): void => {
    const next = drawn.includes(index) ? drawn.filter((one) => one !== index) : [...drawn, index];
    setAsked(next.sort((a, b) => a - b).map((one) => one + 1));
  };
  const mark = ({ side, label }: TailCurve): ReactNode => (
    <>
      <SideMark index={side} />
      {label}
    </>
  );
  return (
    <Panel
      title="Latency distribution"
      aside={kindsOf(able)}
      actions={
        <>
          <Button
            className="print:hidden"
            aria-pressed={table !== null}
            onClick={() => setTable(table === null ? 'shown' : null)}
          >
            {table === null ? 'Show as table' : 'Hide table'}
          </Button>
          {downloads}
        </>
      }
    >
      {able.length > 1 && (
        <StepBoxes run={run} steps={able} drawn={drawn} sideOf={(index) => drawn.indexOf(index)} onToggle={toggle} />
      )}
      {curves.length === 0 ? (
        <p className="text-sm text-muted">Choose a step to draw how its latency is spread.</p>
      ) : (
        <TailChart curves={curves} label="Latency by percentile: cursor over percentiles" mark={mark} />
      )}
      {table !== null && curves.length > 0 && (
        <div className="-mx-4 mt-2 sm:-mx-5">
          <TailTable
            curves={curves}
            head="step"
            name={(curve) => <span className="inline-flex items-center gap-1.5">{mark(curve)}</span>}
          />
        </div>
      )}
    </Panel>
  );
}

const curveOf = (run: Run, { index, spec, point }: RunStep, side: number): TailCurve => ({
  side,
  label: `${index + 1}: ${stepText(spec, protocolOf(run))}${isProfiled(spec) ? ', profiled' : ''}`,
  points: point ? reachOf(point.distribution ?? [], point.requests, point.latencyMs.max) : [],
  resolutionUs: point?.latencyMs.resolutionUs ?? 1,
});

function kindsOf(steps: RunStep[]): string {
  return [...new Set(steps.flatMap(({ point }) => (point ? LOOP_TEXT[point.latencyMs.loop] : [])))].join(' or ');
}

interface StepBoxesProps {
  run: Run;
  steps: RunStep[];
  drawn: number[];
  sideOf: (index: number) => number;
  onToggle: (index: number) => void;
}

function StepBoxes({ run, steps, drawn, sideOf, onToggle }: StepBoxesProps) {
  const full = drawn.length >= MAX_SIDES;
  return (
    <fieldset aria-label="Steps drawn" className="mb-3 flex max-h-40 flex-wrap gap-1.5 overflow-y-auto print:hidden">
      {steps.map(({ index, spec, point }) => {
        const on = drawn.includes(index);
        return (
          <button
            key={index}
            type="button"
            aria-pressed={on}
            disabled={full && !on}
            title={full && !on ? `At most ${MAX_SIDES} at a time` : point ? LOOP_TEXT[point.latencyMs.loop] : undefined}
            onClick={() => onToggle(index)}
            className="inline-flex items-center gap-1.5 rounded-full border border-line-strong px-2.5 text-xs leading-6 text-muted hover:text-ink aria-pressed:border-accent/60 aria-pressed:bg-accent-soft aria-pressed:text-ink disabled:opacity-60"
          >
            {on && <SideMark index={sideOf(index)} />}
            {index + 1}: {stepText(spec, protocolOf(run))}
            {isProfiled(spec) && ', profiled'}
          </button>
        );
      })}
    </fieldset>
  );
}
