'use client';

import type { ComparedMetric, Comparison, MetricOutcome } from '@contract/comparison';
import { nextOfAnswer } from '@rules/outcomes/next-of-answer';
import { areMeans } from '@rules/outcomes/sentences';
import { deltaTold, FIGURES } from '@/features/compare/outcomes/deltas';
import { LOOKED_FOR, mainOutcomes } from '@/features/compare/outcomes/outcomes';
import { rowText } from '@/features/compare/outcomes/row-text';
import { SideName } from '@/features/compare/side-name';
import { judgedIn } from '@/features/compare/side-walls';
import { useRowChoice } from '@/features/compare/url-state';
import { Panel } from '@/ui/panel';
import { unbroken } from '@/ui/unbroken';
import { AnswerFigure, NoFigure } from './answer-figure';
import { Caution } from './caution';
import { CaveatsLink } from './caveats-link';
import { Limits } from './limits';
import { NextLine } from './next-line';
import { NoisePanel } from './noise-panel';
import { RepeatButton } from './repeat-button';

interface ResultPanelProps {
  comparison: Comparison;
  /** Nobody can start anything from a frozen copy. */
  frozen: boolean;
}

/** The answer: three figures of one step, what limited each side, and the next step. */
export function ResultPanel({ comparison, frozen }: ResultPanelProps) {
  const [choice] = useRowChoice();
  const outcomes = mainOutcomes(comparison, choice === null ? null : choice - 1);
  const [main] = outcomes;
  const { sides, headline } = comparison;
  if (sides.length < 2) return <NoisePanel comparison={comparison} frozen={frozen} />;
  if (!main)
    return (
      <Panel id="outcome" title="Result">
        <p className="max-w-[80ch] text-sm">{headline}</p>
      </Panel>
    );
  const others = [...new Set(outcomes.map(({ sideIndex }) => sideIndex))];
  const next = nextOfAnswer([main], judgedIn(comparison, main.stepPosition));
  const note = outcomes.find(({ couldShow }) => couldShow !== 'yes')?.couldShowSentence ?? '';
  return (
    <Panel
      id="outcome"
      title="Result"
      aside={
        <>
          at {rowText(comparison, main.stepPosition)}
          <CaveatsLink warnings={comparison.warnings} />
        </>
      }
      actions={!frozen && <RepeatButton comparison={comparison} outcomes={outcomes} />}
    >
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,19rem)]">
        <div className="grid min-w-0 content-start gap-3">
          {others.map((sideIndex) => (
            <SideAnswer
              key={sideIndex}
              comparison={comparison}
              outcomes={outcomes.filter((outcome) => outcome.sideIndex === sideIndex)}
              several={others.length > 1}
            />
          ))}
        </div>
        <Limits comparison={comparison} row={main.stepPosition} />
      </div>
      {outcomes.some(areMeans) && <p className="mt-2 text-xs text-muted">a → b: geometric means of runs.</p>}
      {note !== '' && (
        <p className="mt-2 max-w-[110ch] text-xs text-muted [overflow-wrap:anywhere]">{unbroken(note)}</p>
      )}
      {/* Rounds are what the button says. */}
      {next && next.change !== 'rounds' && (
        <div className="mt-2">
          <NextLine>{next.sentence}</NextLine>
        </div>
      )}
    </Panel>
  );
}

interface SideAnswerProps {
  comparison: Comparison;
  outcomes: MetricOutcome[];
  several: boolean;
}

function SideAnswer({ comparison, outcomes, several }: SideAnswerProps) {
  return (
    <div className={several ? 'min-w-0 border-t border-line pt-2 first:border-0 first:pt-0' : 'min-w-0'}>
      {several && (
        <p className="mb-1 text-sm">
          <SideName comparison={comparison} sideIndex={outcomes[0]?.sideIndex ?? 0} />
        </p>
      )}
      <figure aria-label="Figures of both sides" className="grid gap-x-6 gap-y-2.5 sm:grid-cols-3 sm:gap-y-3">
        {LOOKED_FOR.map((metric) => {
          const outcome = outcomes.find((one) => one.metric === metric);
          if (outcome) return <AnswerFigure key={metric} {...{ comparison, outcome }} compact={several} />;
          return <NoFigure key={metric} metric={metric} why={whyNone(comparison, outcomes[0], metric)} />;
        })}
      </figure>
      <Caution outcomes={outcomes} />
    </div>
  );
}

/** Why the first run of the side has no difference in this figure. */
function whyNone(comparison: Comparison, other: MetricOutcome | undefined, metric: ComparedMetric): string {
  const row = comparison.steps[other?.stepPosition ?? -1];
  const runId = comparison.sides[other?.sideIndex ?? -1]?.runIds[0];
  const runIndex = comparison.runs.findIndex(({ id }) => id === runId);
  const figure = FIGURES.find(({ key }) => key === metric);
  return (row && figure && deltaTold(comparison, row, runIndex, figure).why) ?? 'Not measured';
}
