'use client';

import type { Experiment } from '@/api/types';
import { Notice } from '@/components/notice';
import { Panel } from '@/components/panel';
import { ComparisonOutcomes } from '../compare/comparison-outcomes';
import { WarningsPanel } from '../compare/warnings-panel';

/** What the rounds came to; of one that was stopped, why no claim is made of what there is. */
export function ExperimentResult({ experiment }: { experiment: Experiment }) {
  const { result, stoppedSentence } = experiment;
  return (
    <>
      {stoppedSentence !== null && (
        <Notice kind="warn" title="It ended before its last round: no claim is made">
          {stoppedSentence}
        </Notice>
      )}
      {result ? (
        <>
          <ComparisonOutcomes comparison={result} />
          {result.warnings.length > 0 && <WarningsPanel warnings={result.warnings} />}
        </>
      ) : (
        <Panel title="What it comes to">
          <p className="text-sm text-muted">No round is whole: there is nothing to compare.</p>
        </Panel>
      )}
    </>
  );
}
