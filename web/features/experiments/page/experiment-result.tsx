'use client';

import type { ShownResult } from '@contract/comparison';
import type { ShownExperiment as Experiment } from '@contract/experiment';
import { ENDED_EARLY, NO_ROUND } from '@rules/experiment/without-claim';
import { shorten } from '@rules/spec/shorten';
import type { ReactNode } from 'react';
import { PicturesOf } from '@/charts/save/picture-menu';
import { CurvesPanel } from '@/features/compare/curves/curves-panel';
import { RoundsPanel } from '@/features/compare/curves/rounds-panel';
import { OutcomesPanel } from '@/features/compare/outcomes/outcomes-panel';
import { WhyPanel } from '@/features/compare/result/why-panel';
import { WallsPanel } from '@/features/compare/walls-panel';
import { WarningsPanel } from '@/features/compare/warnings-panel';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { readingOrder } from '@/ui/sides';
import { AnswerPanel } from './answer-panel';
import { GatePanel } from './gate-panel';
import { JournalNote } from './journal-note';

/** Above a saved picture. */
const NAME_CHARACTERS = 90;

const baselineFirst = ({ runs, baselineRunId }: ShownResult): number[] =>
  readingOrder(
    runs.map(({ id }) => id),
    baselineRunId,
  );

interface ExperimentResultProps {
  experiment: Experiment;
  finding: ReactNode;
  /** A copy from which nothing can be started. */
  frozen?: boolean;
}

/** What the rounds came to, with what people conclude beside the rounds. Of one that was stopped, why no claim is made. */
export function ExperimentResult({ experiment, finding, frozen = false }: ExperimentResultProps) {
  const { result, stoppedSentence } = experiment;
  return (
    <PicturesOf value={shorten(experiment.question, NAME_CHARACTERS)}>
      {stoppedSentence !== null && (
        <Notice kind="warn" title={ENDED_EARLY}>
          {stoppedSentence}
        </Notice>
      )}
      {result ? (
        <AnswerPanel experiment={experiment} result={result} frozen={frozen} />
      ) : (
        <Panel title="Result">
          <p className="text-sm text-muted">{NO_ROUND}</p>
        </Panel>
      )}
      <GatePanel experiment={experiment} frozen={frozen} />
      {result && <WarningsPanel warnings={result.warnings} />}
      <div className="grid min-w-0 items-start gap-3 *:min-w-0 lg:grid-flow-col lg:auto-cols-fr">
        {result && <RoundsPanel comparison={result} />}
        {finding}
      </div>
      {result && (
        <>
          <JournalNote experiment={experiment} />
          {result.steps.length > 1 && <CurvesPanel comparison={result} order={baselineFirst(result)} />}
          <WhyPanel comparison={result} alike={experiment.kind === 'noise-floor'} />
          <OutcomesPanel comparison={result} others />
          <WallsPanel comparison={result} />
        </>
      )}
    </PicturesOf>
  );
}
