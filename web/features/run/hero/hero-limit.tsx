import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import type { EvidenceRow } from '@contract/verdict';
import { isTerminal } from '@rules/run/run-machine';
import { unjudgedSentence } from '@rules/run/run-words';
import { cpuParts } from '@rules/verdict/cpu-parts';
import { nothingPressing, PRESSING_PERCENT, pressing } from '@rules/verdict/pressing';
import { limitText } from '@rules/verdict/words';
import { plural } from '@rules/words/numbers';
import { capitalised } from '@rules/words/text';
import { confidenceText } from '@/lib/verdict-words';
import { Term } from '@/ui/term';
import { barOf, barSentence } from '../verdict/evidence-bar';
import { CpuParts, inkOf, Meter } from '../verdict/evidence-row';
import { VerdictWhy } from '../verdict/verdict-why';
import { NextStep } from './next-step';

/** On a phone the picture comes before the bars, so that answer, next step and picture are seen without scrolling. */
const BOX = 'flex min-w-0 flex-col gap-3 px-4 py-4 sm:px-5 max-sm:contents';
const HEAD = 'min-w-0 max-sm:relative max-sm:order-2 max-sm:px-4 max-sm:py-3';
const BARS = 'max-sm:order-4 max-sm:border-t max-sm:border-line max-sm:p-4';

/** What limited the best step as the answer, what was nearly full as bars, and what to do next. */
export function HeroLimit({ run, canPrepare }: { run: Run; canPrepare: boolean }) {
  const { verdict } = run;
  if (!verdict) return <NoVerdict run={run} canPrepare={canPrepare} />;
  const sure = confidenceText(verdict);
  const step = run.steps.find(({ index }) => index === verdict.stepIndex);
  return (
    <div className={BOX}>
      <div className={HEAD}>
        <p className="text-xs text-muted">
          <Term of="bottleneck">Bottleneck</Term>
          {sure && `, ${sure}`}
        </p>
        <p className="mt-1.5 text-xl font-semibold leading-snug tracking-tight [overflow-wrap:anywhere] max-sm:text-lg">
          {capitalised(limitText(verdict))}
        </p>
        <VerdictWhy
          step={step}
          because={verdict.because}
          sentence={verdict.sentence}
          className="max-sm:absolute max-sm:right-4 max-sm:top-3"
        />
      </div>
      <div className={BARS}>
        <Bars run={run} />
      </div>
      <NextStep run={run} canPrepare={canPrepare} />
    </div>
  );
}

const MOST_BARS = 4;

function Bars({ run }: { run: Run }) {
  const step = run.steps.find(({ index }) => index === run.verdict?.stepIndex);
  if (!step) return null;
  const rows = pressing(step);
  if (rows.length === 0) {
    return <p className="text-sm text-muted">{nothingPressing(step.verdict?.evidence ?? [])}</p>;
  }
  const left = rows.length - MOST_BARS;
  return (
    <dl className="grid grid-cols-[minmax(0,auto)_minmax(4rem,1fr)_auto] items-center gap-x-3 gap-y-1.5 text-sm">
      {rows.slice(0, MOST_BARS).map((row) => (
        <Bar key={`${row.side} ${row.label}`} row={row} step={step} />
      ))}
      {left > 0 && (
        <a href="#evidence" className="hit col-span-3 w-fit text-xs text-accent hover:underline">
          {plural(left, 'more', 'more')} from {PRESSING_PERCENT} % on
        </a>
      )}
    </dl>
  );
}

function Bar({ row, step }: { row: EvidenceRow; step: RunStep }) {
  const bar = barOf(row);
  const parts = cpuParts(row, step);
  return (
    <div className="contents" title={barSentence(row)}>
      <dt className="min-w-0 max-w-48 [overflow-wrap:anywhere]">{row.label}</dt>
      <dd aria-hidden>
        <Meter bar={bar} ink={inkOf(row)} parts={parts} />
      </dd>
      <dd className="text-right font-medium">
        {bar.percent}
        <span className="sr-only">: {barSentence(row)}</span>
      </dd>
      {parts.length > 0 && (
        <dd className="col-span-3">
          <CpuParts parts={parts} />
        </dd>
      )}
    </div>
  );
}

function NoVerdict({ run, canPrepare }: { run: Run; canPrepare: boolean }) {
  return (
    <div className={BOX}>
      <div className={HEAD}>
        <p className="text-xs text-muted">Bottleneck</p>
        <p className="mt-1.5 text-xl font-semibold leading-snug tracking-tight">{unjudgedSentence(run.state)}</p>
      </div>
      {isTerminal(run.state) && <NextStep run={run} canPrepare={canPrepare} />}
    </div>
  );
}
