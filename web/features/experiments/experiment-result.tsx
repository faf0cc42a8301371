'use client';

import type { Experiment } from '@/api/types';
import { Notice } from '@/components/notice';
import { Panel } from '@/components/panel';
import { WarningsPanel } from '../compare/warnings-panel';

/** What the rounds came to. */
export function ExperimentResult({ experiment }: { experiment: Experiment }) {
  const { result, stoppedSentence, headline } = experiment;
  return (
    <>
      {stoppedSentence !== null && (
        <Notice kind="warn" title="It ended before its last round: no claim is made">
          {stoppedSentence}
        </Notice>
      )}
      {(headline ?? result?.headline) && (
        <Panel title="Result">
          <p className="max-w-[90ch] text-lg text-pretty [overflow-wrap:anywhere]">{headline ?? result?.headline}</p>
        </Panel>
      )}
      {result && <WarningsPanel warnings={result.warnings} />}
    </>
  );
}
