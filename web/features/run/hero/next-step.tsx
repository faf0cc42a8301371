'use client';

import type { Run } from '@contract/run';
import { changeOfRun } from '@rules/next/change-of-run';
import { isTerminal } from '@rules/run/run-machine';
import { nextUnjudged } from '@rules/run/run-words';
import { NextLine } from '@/features/compare/result/next-line';
import { PrepareChange } from '../prepare-change';
import { MeasureNoise } from './measure-noise';

/** On a phone: under the answer, and before the picture. */
const ABOVE_PICTURE = 'min-w-0 empty:hidden max-sm:order-2 max-sm:px-4 max-sm:pb-3';

interface NextStepProps {
  run: Run;
  /** A new run can be made here: not on a shared copy, and not by who only reads. */
  canPrepare: boolean;
}

/** What to do next in the words of the verdict, the button that prepares it, and repeats; of a run without one, to run it again. */
export function NextStep({ run, canPrepare }: NextStepProps) {
  const text = run.verdict ? run.verdict.next : nextUnjudged(run.state);
  if (text === '') return null;
  const change = canPrepare && isTerminal(run.state) ? changeOfRun(run) : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 max-sm:contents">
      <div className={ABOVE_PICTURE}>
        <NextLine>{text}</NextLine>
      </div>
      {canPrepare && (
        <div className="flex flex-wrap gap-2 empty:hidden max-sm:contents">
          {change && (
            <div className={ABOVE_PICTURE}>
              <PrepareChange run={run} change={change} stepIndex={null} look="primary" />
            </div>
          )}
          <div className="empty:hidden max-sm:order-4 max-sm:px-4 max-sm:pb-4">
            <MeasureNoise run={run} />
          </div>
        </div>
      )}
    </div>
  );
}
