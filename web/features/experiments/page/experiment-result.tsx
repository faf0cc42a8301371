'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import type { ReactNode } from 'react';
import { RoundsPanel } from '@/features/compare/curves/rounds-panel';
import { OutcomesPanel } from '@/features/compare/outcomes/outcomes-panel';
import { WhyPanel } from '@/features/compare/result/why-panel';
import { WallsPanel } from '@/features/compare/walls-panel';
import { WarningsPanel } from '@/features/compare/warnings-panel';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';

/**
 * What the rounds came to, with what people conclude right after the headline. Of one that was stopped, why no claim is
 * made of what there is.
 */
export function ExperimentResult({ experiment, finding }: { experiment: Experiment; finding: ReactNode }) {
  const { result, stoppedSentence } = experiment;
  return (
    <>
      {stoppedSentence !== null && (
        <Notice kind="warn" title="It ended before its last round: no claim is made">
          {stoppedSentence}
        </Notice>
      )}
      {result ? (
        <WhyPanel comparison={result} />
      ) : (
        <Panel title="What it comes to">
          <p className="text-sm text-muted">No round is whole: there is nothing to compare.</p>
        </Panel>
      )}
      {finding}
      {result && (
        <>
          {result.warnings.length > 0 && <WarningsPanel warnings={result.warnings} />}
          <WallsPanel comparison={result} />
          <OutcomesPanel comparison={result} />
          <RoundsPanel comparison={result} />
        </>
      )}
    </>
  );
}
