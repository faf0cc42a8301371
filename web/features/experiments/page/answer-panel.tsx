'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import type { ShownExperiment as Experiment } from '@contract/experiment';
import { declaredRounds } from '@rules/experiment/declared-rounds';
import {
  answerBasis,
  answerKind,
  answerWord,
  aroundNoChange,
  detectionText,
  isTooWide,
  namedInterval,
  tooWideReason,
  unshownText,
} from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { areMeans } from '@rules/outcomes/sentences';
import { ABSENT, formatDifference } from '@rules/words/numbers';
import { IntervalAxis, IntervalDrawing } from '@/features/compare/outcomes/interval-drawing';
import { effectsOf, type IntervalScale, intervalScale } from '@/features/compare/outcomes/interval-scale';
import { KIND_INKS } from '@/features/compare/outcomes/kind-inks';
import { countText, meanText } from '@/features/compare/outcomes/outcomes';
import { rowText } from '@/features/compare/outcomes/row-text';
import { AnswerWord } from '@/features/compare/result/answer-figure';
import { Caution } from '@/features/compare/result/caution';
import { CaveatsLink } from '@/features/compare/result/caveats-link';
import { Limits } from '@/features/compare/result/limits';
import { SideName } from '@/features/compare/side-name';
import { useElementWidth } from '@/ui/browser/element-width';
import { Panel } from '@/ui/panel';
import { Label } from '@/ui/term';
import { AnswerNext } from './answer-next';

interface AnswerPanelProps {
  experiment: Experiment;
  result: ShownResult;
  /** Nobody can start anything from a frozen copy. */
  frozen: boolean;
}

/** The answer to the question: a word, the interval against what matters, and what was and could be detected. */
export function AnswerPanel({ experiment, result, frozen }: AnswerPanelProps) {
  const [box, width] = useElementWidth<HTMLDivElement>();
  const declared = result.outcomes.filter(({ primary }) => primary);
  const [main] = declared;
  const scale = width > 0 ? intervalScale(effectsOf(declared), width) : null;
  if (!main)
    return (
      <Panel id="outcome" title="Result">
        <p className="max-w-[80ch] text-sm">{result.headline}</p>
      </Panel>
    );
  const alike = experiment.kind === 'noise-floor';
  const note = declared.find(({ couldShow }) => couldShow !== 'yes')?.couldShowSentence ?? '';
  const achieved = declared.map(({ effect }) => effect?.smallestShownPercent ?? null).filter((one) => one !== null);
  const detection = detectionText(
    experiment.design.smallestShownPercent,
    achieved.length > 0 ? Math.max(...achieved) : null,
    declaredRounds(experiment),
  );
  return (
    <Panel
      id="outcome"
      title={alike ? 'Noise floor' : 'Result'}
      aside={
        <>
          {METRIC_WORDS[main.metric].label} at {rowText(result, main.stepPosition)}, declared before the first round
          <CaveatsLink warnings={result.warnings} />
        </>
      }
    >
      {alike && <p className="mb-3 max-w-[80ch] text-lg font-semibold leading-snug">{result.headline}</p>}
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]">
        <div className="min-w-0">
          {declared.map((outcome) => (
            <Answer key={outcome.sideIndex} {...{ experiment, result, outcome, scale }} />
          ))}
          <div ref={box} className="sm:ml-56">
            {scale && <IntervalAxis scale={scale} />}
          </div>
          {!alike && <AnswerNext {...{ experiment, result, declared, frozen }} />}
        </div>
        <div className="grid content-start gap-3">
          <Limits comparison={result} row={main.stepPosition} />
          <Legend outcome={main} alike={alike} />
        </div>
      </div>
      {!alike && (detection || note !== '') && (
        <div className="mt-2 grid gap-1 text-xs text-muted">
          {detection && <p>{detection}</p>}
          {note !== '' && <p className="max-w-[110ch] [overflow-wrap:anywhere]">{note}</p>}
        </div>
      )}
    </Panel>
  );
}

/** On a phone what to do next has to be in sight, too. */
const NARROW = 400;

interface AnswerProps {
  experiment: Experiment;
  result: ShownResult;
  outcome: MetricOutcome;
  scale: IntervalScale | null;
}

function Answer({ experiment, result, outcome, scale }: AnswerProps) {
  const { effect, metric, baseline, other, sideIndex, sentence } = outcome;
  const kind = answerKind(outcome);
  const interval = effect && namedInterval(effect);
  // Of a noise floor the difference is the answer.
  const compares = experiment.kind === 'comparison';
  const unshown = compares && kind === 'unclear' && effect ? unshownText(formatDifference(effect.ratio - 1)) : null;
  return (
    <div className="grid gap-y-1 sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-x-4">
      <div className="min-w-0 py-1.5">
        <p className="text-sm">
          <SideName comparison={result} sideIndex={sideIndex} />
        </p>
        {compares && <AnswerWord kind={kind} word={answerWord(outcome)} large />}
        {unshown ? (
          <p className="text-xs text-muted" title={sentence}>
            {unshown}
          </p>
        ) : (
          <p className="text-xl font-semibold leading-7 tracking-tight" title={sentence}>
            {effect ? formatDifference(effect.ratio - 1) : ABSENT}
          </p>
        )}
        <p className="text-xs text-muted" title={effect ? countText(effect) : undefined}>
          {effect && isTooWide(effect) ? `${interval}: ${tooWideReason(effect)}` : (interval ?? answerBasis(outcome))}
        </p>
        <Caution outcomes={[outcome]} />
        {baseline.mean !== null && other.mean !== null && (
          <p className="text-xs text-muted">
            {meanText(metric, baseline.mean)} → <span className="text-ink">{meanText(metric, other.mean)}</span>{' '}
            {METRIC_WORDS[metric].unit}
          </p>
        )}
      </div>
      <div
        role="img"
        aria-label={`${result.sides[sideIndex]?.name ?? ''}: ${interval ?? 'no interval'}`}
        className="min-w-0 self-stretch"
      >
        {effect && scale && (
          <IntervalDrawing
            effect={effect}
            scale={scale}
            height={scale.width < NARROW ? 72 : 112}
            ink={KIND_INKS[compares ? kind : 'unclear']}
          />
        )}
      </div>
    </div>
  );
}

/** What is shaded, in figures. */
function Legend({ outcome, alike }: { outcome: MetricOutcome; alike: boolean }) {
  const { effect } = outcome;
  if (!effect) return null;
  const { marginPercent, noiseFloorPercent, noiseSource } = effect;
  return (
    <dl className="grid gap-0.5 text-xs text-muted">
      <div className="flex gap-1.5">
        <dt>
          <Label text="Margin" />
        </dt>
        <dd className="text-ink">{aroundNoChange(marginPercent)}</dd>
      </div>
      {!alike && (
        <div className="flex gap-1.5">
          <dt className="shrink-0">
            <Label text="Noise floor" />
          </dt>
          <dd className="text-ink">
            {noiseFloorPercent === null ? 'not measured on these hosts' : aroundNoChange(noiseFloorPercent)}
            {noiseSource && <span className="block text-muted [overflow-wrap:anywhere]">from {noiseSource}</span>}
          </dd>
        </div>
      )}
      <div className="flex gap-1.5">
        <dt>From</dt>
        <dd className="text-ink">{countText(effect)}</dd>
      </div>
      {areMeans(outcome) && (
        <div className="flex gap-1.5">
          <dt>a → b</dt>
          <dd className="text-ink">geometric means of runs</dd>
        </div>
      )}
    </dl>
  );
}
