'use client';

import type { Run } from '@contract/run';
import type { PointVerdict } from '@contract/verdict';
import { isTerminal } from '@rules/run/run-machine';
import { stepText } from '@rules/spec/load-words';
import { ArrowRight } from 'lucide-react';
import { useStepChoice } from '@/features/run/url-state';
import { confidenceText, limitText } from '@/lib/verdict-words';
import { Chip } from '@/ui/chip';
import { Panel } from '@/ui/panel';
import { ValidityChip } from '@/ui/verdict-chips';
import { FINDINGS_ID } from './findings-panel';

/** What the run comes to: whether its figure is possible, what the wall was, and what to try next. */
export function VerdictPanel({ run }: { run: Run }) {
  const { verdict } = run;
  if (!verdict) return null;
  const step = run.steps.find(({ index }) => index === verdict.stepIndex);
  return (
    <Panel
      title="Verdict"
      aside={
        <>
          of <StepLink index={verdict.stepIndex} />
          {step && `, ${stepText(step.spec)}`}
          {!isTerminal(run.state) && ', so far'}
        </>
      }
    >
      <VerdictWords verdict={verdict} large />
    </Panel>
  );
}

function StepLink({ index }: { index: number }) {
  const [, setChoice] = useStepChoice();
  return (
    <button
      type="button"
      onClick={() => setChoice(index + 1)}
      className="text-accent underline-offset-2 hover:underline"
      title={`Look at step ${index + 1}`}
    >
      step {index + 1}
    </button>
  );
}

/** Marks, the sentence with its arithmetic, and the next experiment: the words that the API has. */
export function VerdictWords({
  verdict,
  large = false,
}: {
  verdict: Omit<PointVerdict, 'evidence' | 'littlesRatio'>;
  large?: boolean;
}) {
  const sure = confidenceText(verdict);
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5">
        {verdict.validity === 'valid' ? (
          <ValidityChip validity="valid" />
        ) : (
          <a
            href={`#${FINDINGS_ID}`}
            className="rounded-full hover:brightness-125"
            aria-label={`${verdict.validity}: to what was found`}
          >
            <ValidityChip validity={verdict.validity} />
          </a>
        )}
        <Chip>{limitText(verdict)}</Chip>
        {sure && <Chip>{sure}</Chip>}
        {verdict.lowerBound && (
          <Chip title="The client was the wall: the server can do this figure at least">lower bound of the server</Chip>
        )}
      </p>
      <p
        className={
          large
            ? 'mt-2.5 max-w-[72ch] text-lg font-medium leading-snug tracking-tight [overflow-wrap:anywhere]'
            : 'mt-2 max-w-[90ch] text-sm [overflow-wrap:anywhere]'
        }
      >
        {verdict.sentence}
      </p>
      {verdict.next !== '' && (
        <p className="mt-2.5 flex max-w-[90ch] gap-2 text-sm text-muted">
          <ArrowRight aria-hidden className="mt-[3px] size-3.5 shrink-0 text-accent" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-medium text-ink">Next: </span>
            {verdict.next}
          </span>
        </p>
      )}
    </>
  );
}
