'use client';

import type { CeilingSearch } from '@contract/load';
import type { Run } from '@contract/run';
import { percentileText } from '@rules/load/latency-resolution';
import { isTerminal } from '@rules/run/run-machine';
import { stepText } from '@rules/spec/load-words';
import { formatCount } from '@rules/words/numbers';
import { useStepChoice } from '@/features/run/url-state';
import { latencyText } from '@/lib/latency-text';
import { Measured } from '@/ui/absent';
import { Chip } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { DataTable } from '@/ui/data-table';
import { Panel } from '@/ui/panel';
import {
  bracketText,
  ceilingSentence,
  isOpenEnded,
  LOAD_UNITS,
  type Rung,
  rungSentence,
  rungsOf,
  searchSentence,
} from './search-result';

/** What a ceiling search has found, and every rung it tried. */
export function SearchPanel({ run }: { run: Run }) {
  const asked = run.spec.load.search;
  if (!asked) return null;
  const live = isOpenEnded(run) && !isTerminal(run.state);
  const bracket = bracketText(run);
  const knee = run.steps.find(({ index }) => index === run.search?.kneeStepIndex);
  return (
    <Panel
      title="Ceiling search"
      aside={`${ceilingSentence(asked)}: ${searchSentence(asked)}`}
      actions={live ? <Chip tone="live">searching</Chip> : <Outcome run={run} />}
      flush
    >
      <div className="grid max-w-[90ch] gap-1 px-4 pb-3 text-sm sm:px-5">
        <p className="text-base font-medium" aria-live="polite">
          {run.search?.sentence ?? 'Nothing is known yet: the first rung has not been measured.'}
        </p>
        {bracket && (
          <p className="text-muted">
            The ceiling lies {bracket}
            {knee && `; knee at ${stepText(knee.spec)}, step ${knee.index + 1}`}.
            {live && ' How many rungs follow depends on what they give.'}
          </p>
        )}
      </div>
      <Rungs run={run} asked={asked} />
    </Panel>
  );
}

function Outcome({ run }: { run: Run }) {
  if (run.search?.done) return <Chip tone={run.search.kneeStepIndex === null ? 'warn' : 'ok'}>done</Chip>;
  return <Chip tone="warn">ended before it was done</Chip>;
}

function Rungs({ run, asked }: { run: Run; asked: CeilingSearch }) {
  const [choice, setChoice] = useStepChoice();
  const percentile = asked.ceiling.kind === 'latency' ? asked.ceiling.percentile : 'p99';
  return (
    <DataTable
      label="Rungs of the search"
      className="first-stays"
      columns={[
        `${LOAD_UNITS[asked.vary]}, ascending`,
        'step',
        'req/s',
        `${percentileText(percentile)}, ms`,
        { head: 'what it says', left: true, className: 'w-full' },
      ]}
    >
      {rungsOf(run).map((rung) => (
        <tr key={rung.stepIndex} className={classNames(choice === rung.stepIndex + 1 && '[&>td]:!bg-accent-soft')}>
          <td className={rung.marks.includes('knee') ? 'font-semibold' : undefined}>{formatCount(rung.load)}</td>
          <td>
            <button
              type="button"
              aria-pressed={choice === rung.stepIndex + 1}
              onClick={() => setChoice(choice === rung.stepIndex + 1 ? null : rung.stepIndex + 1)}
              className="text-accent underline-offset-2 hover:underline"
            >
              {rung.stepIndex + 1}
            </button>
          </td>
          <td>
            <Measured value={rung.point} why={rung.failure?.sentence ?? `This rung is ${rung.status}`}>
              {({ requestsPerSecond }) => formatCount(requestsPerSecond)}
            </Measured>
          </td>
          <td>
            <Measured value={rung.point && latencyText(rung.point, percentile)} why="Not reported">
              {(text) => text}
            </Measured>
          </td>
          <td className="left">
            <Said rung={rung} asked={asked} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Said({ rung, asked }: { rung: Rung; asked: CeilingSearch }) {
  const { marks, status, failure } = rung;
  if (status === 'failed') return <span className="text-bad">failed{failure && `: ${failure.code}`}</span>;
  if (status !== 'measured') return <span className="text-muted">{status}</span>;
  return (
    <span className={marks.includes('knee') ? 'font-medium text-ok' : 'text-muted'}>{rungSentence(rung, asked)}</span>
  );
}
