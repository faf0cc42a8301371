import type { ComparedMetric, Comparison, MetricOutcome } from '@contract/comparison';
import { type AnswerKind, answerBasis, answerKind, answerWord, unshownText } from '@rules/outcomes/answer';
import { METRIC_WORDS, metricTitle } from '@rules/outcomes/figures';
import { ABSENT, formatDifference } from '@rules/words/numbers';
import { ArrowDown, ArrowUp, CircleHelp } from 'lucide-react';
import { markOfSide, meanText } from '@/features/compare/outcomes/outcomes';
import { classNames } from '@/ui/class-names';
import { SideMark } from '@/ui/side-mark';
import { sideOf } from '@/ui/sides';

const INKS: Record<AnswerKind, string> = {
  better: 'text-ok',
  worse: 'text-bad',
  same: 'text-ink',
  unclear: 'text-ink',
};

interface AnswerFigureProps {
  comparison: Comparison;
  outcome: MetricOutcome;
  compact?: boolean;
}

/** One outcome as a figure: where it went by an arrow, whether that is good by colour, and what it rests on. */
export function AnswerFigure({ comparison, outcome, compact = false }: AnswerFigureProps) {
  const { metric, effect } = outcome;
  const kind = answerKind(outcome);
  const change = effect && formatDifference(effect.ratio - 1);
  if (kind === 'unclear') return <NoAnswer {...{ comparison, outcome, compact, change }} />;
  const Arrow = effect && !change?.startsWith('±') && (effect.ratio > 1 ? ArrowUp : ArrowDown);
  return (
    <div className={FIGURE}>
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-xs text-muted">
        <span>{metricTitle(metric)}</span>
        <AnswerWord kind={kind} word={answerWord(outcome)} />
        <span className="sm:hidden">{answerBasis(outcome)}</span>
      </p>
      <p
        title={outcome.sentence}
        className={classNames(
          'flex items-center gap-1 whitespace-nowrap text-lg font-semibold tracking-tight',
          !compact && 'sm:text-[1.75rem] sm:leading-9',
          INKS[kind],
        )}
      >
        {Arrow && <Arrow aria-hidden className={compact ? 'size-4' : 'size-4 sm:size-6'} />}
        {change ?? ABSENT}
      </p>
      <p className="text-xs text-muted [overflow-wrap:anywhere] max-sm:hidden">{answerBasis(outcome)}</p>
      {!compact && <Means comparison={comparison} outcome={outcome} />}
    </div>
  );
}

/** That there is none leads: a difference in large figures would be taken for it. */
function NoAnswer({ comparison, outcome, compact, change }: AnswerFigureProps & { change: string | null }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-xs text-muted" title={outcome.sentence}>
        <span className="sm:w-full">{metricTitle(outcome.metric)}</span>
        <AnswerWord kind="unclear" word={answerWord(outcome)} large={!compact} />
      </p>
      <p className="text-xs text-muted [overflow-wrap:anywhere]">
        {change && (
          <span className="sm:block">
            {unshownText(change)}
            <span className="sm:hidden"> · </span>
          </span>
        )}
        {answerBasis(outcome)}
      </p>
      {!compact && <Means comparison={comparison} outcome={outcome} />}
    </div>
  );
}

const FIGURE =
  'grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start items-end gap-x-3 sm:grid-cols-[minmax(0,1fr)]';

/** The mean of either side: in words, and on a phone, where the curves are out of sight, as bars from zero. */
function Means({ comparison, outcome: { metric, sideIndex, baseline, other } }: AnswerFigureProps) {
  if (baseline.mean === null || other.mean === null) return null;
  const { unit } = METRIC_WORDS[metric];
  const most = Math.max(baseline.mean, other.mean);
  const bars = [
    { side: comparison.sides.findIndex((side) => side.baseline), mean: baseline.mean },
    { side: sideIndex, mean: other.mean },
  ];
  return (
    <>
      <p className="text-xs text-muted max-sm:hidden">
        {meanText(metric, baseline.mean)} → <span className="text-ink">{meanText(metric, other.mean)}</span> {unit}
      </p>
      <div className="col-span-full grid gap-0.5 sm:hidden">
        {bars.map(({ side, mean }) => (
          <div key={side} className="grid grid-cols-[0.75rem_minmax(0,1fr)_6.5rem] items-center gap-2 text-xs">
            <SideMark index={markOfSide(comparison, side)} />
            <svg aria-hidden width="100%" height="8" className="block">
              <rect
                width={most > 0 ? `${(100 * mean) / most}%` : 0}
                height="8"
                rx="2"
                fill={`var(--${sideOf(markOfSide(comparison, side)).ink})`}
              />
            </svg>
            <span className="whitespace-nowrap text-right">
              <span className="sr-only">{comparison.sides[side]?.letters}: </span>
              {meanText(metric, mean)} <span className="text-muted">{unit}</span>
            </span>
          </div>
        ))}
      </div>
    </>
  );
}

/** A figure that has no difference to show, and why. */
export function NoFigure({ metric, why }: { metric: ComparedMetric; why: string }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 sm:grid-cols-[minmax(0,1fr)]">
      <p className="text-xs text-muted">{metricTitle(metric)}</p>
      <p className="text-lg text-muted">{ABSENT}</p>
      <p className="text-xs text-muted [overflow-wrap:anywhere] max-sm:col-span-2">{why}</p>
    </div>
  );
}

/** The answer in capitals; where there is none, amber with a sign. */
export function AnswerWord({ kind, word, large }: { kind: AnswerKind; word: string; large?: boolean }) {
  return (
    <strong
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap font-semibold uppercase tracking-wide',
        large ? 'text-base sm:text-lg' : 'text-xs',
        kind === 'unclear' ? 'text-warn' : INKS[kind],
      )}
    >
      {kind === 'unclear' && <CircleHelp aria-hidden className={large ? 'size-4' : 'size-3'} />}
      {word}
    </strong>
  );
}
