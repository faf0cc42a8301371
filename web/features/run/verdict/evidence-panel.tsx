'use client';

import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import type { EvidenceRow } from '@contract/verdict';
import { protocolOf, stepText } from '@rules/spec/load-words';
import { isPressing, noEvidence, nothingPressing, PRESSING_PERCENT } from '@rules/verdict/pressing';
import { plural } from '@rules/words/numbers';
import { judgedStep, judgedSteps } from '@/features/run/steps/chosen-steps';
import { useStepChoice } from '@/features/run/url-state';
import { SelectBox } from '@/ui/inputs/control';
import { Panel } from '@/ui/panel';
import { Label } from '@/ui/term';
import { barOf } from './evidence-bar';
import { EvidenceRowView } from './evidence-row';
import { VerdictWords } from './verdict-words';

/** How much of each resource was used while a step was measured, against how much there is. */
export function EvidencePanel({ run }: { run: Run }) {
  const [choice] = useStepChoice();
  const step = judgedStep(run, choice === null ? null : choice - 1);
  if (!step?.verdict) return null;
  const { verdict } = step;
  return (
    <Panel
      title="Evidence"
      aside={
        <>
          {`step ${step.index + 1}, ${stepText(step.spec, protocolOf(run))}: mean over the step`}
          <SaturationMark rows={verdict.evidence} />
        </>
      }
      actions={<StepSelect run={run} step={step} />}
    >
      {step.index !== run.verdict?.stepIndex && (
        <div className="mb-4">
          <VerdictWords step={step} verdict={verdict} />
        </div>
      )}
      {verdict.evidence.length === 0 ? (
        <p className="text-sm text-muted">{noEvidence(run.imported !== null)}</p>
      ) : (
        <Rows rows={verdict.evidence} step={step} />
      )}
    </Panel>
  );
}

interface RowsProps {
  rows: EvidenceRow[];
  step: RunStep;
}

/** What was near its ceiling; the rest when it is asked for. */
function Rows({ rows, step }: RowsProps) {
  const near = rows.filter(isPressing);
  const rest = rows.filter((row) => !isPressing(row));
  return (
    <div className="grid gap-3">
      {near.length === 0 ? <p className="text-sm">{nothingPressing(rows)}</p> : <RowList rows={near} step={step} />}
      {rest.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit text-muted hover:text-ink">
            {plural(rest.length, 'more', 'more')} below {PRESSING_PERCENT} %, without a ceiling or not measured
          </summary>
          <div className="mt-3">
            <RowList rows={rest} step={step} />
          </div>
        </details>
      )}
    </div>
  );
}

const RowList = ({ rows, step }: RowsProps) => (
  <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(8rem,13rem)_minmax(6rem,1fr)_minmax(0,22rem)] sm:gap-y-2.5">
    {rows.map((row) => (
      <EvidenceRowView key={`${row.resource} ${row.side} ${row.label}`} row={row} step={step} />
    ))}
  </dl>
);

/** The marks differ from resource to resource; where they do not, the head says it once. */
function SaturationMark({ rows }: { rows: EvidenceRow[] }) {
  const marks = [...new Set(rows.flatMap((row) => (row.percentLow === null ? [] : (barOf(row).mark ?? []))))].sort(
    (a, b) => a - b,
  );
  if (marks.length === 0) return null;
  return (
    <>
      ; <Label text="saturated" /> from the mark on, at {marks.join(' or ')} %
    </>
  );
}

function StepSelect({ run, step }: { run: Run; step: RunStep }) {
  const [, setChoice] = useStepChoice();
  const judged = judgedSteps(run.steps);
  if (judged.length < 2) return null;
  return (
    <SelectBox
      aria-label="Evidence of step"
      className="!w-auto max-w-72 print:hidden"
      value={String(step.index + 1)}
      onChange={({ target }) => setChoice(Number(target.value))}
    >
      {judged.map(({ index, spec }) => (
        <option key={index} value={index + 1}>
          {index + 1}: {stepText(spec, protocolOf(run))}
        </option>
      ))}
    </SelectBox>
  );
}
