import type { ComparedMetric, MetricOutcome } from '@contract/comparison';
import { type AnswerKind, answerBasis, answerKind, answerWord } from '@rules/outcomes/answer';
import { METRIC_WORDS, metricTitle } from '@rules/outcomes/figures';
import { ABSENT, formatDifference } from '@rules/words/numbers';
import { ArrowDown, ArrowUp, CircleHelp } from 'lucide-react';
import { meanText } from '@/features/compare/outcomes/outcomes';
import { classNames } from '@/ui/class-names';

const INKS: Record<AnswerKind, string> = {
  better: 'text-ok',
  worse: 'text-bad',
  same: 'text-ink',
  unclear: 'text-ink',
};

/** One outcome as a figure: where it went by an arrow, whether that is good by colour, and what it rests on. */
export function AnswerFigure({ outcome, compact }: { outcome: MetricOutcome; compact?: boolean }) {
  const { metric, effect, baseline, other } = outcome;
  const kind = answerKind(outcome);
  const change = effect && formatDifference(effect.ratio - 1);
  const Arrow = effect && !change?.startsWith('±') && (effect.ratio > 1 ? ArrowUp : ArrowDown);
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
        <span>{metricTitle(metric)}</span>
        <AnswerWord kind={kind} word={answerWord(outcome)} />
      </p>
      <p
        title={outcome.sentence}
        className={classNames(
          'flex items-center gap-1 whitespace-nowrap font-semibold tracking-tight',
          compact ? 'text-lg' : 'text-[1.75rem] leading-9',
          INKS[kind],
        )}
      >
        {Arrow && <Arrow aria-hidden className={compact ? 'size-4' : 'size-6'} />}
        {change ?? ABSENT}
        {kind === 'unclear' && (
          <span aria-hidden className="text-warn">
            ?
          </span>
        )}
      </p>
      <p className="text-xs text-muted [overflow-wrap:anywhere]">{answerBasis(outcome)}</p>
      {!compact && baseline.mean !== null && other.mean !== null && (
        <p className="text-xs text-muted">
          {meanText(metric, baseline.mean)} → <span className="text-ink">{meanText(metric, other.mean)}</span>{' '}
          {METRIC_WORDS[metric].unit}
        </p>
      )}
    </div>
  );
}

/** A figure that has no difference to show, and why. */
export function NoFigure({ metric, why }: { metric: ComparedMetric; why: string }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{metricTitle(metric)}</p>
      <p className="text-lg text-muted">{ABSENT}</p>
      <p className="text-xs text-muted [overflow-wrap:anywhere]">{why}</p>
    </div>
  );
}

/** The answer in capitals; where there is none, amber with a sign. */
export function AnswerWord({ kind, word, large }: { kind: AnswerKind; word: string; large?: boolean }) {
  return (
    <strong
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap font-semibold uppercase tracking-wide',
        large ? 'text-lg' : 'text-xs',
        kind === 'unclear' ? 'text-warn' : INKS[kind],
      )}
    >
      {kind === 'unclear' && <CircleHelp aria-hidden className={large ? 'size-4' : 'size-3'} />}
      {word}
    </strong>
  );
}
