'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { answerKind, namedInterval } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { areMeans } from '@rules/outcomes/sentences';
import { whyNoInterval } from '@rules/outcomes/why-no-figure';
import { formatDifference } from '@rules/words/numbers';
import { PictureMenu } from '@/charts/save/picture-menu';
import { SideName } from '@/features/compare/side-name';
import { Measured } from '@/ui/absent';
import { useElementWidth } from '@/ui/browser/element-width';
import { IntervalAxis, IntervalDrawing } from './interval-drawing';
import { effectsOf, type IntervalScale, intervalScale } from './interval-scale';
import { KIND_INKS } from './kind-inks';
import { OutcomeChip } from './outcome-chip';
import { anchorOf, countText, meanText, saysText } from './outcomes';
import { rowText } from './row-text';

const ROW =
  'grid gap-x-4 gap-y-1 px-4 py-1.5 sm:px-5 lg:grid-cols-[minmax(0,17rem)_minmax(0,11rem)_minmax(0,1fr)_minmax(0,9.5rem)] lg:items-center';

/** Outcomes below each other on one axis, so that what is large and what is sure are seen together. */
export function Forest({ comparison, outcomes }: { comparison: ShownResult; outcomes: MetricOutcome[] }) {
  const [axis, width] = useElementWidth<HTMLDivElement>();
  // All of them, including folded ones, so that the axis stays.
  const scale = width > 0 ? intervalScale(effectsOf(comparison.outcomes), width) : null;
  return (
    <div className="pb-2" data-picture="">
      <div className={`${ROW} text-xs text-muted`}>
        <span className="hidden lg:block">metric, step</span>
        <span className="hidden text-right lg:block">change</span>
        <div ref={axis}>{scale && <IntervalAxis scale={scale} />}</div>
      </div>
      <ul aria-label="Outcomes" className="divide-y divide-line border-t border-line">
        {outcomes.map((outcome) => (
          <li key={anchorOf(outcome)} id={anchorOf(outcome)} className={`${ROW} text-sm`}>
            <Row comparison={comparison} outcome={outcome} scale={scale} />
          </li>
        ))}
      </ul>
      <div className="flex items-start justify-between gap-2 border-t border-line px-4 pt-2 sm:px-5">
        <p className="text-xs text-muted">
          Bars are intervals, corrected for multiple comparisons; shaded: margin and noise floor; hollow: no interval,
          or one too wide to state.
          {outcomes.some(areMeans) && ' Figures before and after are geometric means of runs.'}
        </p>
        <PictureMenu
          title="Outcomes"
          csv={async () => (await import('./forest-csv')).forestCsv(comparison, outcomes)}
        />
      </div>
    </div>
  );
}

interface RowProps {
  comparison: ShownResult;
  outcome: MetricOutcome;
  scale: IntervalScale | null;
}

function Row({ comparison, outcome, scale }: RowProps) {
  const { metric, stepPosition, sideIndex, baseline, other, effect, primary } = outcome;
  const { label, unit } = METRIC_WORDS[metric];
  const mean = (value: number | null): string => (value === null ? '–' : meanText(metric, value));
  return (
    <>
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">{label}</span>{' '}
          <span className="text-xs text-muted">{rowText(comparison, stepPosition, sideIndex)}</span>
          {primary && <span className="ml-1.5 text-xs text-accent">declared</span>}
        </p>
        {comparison.sides.length > 2 && (
          <p className="text-xs">
            <SideName comparison={comparison} sideIndex={sideIndex} />
          </p>
        )}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 lg:block lg:text-right">
        <span className="font-semibold">
          <Measured value={effect} why={outcome.sentence}>
            {({ ratio }) => formatDifference(ratio - 1)}
          </Measured>
        </span>
        <span className="whitespace-nowrap text-xs text-muted lg:block">
          {mean(baseline.mean)} → {mean(other.mean)} {unit}
        </span>
      </p>
      <div title={effect ? `${namedInterval(effect) ?? 'no interval'}, ${countText(effect)}` : outcome.sentence}>
        {effect && scale && (
          <IntervalDrawing effect={effect} scale={scale} height={26} ink={KIND_INKS[answerKind(outcome)]} />
        )}
        <span className="sr-only">
          {effect ? (namedInterval(effect) ?? `no interval: ${whyNoInterval(outcome)}`) : outcome.sentence}
        </span>
      </div>
      <span>
        <OutcomeChip outcome={outcome} text={saysText(outcome)} />
      </span>
    </>
  );
}
